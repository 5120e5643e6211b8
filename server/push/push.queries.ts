import type { Language } from '../../contract/languages/languages.ts'
import { push, quietFromHour, quietUntilHour } from '../../contract/limits.ts'
import type { Notice } from '../../contract/notices.ts'
import { type PushChoices, type PushTopic, pushTopics } from '../../contract/push.ts'
import type { Sql } from '../../database/connect.ts'
import type { BrowserKeys } from './encryption.ts'
import { makeVapidKeys, type VapidKeys } from './vapid.ts'

/** A device for which something waits. */
export interface DueDevice extends BrowserKeys {
  id: number
  token_hash: Buffer
  user_id: number
  endpoint: string
  failures: number
  /** Null for a user who never chose one. */
  language: Language | null
  details: boolean
}

export type PushedNotice = Pick<Notice, 'id' | 'kind' | 'posting_id' | 'term_id' | 'term_name' | 'term_names' | 'details'>

/** The keys of the portal, which are made once. The private one never leaves the server. */
export async function vapidKeys(sql: Sql): Promise<VapidKeys> {
  const stored = () => sql<VapidKeys[]>`select public_key, private_key from push_keys`
  const [known] = await stored()
  if (known) return known
  await sql`insert into push_keys ${sql.insert({ ...makeVapidKeys() })} on conflict do nothing`
  // Another server may have made them at the same moment.
  const [made] = await stored()
  if (!made) throw new Error('The keys for push services were not stored.')
  return made
}

/** Since when the portal has reached no push service, as a moment in UTC; null if it reaches them. */
export async function outageSince(sql: Sql): Promise<string | null> {
  const [outage] = await sql<{ since: string }[]>`
    select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since from push_outage`
  return outage?.since ?? null
}

/** The number of devices to which notices go. */
export async function countDevices(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int as count from push_subscriptions`
  return row.count
}

export function pushDevices(sql: Sql) {
  return {
    async isOn(tokenHash: Buffer): Promise<boolean> {
      return (await sql`select from push_subscriptions where token_hash = ${tokenHash}`).length > 0
    },

    /** Sends notices to the browser of a session from now on. A browser belongs to the person who signed in there last. */
    async set(userId: number, tokenHash: Buffer, { endpoint, p256dh, auth }: BrowserKeys & { endpoint: string }) {
      await sql`delete from push_subscriptions where endpoint = ${endpoint} and token_hash <> ${tokenHash}`
      const row = { token_hash: tokenHash, user_id: userId, endpoint, p256dh, auth }
      await sql`
        insert into push_subscriptions ${sql.insert(row)} on conflict (token_hash) do update
        set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, not_before = null`
      await sql`
        delete from push_subscriptions where id in (
          select id from push_subscriptions where user_id = ${userId} order by id desc offset ${push.perPerson})`
    },

    async remove(tokenHash: Buffer) {
      await sql`delete from push_subscriptions where token_hash = ${tokenHash}`
    },

    /** Deletes what waits in vain: it was read, is too old, or its device is gone. */
    async forgetOld() {
      await sql`
        delete from pushes p using notices n where n.id = p.notice_id and (n.read_at is not null
          or n.created_at < now() - make_interval(hours => ${push.hours})
          or not exists (select from push_subscriptions s where s.id = p.subscription_id))`
    },
  }
}

/** The choices of users about notices on devices. All topics are on for who never chose. */
export function pushChoices(sql: Sql) {
  return {
    async read(userId: number): Promise<{ topics: Record<PushTopic, boolean>; details: boolean }> {
      const [found] = await sql<{ push_off: string[]; push_details: boolean }[]>`
        select push_off, push_details from user_preferences where user_id = ${userId}`
      const isOn = (topic: PushTopic) => !found?.push_off.includes(topic)
      const topics = Object.fromEntries(pushTopics.map((topic) => [topic, isOn(topic)])) as Record<PushTopic, boolean>
      return { topics, details: found?.push_details ?? false }
    },

    /** What is left out of the choices stays. What waits of a topic that is off now is not sent. */
    async set(userId: number, { details, ...topics }: PushChoices) {
      const chosen = pushTopics.filter((topic) => topics[topic] !== undefined)
      const off = chosen.filter((topic) => topics[topic] === false)
      await sql`insert into user_preferences (user_id) values (${userId}) on conflict do nothing`
      await sql`
        update user_preferences set push_details = coalesce(${details ?? null}::boolean, push_details),
          push_off = array(select unnest(push_off) except select unnest(${chosen}::text[])) || ${off}::text[]
        where user_id = ${userId}`
      await sql`
        delete from pushes p using push_subscriptions s, notices n
        where s.id = p.subscription_id and s.user_id = ${userId} and n.id = p.notice_id and push_topic(n.kind) = any(${off}::text[])`
    },
  }
}

/** What waits to be sent. Without a moment, the clock of the database decides. */
export function waitingPushes(sql: Sql, at?: Date) {
  const moment = sql`coalesce(${at ?? null}::timestamptz, now())`

  return {
    async isNight(timeZone: string): Promise<boolean> {
      const [row] = await sql<[{ hour: number }]>`select extract(hour from ${moment} at time zone ${timeZone})::int as hour`
      return row.hour >= quietFromHour || row.hour < quietUntilHour
    },

    /**
     * The next device for which something waits, those that failed before after the others; it is taken, so that no other server sends the
     * same. A notice waits for a moment: of ten, the device hears once.
     */
    async take(): Promise<DueDevice | undefined> {
      const [device] = await sql<DueDevice[]>`
        with due as (
          select s.id from push_subscriptions s
          where (s.not_before is null or s.not_before <= ${moment}) and exists (
            select from pushes p join notices n on n.id = p.notice_id
            where p.subscription_id = s.id and n.read_at is null and n.created_at <= ${moment} - make_interval(secs => ${push.collectSeconds})
              and n.created_at > ${moment} - make_interval(hours => ${push.hours}))
          order by s.failures, s.id limit 1 for update of s skip locked)
        update push_subscriptions s set not_before = ${moment} + make_interval(mins => ${push.retryMinutes}) from due
        where s.id = due.id
        returning s.id::int as id, s.token_hash, s.user_id, s.endpoint, s.p256dh, s.auth, s.failures,
          (select language from user_preferences c where c.user_id = s.user_id) as language,
          coalesce((select push_details from user_preferences c where c.user_id = s.user_id), false) as details`
      return device
    },

    /** What waits for a device, the newest first. A notice that a device may show is not replaced from here on. */
    async noticesFor({ id }: DueDevice): Promise<PushedNotice[]> {
      return sql<PushedNotice[]>`
        with waiting as (
          update notices n set pushed_at = coalesce(n.pushed_at, now()) from pushes p
          where p.subscription_id = ${id} and n.id = p.notice_id and n.read_at is null
            and n.created_at > ${moment} - make_interval(hours => ${push.hours}) returning n.*)
        select w.id::int as id, w.kind, w.posting_id, w.term_id, t.name as term_name, t.names as term_names,
          w.details || w.translations as details
        from waiting w left join terms t on t.id = w.term_id order by w.id desc`
    },

    async markSent({ id }: DueDevice, notices: readonly PushedNotice[]) {
      await sql`delete from pushes where subscription_id = ${id} and notice_id = any(${notices.map((notice) => notice.id)})`
      await sql`
        update push_subscriptions set failures = 0, not_before = ${moment} + make_interval(mins => ${push.pauseMinutes}) where id = ${id}`
    },

    /** Waits longer after each failure, and as long as the push service asked for. */
    async retryLater({ id }: DueDevice, waitSeconds = 0) {
      await sql`
        update push_subscriptions set failures = failures + 1, not_before = ${moment} + greatest(make_interval(secs => ${waitSeconds}),
          least(interval '1 hour', make_interval(mins => (${push.retryMinutes} * power(${push.retryFactor}, failures))::int)))
        where id = ${id}`
    },

    async giveUp({ id }: DueDevice) {
      await sql`delete from push_subscriptions where id = ${id}`
      await sql`delete from pushes where subscription_id = ${id}`
    },

    async beginOutage() {
      await sql`insert into push_outage default values on conflict do nothing`
    },

    async endOutage() {
      await sql`delete from push_outage`
    },
  }
}
