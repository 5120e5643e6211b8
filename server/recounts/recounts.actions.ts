import { createHash } from 'node:crypto'
import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { RecountPreview } from '../../contract/recounts.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict, Forbidden, NotFound } from '../errors/errors.ts'
import { recounts } from './recounts.queries.ts'

/** Applies the points and compares the standings: limits and grades are those of the real thing. */
async function applied(tx: Sql, activityId: number): Promise<RecountPreview> {
  const score = await recounts(tx).score(activityId)
  if (score === undefined) throw new NotFound(messages.activities.notFound)
  const term = await recounts(tx).openTerm()
  if (!term) return { term, score, postings: 0, changes: [], fingerprint: '' }
  const before = new Map((await recounts(tx).members(activityId, term.id)).map((member) => [member.id, member]))
  const postings = await recounts(tx).apply(activityId, term.id)
  const changes = (await recounts(tx).members(activityId, term.id)).flatMap(({ id, name, other_name, total_score, grade }) => {
    const former = before.get(id)
    if (!former || former.total_score === total_score) return []
    return [
      { id, name, other_name, before: { total_score: former.total_score, grade: former.grade }, after: { total_score, grade } },
    ]
  })
  const seen = [term.id, score, postings, changes.map(({ id, before, after }) => [id, before, after])]
  return { term, score, postings, changes, fingerprint: createHash('sha256').update(JSON.stringify(seen)).digest('base64url') }
}

/** Carries the preview out of a transaction that is rolled back. */
class Rehearsed extends Error {
  readonly preview: RecountPreview
  constructor(preview: RecountPreview) {
    super('rehearsed')
    this.preview = preview
  }
}

/** A rehearsal: the same transaction, rolled back at its end. */
export async function previewRecount(database: Database, activityId: number): Promise<RecountPreview> {
  try {
    return await database.begin(
      async (tx) => {
        throw new Rehearsed(await applied(tx, activityId))
      },
      { timeLimitMs: limits.long },
    )
  } catch (error) {
    if (error instanceof Rehearsed) return error.preview
    throw error
  }
}

/** Returns the number of postings that have other points now. */
export async function recountActivity(
  database: Database,
  activityId: number,
  fingerprint: string,
  actor: Actor,
): Promise<number> {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      const term = await recounts(tx).openTerm()
      // Nobody decides on the points of their own postings.
      if (term && (await recounts(tx).wouldChangeOf(by, activityId, term.id)))
        throw new Forbidden(messages.givenRights.notOwnPosting)
      const result = await applied(tx, activityId)
      if (!result.term) throw new Conflict(messages.recounts.noTerm)
      if (result.fingerprint !== fingerprint) throw new Conflict(messages.recounts.changedSincePreview)
      return result.postings
    },
    { timeLimitMs: limits.long },
  )
}
