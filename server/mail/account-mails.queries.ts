import type { Language } from '../../contract/languages/languages.ts'
import { mail as limits, passwordLinkMinutes } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import { mayTryAddress } from './mail-failures.queries.ts'

/** A change of a second factor. */
export type FactorChange =
  | 'passkey added'
  | 'passkey removed'
  | 'app added'
  | 'app removed'
  | 'codes made'
  | 'code used'
  | 'factors removed'

export type AccountMailKind = 'password link' | 'password changed' | FactorChange

/** An e-mail that is due, and its receiver. */
export interface DueMail {
  id: number
  kind: AccountMailKind
  /** Whether the link is an invitation to choose the first password. */
  is_invitation: boolean
  passkey: string | null
  user_id: number
  username: string
  name: string
  email: string
  /** Null for a user who never chose one. */
  language: Language | null
}

/** E-mails about an account. They are queued in the transaction of the change, so that no change goes unnoticed. */
export function accountMails(sql: Sql) {
  return {
    /** Queues an e-mail. Without a user it is never sent. */
    async add(kind: AccountMailKind, userId: number | null, passkey: string | null = null) {
      await sql`insert into account_mails (user_id, kind, passkey) values (${userId}, ${kind}, ${passkey})`
    },

    /** Queues the links of invitations, in place of those that still wait. */
    async addInvitations(userIds: readonly number[]) {
      await sql`delete from account_mails where user_id = any(${userIds}) and kind = 'password link'`
      await sql`insert into account_mails (user_id, kind, is_invitation) select id, 'password link', true from unnest(${userIds}::int[]) as id`
    },

    async remove(kind: AccountMailKind, userId: number | null) {
      await sql`delete from account_mails where user_id = ${userId} and kind = ${kind}`
    },

    /**
     * The oldest e-mail that is due, those that failed before after the others; it is taken, so that no other server sends the same. A link
     * that is hours late is of no use; as it was asked for this moment, it is tried once whatever became of the e-mails before. Hundreds of
     * invitations let the link pass that a member waits for, and may be late.
     */
    async take(): Promise<DueMail | undefined> {
      const [mail] = await sql<DueMail[]>`
        with due as (
          select m.id, m.kind, m.is_invitation, m.passkey, u.id as user_id, u.username, u.name, u.email, p.language
          from account_mails m join users u on u.id = m.user_id left join user_preferences p on p.user_id = u.id
          where u.removed_at is null and u.email is not null
            and (${mayTryAddress(sql)} or (m.kind = 'password link' and m.taken_at is null))
            and (m.taken_at is null or m.taken_at < now() - make_interval(mins => ${limits.accountRetryMinutes}))
            and m.created_at > now() - case
              when m.kind = 'password link' and not m.is_invitation then make_interval(mins => ${passwordLinkMinutes})
              else interval '1 day' end
          order by m.taken_at nulls first, m.is_invitation, m.id limit 1 for update of m skip locked)
        update account_mails m set taken_at = now() from due where m.id = due.id
        returning m.id::int as id, due.kind, due.is_invitation, due.passkey, due.user_id, due.username, due.name, due.email, due.language`
      return mail
    },

    async isThere(id: number): Promise<boolean> {
      return (await sql`select from account_mails where id = ${id}`).length > 0
    },

    async markSent(id: number) {
      await sql`delete from account_mails where id = ${id}`
    },

    async forgetOld() {
      await sql`delete from account_mails where created_at <= now() - interval '1 day'`
    },
  }
}
