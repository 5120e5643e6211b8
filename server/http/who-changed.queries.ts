import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { Conflict, type LastSave } from '../errors/errors.ts'

/** A row of the audit trail's subjects, and the kinds of changes that can have caused a conflict; without kinds, any change. */
interface Changed {
  subject: string
  id: number
  kinds?: readonly string[]
  /** The person concerned, for scores, whose id is that of the term. */
  person?: number
}

/** A conflict with somebody's change, which the reply names: who, and when (database/functions/audit.sql). */
export async function conflictWith(sql: Sql, { subject, id, kinds, person }: Changed, message: Message, field?: string) {
  const [found] = await sql<[{ change: LastSave | null }]>`
    select last_change(${subject}, ${id}, ${kinds ?? null}::text[], ${person ?? null}::int) as change`
  return new Conflict(message, field, found.change ?? undefined)
}

export function closedTerm(sql: Sql, id: number): Promise<Conflict> {
  return conflictWith(sql, { subject: 'term', id, kinds: ['closed'] }, messages.terms.closed)
}
