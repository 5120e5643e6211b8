import { messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { ReviewInput } from '../../contract/review.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { Forbidden } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { type PolicySettings, type ReviewedBy, viewers } from '../policy/policy.queries.ts'
import { type Capacity, can, reviewGrantsOf } from '../policy/policy.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'
import { returnReasons } from '../return-reasons/return-reasons.queries.ts'
import { decisionReason } from './chosen-reasons.ts'
import { review } from './review.queries.ts'

/**
 * The postings, locked, and the capacity in which the reviewer may decide about each of them: those that the department of their day has,
 * or, with the answer to a question, those of the members whom the reviewer has now.
 */
export async function authorizeReview(
  tx: Sql,
  settings: PolicySettings,
  ids: readonly number[],
  by: number,
  reviewedBy: ReviewedBy = 'day',
) {
  const reviewer = await viewers(tx, settings).lock(by)
  if (!can(reviewer, 'review')) throw new Forbidden()
  const found = await review(tx).lock(ids)
  if (found.some(({ user_id }) => user_id === by)) throw new Forbidden(messages.review.notOwn)
  let rest = found.map(({ id }) => id)
  const parts: { capacity: Capacity; ids: number[]; isOfOffice: boolean }[] = []
  for (const grant of reviewGrantsOf(reviewer)) {
    const own = await review(tx).reviewableBy(reviewer, grant, rest, reviewedBy)
    parts.push({ capacity: grant.capacity, ids: own, isOfOffice: grant.scope !== null })
    rest = rest.filter((id) => !own.includes(id))
  }
  if (rest.length > 0) throw new Forbidden(messages.heads.notYours)
  return { found, parts }
}

/** One decision about one posting or many: for all of them as they were seen, or for none. */
export async function decide(
  database: Database,
  settings: PolicySettings,
  input: ReviewInput,
  actor: Actor,
): Promise<PostedActivity[]> {
  const wanted = input.postings.map(({ id }) => id)
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorizeReview(tx, settings, wanted, actor.id),
    async (tx, by, granted) => {
      // A head or dean decides until the last day of review, an administrator until the term is closed.
      const inOffice = granted.parts.filter(({ isOfOffice }) => isOfOffice).flatMap(({ ids }) => ids)
      await review(tx).refuseAfterDay(inOffice, by)
      await decideWithin(tx, granted, input, actor)
      return postedActivities(tx).byIds(wanted)
    },
  )
}

/** Decides in a transaction that does more. */
export async function decideWithin(
  tx: Sql,
  { found, parts }: Awaited<ReturnType<typeof authorizeReview>>,
  input: ReviewInput,
  actor: Actor,
) {
  const changed = input.postings.find(({ id, version }) => !found.some((one) => one.id === id && one.version === version))
  const count = input.postings.length
  if (changed) throw await conflictWith(tx, { subject: 'posting', id: changed.id }, messages.review.changedMeanwhile({ count }))
  const reason = input.state === 'returned' ? await reasonOf(tx, input) : null
  for (const { capacity, ids } of parts) {
    await actAs(tx, { ...actor, capacity })
    await review(tx).decide(ids, input.state, reason, actor.id)
  }
}

/** The reason as it is stored: with the texts of the chosen reasons as the reviewer saw them. */
async function reasonOf(tx: Sql, { reason, reasons = [] }: Extract<ReviewInput, { state: 'returned' }>) {
  const chosen = reasons.length > 0 ? await returnReasons(tx).lock(reasons.map(({ id }) => id)) : []
  const changed = reasons.find(({ id, version }) => !chosen.some((one) => one.id === id && one.version === version))
  if (changed) throw await conflictWith(tx, { subject: 'return_reason', id: changed.id }, messages.returnReasons.changedMeanwhile)
  return decisionReason(chosen, reason)
}
