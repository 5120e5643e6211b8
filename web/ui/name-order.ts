import { lazy } from '../../contract/lazy.ts'

/**
 * The order of the database's collation `name_order`: Unicode's own, which English leaves as it is. Without a fixed language the
 * browser's would decide, and a Swedish one sorts Ö after Z, where the server sorts it with O.
 */
const collator = lazy(() => new Intl.Collator('en'))

/** Case and accents decide only between names that are otherwise the same: Emil, Émile, Emma; omar, Omar. */
export function compareNames(left: string, right: string): number {
  // Names that collate as equal, such as with and without an invisible joiner, PostgreSQL orders by their characters.
  return collator().compare(left, right) || Number(left > right) - Number(left < right)
}
