import type { Translations } from '../../contract/fields.ts'
import { invitationPauseMinutes } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { administers } from '../policy/policy.queries.ts'

/** A user who may be invited, or not. */
export interface Invitee {
  id: number
  name: string
  is_administrator: boolean
  is_removed: boolean
  has_address: boolean
  has_signed_in: boolean
  is_recent: boolean
}

/** A user on a slip. */
export interface SlipUser {
  id: number
  name: string
  other_name: string | null
  username: string
  email: string | null
  is_administrator: boolean
  /** Null for a removed department. */
  department_name: string | null
  department_names: Translations | null
}

/**
 * The columns of the last invitation of a user `u`, with `i` from invitations: when it was, its state, and why it failed. An e-mail that
 * was not tried yet waits, and one that is neither sent nor waiting was given up.
 */
export function invitationOf(sql: Sql): Fragment {
  const queued = sql`from account_mails m where m.user_id = u.id and m.is_invitation`
  const refused = sql`from mail_failures r where r.user_id = u.id and r.email = u.email`
  return sql`
    to_char(i.invited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as invited_at,
    case when i.user_id is null then null
      when i.sent_at is not null then 'sent'
      when exists (select ${queued} and m.taken_at is null) then 'waiting'
      when exists (select ${queued}) and not exists (select ${refused}) then 'waiting'
      else 'failed' end as invitation,
    case when i.sent_at is null and i.user_id is not null then (select r.reason ${refused}) end as invitation_failure`
}

export function invitations(sql: Sql) {
  return {
    /** The users, locked until the end of the transaction, always in the same order: two invitations at once are one. */
    async lock(ids: readonly number[]): Promise<Invitee[]> {
      await sql`select from users where id = any(${ids}) order by id for no key update`
      return sql<Invitee[]>`
        select u.id, u.name, ${administers(sql, 'u')} as is_administrator, u.removed_at is not null as is_removed, coalesce(u.email, '') <> '' as has_address,
          f.user_id is not null as has_signed_in,
          coalesce(i.invited_at > now() - make_interval(mins => ${invitationPauseMinutes}), false) as is_recent
        from users u left join first_sign_ins f on f.user_id = u.id left join invitations i on i.user_id = u.id
        where u.id = any(${ids})`
    },

    /** Stores the invitations, with an audit record for each. */
    async add(ids: readonly number[]) {
      await sql`
        insert into invitations (user_id) select id from unnest(${ids}::int[]) as id
        on conflict (user_id) do update set invited_at = now(), sent_at = null`
      await sql`
        select write_audit('session', 'invited', null, u.name, u.id, null, jsonb_build_object('email', u.email))
        from users u where u.id = any(${ids})`
    },

    /** Notes that the mail server took the link of a user. */
    async markSent(userId: number) {
      await sql`update invitations set sent_at = now() where user_id = ${userId} and sent_at is null`
    },

    /** The users for slips, by department and name, users without a department last. */
    async slipUsers(ids: readonly number[]): Promise<SlipUser[]> {
      return sql<SlipUser[]>`
        select u.id, u.name, u.other_name, u.username, u.email, ${administers(sql, 'u')} as is_administrator, d.name as department_name, d.names as department_names
        from users u left join departments d on d.id = u.department_id and d.removed_at is null
        where u.id = any(${ids}) and u.removed_at is null
        order by d.name nulls last, u.sort_name, u.id`
    },
  }
}
