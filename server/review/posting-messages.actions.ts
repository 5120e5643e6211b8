import type { Database } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { postingMessages } from '../posted-activities/posting-messages.queries.ts'
import { postingHistory } from './posting-history.queries.ts'

/** Writes a message of either side about a posting, and returns its id. */
export async function addPostingMessage(
  database: Database,
  settings: PolicySettings,
  postingId: number,
  text: string,
  actor: Actor,
): Promise<number> {
  return authorizedTransaction(
    database,
    actor,
    async (tx) => {
      const viewer = await viewers(tx, settings).lock(actor.id)
      await postingHistory(tx).ownerOf(viewer, postingId)
      return viewer
    },
    async (tx, by, viewer) => {
      await actAs(tx, { ...actor, capacity: await postingHistory(tx).capacity(viewer, postingId) })
      return postingMessages(tx).write(postingId, by, text)
    },
  )
}
