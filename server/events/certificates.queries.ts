import type { CertificateFacts, EventGuest } from '../../contract/events.ts'
import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'

/** The person of a certificate: a member, or a guest. */
export type Attendee = { user_id: number } | { guest_id: number }

export interface StoredCertificate {
  code: string
  event_id: number
  user_id: number | null
  guest_id: number | null
  content: string
  issued_at: string
  checksum: string
}

type EventNames = { event_names: Translations; activity_names: Translations }

export function certificates(sql: Sql) {
  const moment = (alias: string, column: string) =>
    sql`to_char(${sql.identifier(alias)}.${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const stored = sql`select c.code, c.event_id, c.user_id, c.guest_id, c.content, encode(c.checksum, 'hex') as checksum,
    ${moment('c', 'issued_at')} as issued_at from event_certificates c`

  return {
    /** What a certificate would confirm at this moment; undefined for who was not there, and before the end of the event. */
    async facts(eventId: number, attendee: Attendee): Promise<(CertificateFacts & EventNames) | undefined> {
      const sessions = (condition: ReturnType<typeof sql>) => sql`
        (select json_agg(json_build_object('begins_at', ${moment('s', 'begins_at')}, 'ends_at', ${moment('s', 'ends_at')}) order by s.begins_at)
          from event_sessions s where s.event_id = e.id and ${condition})`
      const event = sql`e.name as event, e.titles as event_names, e.place, a.name as activity, a.names as activity_names
        from events e join activities a on a.id = e.activity_id`
      const rows =
        'user_id' in attendee
          ? await sql<(CertificateFacts & EventNames & { other_name: string | null })[]>`
              select u.name, u.other_name, ${sessions(sql`exists (select from event_check_ins c where c.session_id = s.id and c.user_id = u.id)`)} as sessions,
                ${event} join users u on u.id = ${attendee.user_id}
              where e.id = ${eventId} and e.state = 'done' and was_at_event(e.id, u.id)`
          : await sql<(CertificateFacts & EventNames & { other_name: string | null })[]>`
              select g.name, null as other_name, ${sessions(sql`true`)} as sessions, ${event} join event_guests g on g.event_id = e.id
              where e.id = ${eventId} and e.state = 'done' and g.id = ${attendee.guest_id}`
      const [found] = rows
      return found && { ...found, other_name: found.other_name ?? undefined }
    },

    /** Stores what is confirmed. The same facts have the same code, however often and by whomever they are asked for. */
    async keep(code: string, eventId: number, attendee: Attendee, content: string, by: number): Promise<StoredCertificate> {
      const [userId, guestId] = 'user_id' in attendee ? [attendee.user_id, null] : [null, attendee.guest_id]
      const checksum = sql`sha256(convert_to(${content}::text, 'UTF8'))`
      await sql`
        insert into event_certificates (code, event_id, user_id, guest_id, content, checksum, issued_by)
        values (${code}, ${eventId}, ${userId}, ${guestId}, ${content}, ${checksum}, ${by}) on conflict do nothing`
      const [kept] = await sql<[StoredCertificate]>`
        ${stored} where c.event_id = ${eventId} and c.user_id is not distinct from ${userId}::int
          and c.guest_id is not distinct from ${guestId}::int and c.checksum = ${checksum}`
      return kept
    },

    async byCode(code: string): Promise<StoredCertificate | undefined> {
      const [found] = await sql<StoredCertificate[]>`${stored} where c.code = ${code}`
      return found
    },

    async guests(eventId: number): Promise<EventGuest[]> {
      return sql<EventGuest[]>`select id, name from event_guests where event_id = ${eventId} order by name, id`
    },

    /** Undefined if a guest of that name is on the list already. */
    async addGuest(eventId: number, name: string, by: number): Promise<EventGuest | undefined> {
      const [added] = await sql<EventGuest[]>`
        insert into event_guests (event_id, name, created_by) values (${eventId}, ${name}, ${by}) on conflict do nothing returning id, name`
      return added
    },

    async removeGuest(eventId: number, id: number): Promise<boolean> {
      const removed = await sql`delete from event_guests where event_id = ${eventId} and id = ${id} returning id`
      return removed.length > 0
    },
  }
}
