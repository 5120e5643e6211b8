import { changesOf, type Names } from '../../../contract/audit-values.ts'
import type { ImportedRow } from '../../../contract/import-batches.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { database as limits } from '../../../contract/limits.ts'
import type { Database } from '../../../database/connect.ts'
import { NotFound } from '../../errors/errors.ts'
import { jsonOf } from '../preview-fingerprint.ts'
import { batches, type ExceptionOfRow, type StoredChange } from './batches.queries.ts'
import { undoPlan } from './undo-plan.ts'

/** An import as JSON: what each row changed, in words, and which rows its undo would leave as they are, or did. */
export async function batchPage(say: Say, database: Database, id: number, viewerId: number): Promise<string> {
  const { batch, changes, exceptions, names, hidesOwn } = await database.begin(
    async (tx) => {
      const found = await batches(tx).byId(id)
      if (!found) throw new NotFound(messages.importBatches.notFound)
      const { term_id: termId, term_status, term_holds_scores, ...batch } = found
      const changes = await batches(tx).changes(id)
      const isClosed = termId !== null && term_status !== 'open'
      const exceptions = batch.undone
        ? await batches(tx).undoExceptions(id)
        : (await undoPlan(tx, { termId, isClosed, changes, by: viewerId })).exceptions
      const names = { department: await batches(tx).departmentNames() }
      return { batch, changes, exceptions, names, hidesOwn: term_holds_scores ?? false }
    },
    { timeLimitMs: limits.import },
  )
  const byRow = new Map(exceptions.map((exception) => [keyOf(exception), exception]))
  // Who is scored and reads imports learns their own scores with the release.
  const shown = hidesOwn ? changes.filter(({ subject_id }) => subject_id !== viewerId) : changes
  const rows = await jsonOf(shown, (change) => JSON.stringify(rowOf(say, change, names, byRow.get(keyOf(change)))))
  return `{"import":${JSON.stringify(batch)},"rows":${rows}}`
}

const keyOf = ({ subject, subject_id }: Pick<StoredChange, 'subject' | 'subject_id'>) => `${subject} ${subject_id}`

function rowOf(say: Say, change: StoredChange, names: Names, exception: ExceptionOfRow | undefined): ImportedRow {
  const { row, who, name, subject, subject_id, before, after } = change
  const kind = before ? 'edited' : 'added'
  const values = changesOf(say, { subject, subject_name: who, kind, before, after }, names)
  return {
    row,
    who,
    name,
    subject,
    subject_id,
    outcome: before ? 'changed' : 'new',
    changes: values.map(({ label, from, to = '' }) => ({ column: label, from: from ?? null, to })),
    exception: exception
      ? { reason: exception.reason, by: exception.by, by_id: exception.by_id ?? null, at: exception.at }
      : null,
  }
}
