import type { NamedPerson } from '../../contract/events.ts'
import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'

/** A person whom a row of a list may name. */
export interface Candidate extends NamedPerson {
  username: string
  email: string | null
  department_name: string | null
  department_names: Translations | null
  is_invited: boolean
  /** Whether they are checked in to the session. */
  is_there: boolean
  /** Whether they were taken off the list of the event. */
  is_removed: boolean
}

export function participants(sql: Sql) {
  return {
    /** Everybody with an account, because a list may also name people for whom the event is not. */
    async candidates(eventId: number, sessionId: number): Promise<Candidate[]> {
      return sql<Candidate[]>`
        select u.id, u.name, u.other_name, u.username, u.email, d.name as department_name, d.names as department_names,
          is_invited(e, u.id) as is_invited,
          exists (select from event_check_ins c where c.session_id = ${sessionId} and c.user_id = u.id) as is_there,
          exists (select from event_removals r where r.event_id = e.id and r.user_id = u.id) as is_removed
        from events e cross join users u left join departments d on d.id = u.department_id and d.removed_at is null
        where e.id = ${eventId} and u.removed_at is null order by u.id`
    },

    /** Adds guests, each once. Returns the number of those who were not on the list. */
    async addGuests(eventId: number, names: readonly string[], by: number): Promise<number> {
      const added = await sql`
        insert into event_guests (event_id, name, created_by)
        select ${eventId}, name, ${by} from jsonb_array_elements_text(${sql.json([...names])}) as name
        on conflict do nothing returning id`
      return added.length
    },
  }
}
