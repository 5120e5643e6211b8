import type { Sql } from '../../../database/connect.ts'
import { type Subject, storedRows } from './stored-rows.queries.ts'

export type Scalar = string | number | null
/** Values by column; a translation has a column of its own, `names.ckb`. */
export type StoredValues = Readonly<Record<string, Scalar>>

/** What a row of a file changed. Only the values that differ are in it; a row that was added has no former ones. */
export interface ImportChange {
  row: number
  subject: Subject | 'score'
  subject_id: number
  before: StoredValues | null
  after: StoredValues
  /** The name, if it is not that of the row in the file. */
  who?: string
}

/** The values of `side` that differ from those of `other`; a missing one is null. */
export function differing(side: StoredValues, other: StoredValues): StoredValues {
  const columns = [...new Set([...Object.keys(side), ...Object.keys(other)])]
  const differ = columns.filter((column) => (side[column] ?? null) !== (other[column] ?? null))
  return Object.fromEntries(differ.map((column) => [column, side[column] ?? null]))
}

type Target = { row: number; id: number }

/** Writes rows of a table, and returns what each of them changed, read before and after as it is stored. `write` returns the added rows. */
export async function recorded(
  tx: Sql,
  subject: Subject,
  changed: readonly { row: number; known: { id: number } | null }[],
  write: () => Promise<Target[]>,
): Promise<ImportChange[]> {
  const targets = changed.flatMap(({ row, known }) => (known ? { row, id: known.id } : []))
  const before = await storedRows(tx, subject).values(targets.map(({ id }) => id))
  const added = await write()
  const after = await storedRows(tx, subject).values([...targets, ...added].map(({ id }) => id))
  const changes = targets.map(({ row, id }): ImportChange => {
    const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}]
    return { row, subject, subject_id: id, before: differing(was, is), after: differing(is, was) }
  })
  return [
    ...changes,
    ...added.map(
      ({ row, id }): ImportChange => ({ row, subject, subject_id: id, before: null, after: differing(after.get(id) ?? {}, {}) }),
    ),
  ]
}

type Scores = Readonly<Record<'tp' | 'fb', number | null>>

/** What an import of scores changed in its term, from the scores of each member before and after. */
export function scoreChanges(rows: readonly { row: number; userId: number; before: Scores; after: Scores }[]): ImportChange[] {
  return rows.map(({ row, userId, before, after }) => ({
    row,
    subject: 'score',
    subject_id: userId,
    before: differing(before, after),
    after: differing(after, before),
  }))
}
