import { lazy } from '../../contract/lazy.ts'

/**
 * The order of the database's collation `name_order`: Unicode's default, which English does not change. Without a fixed locale the
 * browser's would apply, and a Swedish one sorts Ö after Z, where the server sorts it with O.
 */
const collator = lazy(() => new Intl.Collator('en'))

/** Case and accents only break ties: Emil, Émile, Emma; omar, Omar. */
export function compareNames(left: string, right: string): number {
  // PostgreSQL sorts names that collate as equal, such as with and without an invisible joiner, by their code points.
  return collator().compare(left, right) || Number(left > right) - Number(left < right)
}
