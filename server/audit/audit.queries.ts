import type { AuditPerson, AuditQuery, AuditRecord } from '../../contract/audit.ts'
import type { Names } from '../../contract/audit-values.ts'
import type { Sql } from '../../database/connect.ts'

export interface AuditEvent {
  kind:
    | 'signed in'
    | 'signed out'
    | 'sign-in refused'
    | 'refused'
    | 'factor added'
    | 'factor removed'
    | 'factor renamed'
    | 'recovery codes made'
    | 'password link requested'
    | 'password reset'
  /** Whom it concerns, where that is known. */
  personId: number | undefined
  details?: Record<string, string | number>
}

export function audit(sql: Sql) {
  return {
    /** What no trigger records: signing in and out, links for new passwords, refusals, and second factors, whose rows are secret. */
    async record({ kind, personId, details }: AuditEvent) {
      await sql`select write_audit('session', ${kind}, null, (select name from users where id = ${personId ?? null}), ${personId ?? null},
        null, ${details ? sql.json(details) : null})`
    },

    async people(): Promise<AuditPerson[]> {
      return sql<AuditPerson[]>`
        select id, name, username, removed_at is not null as is_removed from users order by removed_at is not null, name_sort_key(name), id`
    },

    /** Names for the ids in the records: people, departments and terms. */
    async names(): Promise<Names> {
      type Named = { list: keyof Names; id: number; name: string }
      const all = await sql<Named[]>`
        select 'users' as list, id, name from users union all
        select 'departments', id, name from departments where removed_at is null union all
        select 'terms', id, name from terms`
      const names = { users: new Map<number, string>(), departments: new Map<number, string>(), terms: new Map<number, string>() }
      for (const { list, id, name } of all) names[list].set(id, name)
      return names
    },

    /** Newest first, by keyset pagination: a page of a million records costs no more than one of a hundred. */
    async page({ before, person, subject, kind, from, to, zone }: AuditQuery, size: number): Promise<AuditRecord[]> {
      return sql<AuditRecord[]>`
        select id::int as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id, actor_name, address, capacity,
          subject, kind, subject_id, subject_name, person_id, before, after
        from audit
        where true
          ${before === undefined ? sql`` : sql`and id < ${before}`}
          ${person === undefined ? sql`` : sql`and (actor_id = ${person} or person_id = ${person})`}
          ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
          ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
          ${from === undefined ? sql`` : sql`and at >= ${from}::date::timestamp at time zone ${zone}`}
          ${to === undefined ? sql`` : sql`and at < (${to}::date + 1)::timestamp at time zone ${zone}`}
        order by audit.id desc limit ${size}`
    },
  }
}
