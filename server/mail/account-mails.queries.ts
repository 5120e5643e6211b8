import type { Language } from '../../contract/languages/languages.ts'
import type { Sql } from '../../database/connect.ts'
import { validMinutes } from '../forgotten-password/forgotten-password.queries.ts'

/** An e-mail that was not sent by then is tried again. Sending one takes less. */
const tryAgainMinutes = 2

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
  passkey: string | null
  user_id: number
  username: string
  name: string
  email: string
  /** Null: never chosen. */
  language: Language | null
}

/** E-mails about an account. They are queued in the transaction of the change, so that no change goes unnoticed. */
export function accountMails(sql: Sql) {
  return {
    /** Without a user it is sent to nobody. */
    async add(kind: AccountMailKind, userId: number | null, passkey: string | null = null) {
      await sql`insert into account_mails (user_id, kind, passkey) values (${userId}, ${kind}, ${passkey})`
    },

    async remove(kind: AccountMailKind, userId: number | null) {
      await sql`delete from account_mails where user_id = ${userId} and kind = ${kind}`
    },

    /** The oldest that is due; taken, so that no other server sends the same. Nobody waits for a link that is hours late. */
    async take(): Promise<DueMail | undefined> {
      const [mail] = await sql<DueMail[]>`
        with due as (
          select m.id, m.kind, m.passkey, u.id as user_id, u.username, u.name, u.email, p.language
          from account_mails m join users u on u.id = m.user_id left join user_preferences p on p.user_id = u.id
          where u.removed_at is null and u.email is not null
            and (m.taken_at is null or m.taken_at < now() - make_interval(mins => ${tryAgainMinutes}))
            and m.created_at > now() - case m.kind when 'password link' then make_interval(mins => ${validMinutes}) else interval '1 day' end
          order by m.id limit 1 for update of m skip locked)
        update account_mails m set taken_at = now() from due where m.id = due.id
        returning m.id::int as id, due.kind, due.passkey, due.user_id, due.username, due.name, due.email, due.language`
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
