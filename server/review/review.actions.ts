import { messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { ReviewInput } from '../../contract/review.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict, Forbidden } from '../http/errors.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'
import { review } from './review.queries.ts'

/** One decision about one posting or many: for all of them as they were seen, or for none. */
export async function decide(database: Database, input: ReviewInput, actor: Actor): Promise<PostedActivity[]> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const ids = input.postings.map(({ id }) => id)
    const found = await review(tx).lock(ids)
    if (found.some(({ user_id }) => user_id === by)) throw new Forbidden(messages.review.notOwn)
    const isAsSeen = input.postings.every(({ id, version }) => found.some((one) => one.id === id && one.version === version))
    if (!isAsSeen) throw new Conflict(messages.review.changedMeanwhile)
    await review(tx).decide(ids, input, by)
    return postedActivities(tx).byIds(ids)
  })
}
