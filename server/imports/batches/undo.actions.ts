import { messages } from '../../../contract/languages/catalogue.ts'
import { database as limits } from '../../../contract/limits.ts'
import type { Database, Sql } from '../../../database/connect.ts'
import { DatabaseError } from '../../../database/errors.ts'
import { type Actor, actAs, auditedTransaction } from '../../../database/transaction.ts'
import { Conflict, NotFound } from '../../errors/errors.ts'
import { closedTerm, conflictWith } from '../../http/who-changed.queries.ts'
import { imports } from '../imports.queries.ts'
import { writeScores } from '../scores.ts'
import { inSlices } from '../slices.ts'
import { batches, type StoredChange } from './batches.queries.ts'
import { storedRows } from './stored-rows.queries.ts'
import { type UndoPlan, undoPlan } from './undo-plan.ts'

const subjects = ['user', 'activity', 'department'] as const

/** Locks the rows that the import changed. Imports take their locks in the same order, and one after the other. */
async function lockAll(tx: Sql, changes: readonly StoredChange[], termId: number | null) {
  const ids = (subject: StoredChange['subject']) =>
    changes.flatMap((change) => (change.subject === subject ? change.subject_id : []))
  for (const subject of subjects) if (ids(subject).length > 0) await storedRows(tx, subject).lock(ids(subject))
  await batches(tx).lockDepartments(
    changes.flatMap(({ before }) => (typeof before?.['department_id'] === 'number' ? before['department_id'] : [])),
  )
  if (termId !== null) await imports(tx).lockScores(ids('score'), termId)
}

async function carryOut(tx: Sql, { remove, restore, scores }: UndoPlan, termId: number | null, by: number) {
  for (const subject of subjects) {
    const rows = storedRows(tx, subject)
    const isOfSubject = (row: { subject: string }) => row.subject === subject
    await inSlices(restore.filter(isOfSubject), (slice) => rows.restore(slice, by))
    const ids = remove.filter(isOfSubject).map(({ id }) => id)
    await inSlices(ids, async (slice) => {
      await rows.remove(slice, by)
      return []
    })
  }
  if (termId !== null) await writeScores(tx, scores, termId)
}

async function undoOnce(database: Database, actor: Actor, id: number) {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      await imports(tx).oneAtATime()
      const batch = await batches(tx).byId(id)
      if (!batch) throw new NotFound(messages.importBatches.notFound)
      if (batch.undone)
        throw await conflictWith(tx, { subject: 'import', id, kinds: ['undone'] }, messages.importBatches.alreadyUndone)
      const termId = batch.term_id
      const status = termId === null ? 'open' : await imports(tx).holdTerm(termId)
      if (status !== 'open')
        throw status && termId !== null ? await closedTerm(tx, termId) : new Conflict(messages.terms.notFound)
      const changes = await batches(tx).changes(id)
      await lockAll(tx, changes, termId)
      const plan = await undoPlan(tx, { termId, isClosed: false, changes, by })
      const restored = changes.length - plan.exceptions.length
      if (restored === 0) throw new Conflict(messages.importBatches.nothingToUndo)
      await batches(tx).addUndo(id, restored, plan.exceptions, by)
      await actAs(tx, { ...actor, capacity: { as: 'undo', import_id: id, file_name: batch.file_name } })
      await carryOut(tx, plan, termId, by)
      return { restored, exceptions: plan.exceptions.length }
    },
    { timeLimitMs: limits.import },
  )
}

const isTaken = (error: unknown) => error instanceof DatabaseError && (error.constraint ?? '').endsWith('_unique')

/**
 * Undoes an import in one transaction: what was not changed since is as it was before, and the rest is recorded with its reason. An address
 * or a name may be taken between the check and the change: the next attempt sees it, and leaves out that row alone.
 */
export async function undoImport(database: Database, actor: Actor, id: number) {
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    try {
      return await undoOnce(database, actor, id)
    } catch (error) {
      if (!isTaken(error) || attemptsLeft === 1) throw error
    }
  }
}
