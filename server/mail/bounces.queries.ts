import { bounceDays, mailRefusals } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import type { Failure } from './bounces.ts'
import type { Recipient } from './mail-failures.queries.ts'

/** The ids of e-mails that may come back. */
export function bounceIds(sql: Sql) {
  return {
    async add(idHash: Buffer, { user_id, email, message_id }: Recipient) {
      await sql`insert into mail_bounce_ids (id_hash, user_id, email, message_id)
        values (${idHash}, ${user_id}, ${email}, ${message_id ?? null})`
    },

    async isKnown(idHash: Buffer): Promise<boolean> {
      return (await sql`select from mail_bounce_ids where id_hash = ${idHash}`).length > 0
    },

    /**
     * Notes that an e-mail came back, once: its message is not delivered, and an address that was refused for good is refused, if the user
     * still has it. One statement, so that two reports at once are one.
     */
    async markFailed(idHash: Buffer, { isPermanent, reason }: Failure): Promise<boolean> {
      const found = await sql`
        with reported as (
          update mail_bounce_ids set reported_at = now() where id_hash = ${idHash} and reported_at is null
          returning user_id, email, message_id),
        messages_back as (
          update message_recipients r set email_state = 'failed', email_reason = ${reason} from reported
          where r.message_id = reported.message_id and r.user_id = reported.user_id and r.email_state = 'sent'),
        addresses_back as (
          insert into mail_failures (user_id, email, attempts, reason, is_refused, retry_at)
          select u.id, u.email, 1, ${reason}, true, now() + make_interval(days => ${mailRefusals.refusedDays})
          from reported join users u on u.id = reported.user_id and u.email = reported.email where ${isPermanent}::boolean
          on conflict (user_id) do update set email = excluded.email, attempts = excluded.attempts, reason = excluded.reason,
            is_refused = excluded.is_refused, retry_at = excluded.retry_at)
        select from reported`
      return found.length > 0
    },

    async forgetOld() {
      await sql`delete from mail_bounce_ids where sent_at < now() - make_interval(days => ${bounceDays})`
    },
  }
}
