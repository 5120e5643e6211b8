import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { Forbidden } from '../errors/errors.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { seesEverybody } from '../policy/policy.ts'
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
      const isOwn = (await postingHistory(tx).ownerOf(viewer, postingId)) === viewer.id
      const capacity = isOwn ? null : await postingHistory(tx).capacity(viewer, postingId)
      // Who sees everybody, and reviews the posting by no right, writes nothing.
      if (capacity === undefined && seesEverybody(viewer)) throw new Forbidden(messages.heads.notYours)
      return capacity ?? null
    },
    async (tx, by, capacity) => {
      await actAs(tx, { ...actor, capacity })
      return postingMessages(tx).write(postingId, by, text)
    },
  )
}
