import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict, NotFound } from '../http/errors.ts'
import { terms } from '../terms/terms.queries.ts'
import { scores } from './scoring.queries.ts'
import { staff } from './staff.queries.ts'

interface NewScore {
  userId: number
  termId: number | undefined
  column: 'tp' | 'fb'
  value: number
  previous: number | undefined
}

/** In a term that was closed and reopened, its members of then can still be scored, whatever has become of them. */
export async function setScore(database: Database, actor: Actor, { userId, termId, column, value, previous }: NewScore) {
  return auditedTransaction(database, actor, async (tx) => {
    const term = await terms(tx).idOrCurrent(termId)
    const member = await scores(tx).member(userId)
    const before = await staff(tx).standing(userId, term)
    if (!member || (member.is_removed && !before?.was_frozen)) throw new NotFound(messages.users.notFound)
    if (member.role_id !== roles.staff && !before?.was_frozen) throw new BadRequest(messages.scoring.onlyStaff, column)
    const now = await scores(tx).lock(userId, term, column)
    if (previous !== undefined && previous !== now) throw new Conflict(messages.scoring.changedMeanwhile(now), column)
    await scores(tx).set(userId, term, column, value)
    const saved = await staff(tx).standing(userId, term)
    if (!saved) throw new NotFound(messages.users.notFound)
    return saved
  })
}
