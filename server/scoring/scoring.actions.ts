import { roles } from '../../contract/codes.ts'
import { gradeFor } from '../../contract/grading.ts'
import { messages } from '../../contract/messages.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../audit/audit.queries.ts'
import { changing } from '../audit/changing.ts'
import { BadRequest, Conflict, NotFound } from '../errors.ts'
import { terms } from '../terms/terms.queries.ts'
import { scores } from './scoring.queries.ts'

interface NewScore {
  userId: number
  termId: number | undefined
  column: 'tp' | 'fb'
  value: number
  previous: number | undefined
}

export async function setScore(database: Database, actor: Actor, { userId, termId, column, value, previous }: NewScore) {
  return changing(database, actor, async (tx) => {
    const term = await terms(tx).idOrCurrent(termId)
    const member = await scores(tx).member(userId)
    if (!member) throw new NotFound(messages.users.notFound)
    if (member.role_id !== roles.staff) throw new BadRequest(messages.scoring.onlyStaff, column)
    const now = await scores(tx).lock(userId, term, column)
    if (previous !== undefined && previous !== now) throw new Conflict(messages.scoring.changedMeanwhile(now), column)
    const saved = await scores(tx).set(userId, term, column, value)
    return { ...saved, grade: gradeFor(member.title, saved.total_score) }
  })
}
