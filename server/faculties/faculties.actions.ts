import { isDeepStrictEqual } from 'node:util'
import type { DeansInput, Faculty } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Forbidden, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { faculties } from './faculties.queries.ts'

/** Sets all deans of a faculty at once. With `previous`, only if they are still those that the administrator saw. */
export async function setDeans(database: Database, id: number, input: DeansInput, actor: Actor): Promise<Faculty> {
  return auditedTransaction(database, actor, async (tx, by) => {
    // Changes of two administrators come one after the other here.
    if (!(await faculties(tx).lock(id))) throw new NotFound(messages.faculties.notFound)
    const now = await faculties(tx).lockDeans(id)
    if (input.previous && !isDeepStrictEqual(new Set(now), new Set(input.previous)))
      throw await conflictWith(
        tx,
        { subject: 'faculty', id, kinds: ['dean added', 'dean ended'] },
        messages.faculties.deansChangedMeanwhile,
        'deans',
      )
    // An office is a right about others: nobody gives it to themselves.
    if (input.deans.includes(by) && !now.includes(by)) throw new Forbidden(messages.givenRights.notOwn)
    await faculties(tx).setDeans(id, input.deans, by)
    return faculties(tx).byId(id)
  })
}
