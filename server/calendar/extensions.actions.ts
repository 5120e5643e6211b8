import { dayMessage } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Extension, ExtensionInput } from '../../contract/term-extensions.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict, Forbidden } from '../errors/errors.ts'
import { closedTerm, conflictWith } from '../http/who-changed.queries.ts'
import { extensions } from './extensions.queries.ts'

/** Opens a part of a term longer, for one person or department. Several for the same add up: the latest day counts. */
export async function extendDay(database: Database, termId: number, input: ExtensionInput, actor: Actor): Promise<Extension> {
  return auditedTransaction(database, actor, async (tx, by) => {
    if (await extensions(tx).isFor(input, by)) throw new Forbidden(messages.givenRights.notOwnExtension)
    const { is_closed, day, is_past, is_later } = await extensions(tx).lockPart(termId, input.part, input.last_day)
    if (is_closed) throw await closedTerm(tx, termId)
    if (day === null) throw new Conflict(messages.calendar.noDay, 'part')
    if (is_past) throw new BadRequest(messages.calendar.dayPassed, 'last_day')
    if (!is_later) throw new BadRequest(messages.calendar.notLater({ day: dayMessage(day) }), 'last_day')
    if (!(await extensions(tx).lockWhom(input))) {
      const { personRequired, departmentRequired } = messages.calendar
      throw input.user_id ? new BadRequest(personRequired, 'user_id') : new BadRequest(departmentRequired, 'department_id')
    }
    return extensions(tx).byId(await extensions(tx).add(termId, input, by))
  })
}

export async function withdrawExtension(database: Database, id: number, actor: Actor): Promise<Extension> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const extension = await extensions(tx).byId(id)
    if (!(await extensions(tx).withdraw(id, by))) {
      const changed = { subject: 'term', id: await extensions(tx).termOf(id), kinds: ['extension withdrawn'] }
      throw await conflictWith(tx, changed, messages.calendar.alreadyWithdrawn)
    }
    return extension
  })
}
