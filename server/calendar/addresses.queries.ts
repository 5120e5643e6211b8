import type { Translations } from '../../contract/fields.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { TermDays } from '../../contract/term-days.ts'
import type { Sql } from '../../database/connect.ts'

interface Owner {
  id: number
  language: Language | null
}

type CalendarTerm = { id: number; name: string; names: Translations } & TermDays

/** The secret addresses of calendars. Their audit records follow by themselves: database/functions/calendar.sql. */
export function calendarAddresses(sql: Sql) {
  return {
    async createdAt(userId: number): Promise<string | null> {
      const [found] = await sql<{ created_at: string }[]>`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
        from calendar_addresses where user_id = ${userId}`
      return found?.created_at ?? null
    },

    /** Replaces the address of the user: the former one ends. */
    async set(userId: number, tokenHash: Buffer) {
      await sql`insert into calendar_addresses (user_id, token_hash) values (${userId}, ${tokenHash})
        on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now()`
    },

    async revoke(userId: number) {
      await sql`delete from calendar_addresses where user_id = ${userId}`
    },

    /** Undefined for an address that does not exist, was revoked, or belongs to a removed user. */
    async ownerOf(tokenHash: Buffer): Promise<Owner | undefined> {
      const [owner] = await sql<Owner[]>`
        select u.id, p.language from calendar_addresses a join users u on u.id = a.user_id
        left join user_preferences p on p.user_id = u.id
        where a.token_hash = ${tokenHash} and u.removed_at is null`
      return owner
    },

    /** The open terms with the days of a person: what is open longer for them has its later day. */
    async termsOf(userId: number): Promise<CalendarTerm[]> {
      const own = (part: string) => sql`last_day_of(t, ${part}, u.id, u.department_id)`
      return sql<CalendarTerm[]>`
        select t.id, t.name, t.names, ${own('posting')} as posting_until, ${own('review')} as review_until, t.scores_until, t.release_on,
          ${own('questions')} as questions_until, t.closing_on
        from terms t join users u on u.id = ${userId} where t.status = 'open' order by t.start_date`
    },
  }
}
