import { mailRefusals } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'

const { permanent, temporary, firstRetryMinutes, retryFactor, refusedDays } = mailRefusals

export interface Recipient {
  user_id: number
  name: string
  email: string
  /** The message of the office that is sent. */
  message_id?: number
}

/** Whether an e-mail to a user `u` may be tried now. */
export function mayTryAddress(sql: Sql) {
  return sql`not exists (
    select from mail_failures f where f.user_id = u.id and f.email = u.email and f.retry_at > now())`
}

export function mailFailures(sql: Sql) {
  return {
    /** Stores a refusal, with what the mail server said. */
    async add({ user_id, email }: Recipient, isPermanent: boolean, reason: string) {
      const most = isPermanent ? permanent : temporary
      await sql`
        with failure as (
          select u.id, coalesce(f.attempts, 0) + 1 as attempts
          from users u left join mail_failures f on f.user_id = u.id and f.email = ${email} where u.id = ${user_id})
        insert into mail_failures (user_id, email, attempts, reason, is_refused, retry_at)
        select id, ${email}, attempts, ${reason}, attempts >= ${most}, now() + case
          when attempts >= ${most} then make_interval(days => ${refusedDays})
          else least(interval '1 day', make_interval(mins => (${firstRetryMinutes} * power(${retryFactor}, attempts - 1))::int)) end
        from failure
        on conflict (user_id) do update set email = excluded.email, attempts = excluded.attempts, reason = excluded.reason,
          is_refused = excluded.is_refused, retry_at = excluded.retry_at`
    },

    async forget({ user_id }: Recipient) {
      await sql`delete from mail_failures where user_id = ${user_id}`
    },
  }
}
