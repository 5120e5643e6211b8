import type { MailTopic } from '../../contract/digest.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Sql } from '../../database/connect.ts'

const columns: Readonly<Record<MailTopic, string>> = { notices: 'notice_mails', messages: 'message_mails' }
const keptDays = 400

/** The choices of users about e-mails that are not compulsory, beside the weekly one, and the links that switch these off. */
export function mailChoices(sql: Sql) {
  return {
    /** Null for a user without an e-mail address. */
    async read(userId: number): Promise<Record<MailTopic, boolean> | null> {
      const [found] = await sql<{ notices: boolean; messages: boolean }[]>`
        select coalesce(p.notice_mails, true) as notices, coalesce(p.message_mails, true) as messages
        from users u left join user_preferences p on p.user_id = u.id where u.id = ${userId} and u.email is not null`
      return found ?? null
    },

    /** The audit record follows by itself: database/functions/digest.sql. */
    async set(userId: number, topic: MailTopic, isOn: boolean) {
      const column = sql.identifier(columns[topic])
      await sql`insert into user_preferences (user_id, ${column}) values (${userId}, ${isOn})
        on conflict (user_id) do update set ${column} = excluded.${column}`
    },

    async addLink(tokenHash: Buffer, userId: number, topic: MailTopic) {
      await sql`insert into mail_stops (token_hash, user_id, topic) values (${tokenHash}, ${userId}, ${topic})`
    },

    /** The reader to whom the e-mail with this token was sent, and what it was about. */
    async readerOf(
      tokenHash: Buffer,
    ): Promise<{ user_id: number; topic: MailTopic; language: Language | null; is_on: boolean } | undefined> {
      const [reader] = await sql<{ user_id: number; topic: MailTopic; language: Language | null; is_on: boolean }[]>`
        select u.id as user_id, s.topic, p.language,
          coalesce(case s.topic when 'notices' then p.notice_mails else p.message_mails end, true) as is_on
        from mail_stops s join users u on u.id = s.user_id left join user_preferences p on p.user_id = u.id
        where s.token_hash = ${tokenHash} and u.removed_at is null`
      return reader
    },

    async forgetOldLinks() {
      await sql`delete from mail_stops where created_at < now() - make_interval(days => ${keptDays})`
    },
  }
}
