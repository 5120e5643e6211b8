import type { Translations } from '../../contract/fields.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { mail } from '../../contract/limits.ts'
import type { Notice } from '../../contract/notices.ts'
import type { Sql } from '../../database/connect.ts'
import { mayTryAddress } from '../mail/mail-failures.queries.ts'
import { visiblePostings, waitingPostings } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import { type Settings, weekdays } from '../settings.ts'

/** The hour on that day, in the time zone of the settings. */
const dueHour = 7
/** The hours in which a digest is sent: a portal that is started on a Thursday, or gets e-mail then, does not send that of Sunday. */
const dueForHours = 24
const keptDays = 400

/** The week before the day of the digest at 7, which it is about. */
export interface DigestWeek {
  /** The date of that day. */
  week: string
  since: string
  until: string
  today: string
}

/** A recipient of a digest. */
export interface DigestReader {
  user_id: number
  name: string
  email: string
  /** Null for a reader who never chose one. */
  language: Language | null
}

export interface DigestTerm {
  id: number
  name: string
  names: Translations
  end_date: string
  days_left: number
}

/** The numbers of postings that the viewer sees. */
interface PostingsOfWeek {
  posted: number
  verified: number
  returned: number
}

export type DigestTime = Pick<Settings, 'TIME_ZONE' | 'DIGEST_DAY'>

export function digests(sql: Sql) {
  /** Whether a user `u` with the preferences `p` gets digests. */
  const wantsDigest = sql`u.removed_at is null and u.email is not null and coalesce(p.weekly_digest, true)`

  return {
    /** The week of a digest that is due; undefined at all other times. Without a moment, the database's clock decides. */
    async dueWeek({ TIME_ZONE: zone, DIGEST_DAY }: DigestTime, at?: Date): Promise<DigestWeek | undefined> {
      const [found] = await sql<DigestWeek[]>`
        with clock as (select coalesce(${at ?? null}::timestamptz, now()) as moment),
        latest as (
          select moment, (moment at time zone ${zone} - make_interval(hours => ${dueHour}))::date as day from clock),
        begun as (
          select moment, day - (extract(isodow from day)::int + 7 - ${weekdays.indexOf(DIGEST_DAY) + 1}::int) % 7 as day from latest),
        due as (
          select moment, day, (day + make_interval(hours => ${dueHour})) at time zone ${zone} as until,
            (day - 7 + make_interval(hours => ${dueHour})) at time zone ${zone} as since from begun)
        select day as week, since::text, until::text, (moment at time zone ${zone})::date as today from due
        where moment < until + make_interval(hours => ${dueForHours})`
      return found
    },

    /** Adds a row for every user who is to get a digest and has none yet. */
    async plan({ week }: DigestWeek) {
      await sql`
        insert into digests (user_id, week)
        select u.id, ${week} from users u left join user_preferences p on p.user_id = u.id
        where ${wantsDigest} and not exists (select from digests d where d.user_id = u.id and d.week = ${week})
        on conflict do nothing`
    },

    /** The next digest that is due, those that failed before after the others; it is taken, so that no other server sends the same. */
    async take({ week }: DigestWeek): Promise<DigestReader | undefined> {
      const [reader] = await sql<DigestReader[]>`
        with due as (
          select d.user_id, d.week, u.name, u.email, p.language
          from digests d join users u on u.id = d.user_id left join user_preferences p on p.user_id = u.id
          where d.week = ${week} and d.done_at is null and ${wantsDigest} and ${mayTryAddress(sql)}
            and (d.taken_at is null or d.taken_at < now() - make_interval(mins => ${mail.digestRetryMinutes}))
          order by d.taken_at nulls first, d.user_id limit 1 for update of d skip locked)
        update digests d set taken_at = now() from due where d.user_id = due.user_id and d.week = due.week
        returning due.user_id, due.name, due.email, due.language`
      return reader
    },

    /** False if another server has sent the digest: this one was too slow. Without a token nothing is sent. */
    async markDone({ user_id }: DigestReader, { week }: DigestWeek, tokenHash: Buffer | null): Promise<boolean> {
      const done = await sql`
        update digests set done_at = now(), token_hash = ${tokenHash}
        where user_id = ${user_id} and week = ${week} and done_at is null returning user_id`
      return done.length > 0
    },

    /** The digest was not sent, and is retried later. */
    async markNotDone({ user_id }: DigestReader, { week }: DigestWeek) {
      await sql`update digests set done_at = null, token_hash = null where user_id = ${user_id} and week = ${week}`
    },

    async forgetOld() {
      await sql`delete from digests where week < current_date - ${keptDays}::integer`
    },

    /** The current term, if it is open: in a closed one there is nothing to do. */
    async currentTerm({ today }: DigestWeek): Promise<DigestTerm | undefined> {
      const [term] = await sql<DigestTerm[]>`
        select id, name, names, end_date, end_date - ${today}::date as days_left from terms where is_current and status = 'open'`
      return term
    },

    /** The number of postings since then that wait for the reviewer's decision. */
    async newToReview(reviewer: Viewer, termId: number, { since }: DigestWeek): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from posted_activities p join terms t on t.id = p.term_id join users u on u.id = p.user_id
        where p.term_id = ${termId} and p.created_at >= ${since}::timestamptz and ${waitingPostings(sql, reviewer)}`
      return row.count
    },

    async postingsOfWeek(viewer: Viewer, termId: number, { since, until }: DigestWeek): Promise<PostingsOfWeek> {
      const isInWeek = (moment: string) =>
        sql`p.${sql.identifier(moment)} >= ${since}::timestamptz and p.${sql.identifier(moment)} < ${until}::timestamptz`
      const [counts] = await sql<[PostingsOfWeek]>`
        select (count(*) filter (where ${isInWeek('created_at')}))::int as posted,
          (count(*) filter (where p.state = 'verified' and ${isInWeek('reviewed_at')}))::int as verified,
          (count(*) filter (where p.state = 'returned' and ${isInWeek('reviewed_at')}))::int as returned
        from posted_activities p where p.term_id = ${termId} and ${visiblePostings(sql, viewer, 'p')}`
      return counts
    },

    /**
     * The decisions about the member that still hold: an activity that was edited since is not returned any more. Notices about scores are
     * taken first: a score that changes from then on does not replace them (database/functions/notices.sql).
     */
    async news(
      userId: number,
      { since, until }: DigestWeek,
    ): Promise<Pick<Notice, 'kind' | 'posting_id' | 'term_id' | 'term_name' | 'term_names' | 'details'>[]> {
      await sql`
        update notices set digest_taken_at = now()
        where user_id = ${userId} and kind = 'scored' and created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz`
      return sql<Pick<Notice, 'kind' | 'posting_id' | 'term_id' | 'term_name' | 'term_names' | 'details'>[]>`
        select n.kind, n.posting_id, n.term_id, t.name as term_name, t.names as term_names, n.details || n.translations as details
        from notices n left join terms t on t.id = n.term_id left join posted_activities p on p.id = n.posting_id
        where n.user_id = ${userId} and n.created_at >= ${since}::timestamptz and n.created_at < ${until}::timestamptz
          and ((n.kind = 'scored' and n.digest_taken_at is not null) or (n.kind in ('verified', 'returned') and p.state = n.kind and not exists (
            select from notices later where later.user_id = n.user_id and later.posting_id = n.posting_id and later.kind = n.kind
              and later.id > n.id)))
        order by n.id`
    },
  }
}

/** The choices of users whether they get the digest. */
export function digestChoices(sql: Sql) {
  return {
    /** Null for a user without an e-mail address. */
    async isOn(userId: number): Promise<boolean | null> {
      const [found] = await sql<{ is_on: boolean | null }[]>`
        select case when u.email is not null then coalesce(p.weekly_digest, true) end as is_on
        from users u left join user_preferences p on p.user_id = u.id where u.id = ${userId}`
      return found?.is_on ?? null
    },

    /** The audit record follows by itself: database/functions/digest.sql. */
    async set(userId: number, isOn: boolean) {
      await sql`insert into user_preferences (user_id, weekly_digest) values (${userId}, ${isOn})
        on conflict (user_id) do update set weekly_digest = excluded.weekly_digest`
    },

    /** The reader to whom the e-mail with this token was sent. */
    async readerOf(tokenHash: Buffer): Promise<{ user_id: number; language: Language | null; is_on: boolean } | undefined> {
      const [reader] = await sql<{ user_id: number; language: Language | null; is_on: boolean }[]>`
        select u.id as user_id, p.language, coalesce(p.weekly_digest, true) as is_on
        from digests d join users u on u.id = d.user_id left join user_preferences p on p.user_id = u.id
        where d.token_hash = ${tokenHash} and u.removed_at is null`
      return reader
    },
  }
}
