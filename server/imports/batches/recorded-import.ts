import type { Sql } from '../../../database/connect.ts'
import { type Actor, actAs } from '../../../database/transaction.ts'
import type { CheckedRow } from '../checked-row.ts'
import type { Written } from '../declaration.ts'
import { inSlices } from '../slices.ts'
import { batches } from './batches.queries.ts'

/** Writes an import, and records in the same transaction what each row changed. One that changes no row is not recorded. */
export async function recordedImport(
  tx: Sql,
  actor: Actor,
  batch: Parameters<ReturnType<typeof batches>['add']>[0],
  rows: readonly CheckedRow[],
  write: () => Promise<Written>,
) {
  if (batch.counts.added + batch.counts.changed === 0) return { import_id: null, ...(await write()) }
  const id = await batches(tx).add(batch, actor.id)
  // The audit records of the rows name the import.
  await actAs(tx, { ...actor, capacity: { as: 'import', import_id: id, file_name: batch.file.name } })
  const { changes, reply } = await write()
  const named = new Map(rows.map(({ row, who, name }) => [row, { who, name }]))
  const stored = changes.map((change) => ({
    who: '',
    name: null,
    ...named.get(change.row),
    ...(change.who ? { name: null } : {}),
    ...change,
  }))
  await inSlices(stored, (slice) => batches(tx).addChanges(id, slice))
  return { import_id: id, reply }
}
