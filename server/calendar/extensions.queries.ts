import { messages } from '../../contract/languages/catalogue.ts'
import type { DayPart } from '../../contract/term-days.ts'
import type { Extension, ExtensionInput, OwnExtension } from '../../contract/term-extensions.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'

interface PartOfTerm {
  is_closed: boolean
  /** The day of the term; null if it has none. */
  day: string | null
  is_past: boolean
  is_later: boolean
}

export function extensions(sql: Sql) {
  const shown = sql`
    select e.id, e.kind as part, e.user_id, e.department_id, coalesce(u.name, d.name) as name, coalesce(d.names, '{}') as names,
      e.last_day, b.name as created_by, b.id as created_by_id
    from term_extensions e
    left join users u on u.id = e.user_id
    left join departments d on d.id = e.department_id
    join users b on b.id = e.created_by`

  return {
    /** What is open longer in a term today or later. */
    async ofTerm(termId: number): Promise<Extension[]> {
      return sql<Extension[]>`${shown}
        where e.term_id = ${termId} and e.withdrawn_at is null and e.last_day >= current_date order by e.last_day, e.id`
    },

    async byId(id: number): Promise<Extension> {
      const [found] = await sql<Extension[]>`${shown} where e.id = ${id}`
      if (!found) throw new NotFound(messages.calendar.notFound)
      return found
    },

    /** What is open longer for a person, or for the department that they are in. */
    async ofPerson(userId: number): Promise<OwnExtension[]> {
      return sql<OwnExtension[]>`
        select e.term_id, e.kind as part, max(e.last_day) as last_day
        from term_extensions e join terms t on t.id = e.term_id
        where e.withdrawn_at is null and t.status = 'open'
          and (e.user_id = ${userId} or e.department_id = (select department_id from users where id = ${userId}))
        group by e.term_id, e.kind order by e.term_id, e.kind`
    },

    /** The day of a part of the term, which is locked, and how another one compares with it. */
    async lockPart(termId: number, part: DayPart, lastDay: string): Promise<PartOfTerm> {
      const [found] = await sql<PartOfTerm[]>`
        select status = 'closed' as is_closed, day, ${lastDay}::date < current_date as is_past,
          coalesce(${lastDay}::date > day, false) as is_later
        from terms, last_day_of(terms, ${part}, null, null) as day where id = ${termId} for share of terms`
      if (!found) throw new NotFound(messages.terms.notFound)
      return found
    },

    /** Whether an extension is for somebody who is scored: for them, or for their department. */
    async isFor({ user_id, department_id }: Pick<ExtensionInput, 'user_id' | 'department_id'>, userId: number): Promise<boolean> {
      const found = await sql`
        select from users where id = ${userId} and role_id = 2
          and (id = ${user_id ?? null}::integer or department_id = ${department_id ?? null}::integer)`
      return found.length > 0
    },

    /** Whether the person is a member, or the department exists; locked, so that it stays until the end of the transaction. */
    async lockWhom({ user_id, department_id }: Pick<ExtensionInput, 'user_id' | 'department_id'>): Promise<boolean> {
      const found = await (user_id
        ? sql`select from users where id = ${user_id} and role_id = 2 and removed_at is null for share`
        : sql`select from departments where id = ${department_id ?? null} and removed_at is null for share`)
      return found.length > 0
    },

    /** The audit record and the notices follow by themselves: database/functions/calendar.sql. */
    async add(termId: number, { part, user_id = null, department_id = null, last_day }: ExtensionInput, by: number) {
      const row = { term_id: termId, kind: part, user_id, department_id, last_day, created_by: by }
      const [added] = await sql<[{ id: number }]>`insert into term_extensions ${sql.insert(row)} returning id`
      return added.id
    },

    async termOf(id: number): Promise<number> {
      const [found] = await sql<[{ term_id: number }]>`select term_id from term_extensions where id = ${id}`
      return found.term_id
    },

    /** False if it was withdrawn already. */
    async withdraw(id: number, by: number): Promise<boolean> {
      const rows = await sql`update term_extensions set withdrawn_at = now(), withdrawn_by = ${by}
        where id = ${id} and withdrawn_at is null returning id`
      return rows.length > 0
    },
  }
}
