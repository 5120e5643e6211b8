import { isDeepStrictEqual } from 'node:util'
import type { Department, HeadsInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Forbidden, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { departments } from './departments.queries.ts'

/** Sets all heads of a department at once. With `previous`, only if they are still those that the administrator saw. */
export async function setHeads(database: Database, id: number, input: HeadsInput, actor: Actor): Promise<Department> {
  return auditedTransaction(database, actor, async (tx, by) => {
    // Changes of two administrators come one after the other here.
    if (!(await departments(tx).lock(id))) throw new NotFound(messages.departments.notFound)
    const now = await departments(tx).lockHeads(id)
    if (input.previous && !isDeepStrictEqual(new Set(now), new Set(input.previous)))
      throw await conflictWith(
        tx,
        { subject: 'department', id, kinds: ['head added', 'head ended'] },
        messages.heads.changedMeanwhile,
        'heads',
      )
    // An office is a right about others: nobody gives it to themselves.
    if (input.heads.includes(by) && !now.includes(by)) throw new Forbidden(messages.givenRights.notOwn)
    await departments(tx).setHeads(id, input.heads, by)
    return departments(tx).byId(id)
  })
}
