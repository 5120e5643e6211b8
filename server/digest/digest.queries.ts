import type { Language } from '../../contract/languages/languages.ts'
import type { Notice } from '../../contract/notices.ts'
import type { Sql } from '../../database/connect.ts'
import { visiblePostings, waitingPostings } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

/** Of Monday, in the time zone of the settings. */
const dueHour = 7
/** Who starts the portal on a Thursday, or sets up e-mail then, does not send the digest of Monday. */
const dueForHours = 24
/** A digest that a server took and did not finish by then is taken by another. Sending one takes less. */
const tryAgainMinutes = 10
const keptDays = 400

/** The week before a Monday at 7: what the digest of that Monday is about. */
export interface DigestWeek {
  /** That Monday. */
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
  /** Null: never chosen. */
  language: Language | null
}

export interface DigestTerm {
  id: number
  name: string
  end_date: string
  days_left: number
}

/** What became of the postings that the viewer sees. */
interface PostingsOfWeek {
  posted: number
  verified: number
  returned: number
}

export function digests(sql: Sql) {
  /** Whether a user `u` with the preferences `p` gets digests. */
  const wantsDigest = sql`u.removed_at is null and u.email is not null and coalesce(p.weekly_digest, true)`

  return {
    /** Undefined at all other times. Without a moment, that of the database's clock. */
    async dueWeek(zone: string, at?: Date): Promise<DigestWeek | undefined> {
      const [found] = await sql<DigestWeek[]>`
        with clock as (select coalesce(${at ?? null}::timestamptz, now()) as moment),
        monday as (
          select moment, date_trunc('week', moment at time zone ${zone} - make_interval(hours => ${dueHour}))::date as day from clock),
        due as (
          select moment, day, (day + make_interval(hours => ${dueHour})) at time zone ${zone} as until,
            (day - 7 + make_interval(hours => ${dueHour})) at time zone ${zone} as since from monday)
        select day as week, since::text, until::text, (moment at time zone ${zone})::date as today from due
        where moment < until + make_interval(hours => ${dueForHours})`
      return found
    },

    /** A row for everybody who is to get one and has none yet. */
    async plan({ week }: DigestWeek) {
      await sql`
        insert into digests (user_id, week)
        select u.id, ${week} from users u left join user_preferences p on p.user_id = u.id
        where ${wantsDigest} and not exists (select from digests d where d.user_id = u.id and d.week = ${week})
        on conflict do nothing`
    },

    /** The next one that is due; taken, so that no other server sends the same. */
    async take({ week }: DigestWeek): Promise<DigestReader | undefined> {
      const [reader] = await sql<DigestReader[]>`
        with due as (
          select d.user_id, d.week, u.name, u.email, p.language
          from digests d join users u on u.id = d.user_id left join user_preferences p on p.user_id = u.id
          where d.week = ${week} and d.done_at is null and ${wantsDigest}
            and (d.taken_at is null or d.taken_at < now() - make_interval(mins => ${tryAgainMinutes}))
          order by d.user_id limit 1 for update of d skip locked)
        update digests d set taken_at = now() from due where d.user_id = due.user_id and d.week = due.week
        returning due.user_id, due.name, due.email, due.language`
      return reader
    },

    /** False if another server has done it: this one was too slow. Without a token nothing is sent. */
    async markDone({ user_id }: DigestReader, { week }: DigestWeek, tokenHash: Buffer | null): Promise<boolean> {
      const done = await sql`
        update digests set done_at = now(), token_hash = ${tokenHash}
        where user_id = ${user_id} and week = ${week} and done_at is null returning user_id`
      return done.length > 0
    },

    /** It was not sent, and is tried again later. */
    async markNotDone({ user_id }: DigestReader, { week }: DigestWeek) {
      await sql`update digests set done_at = null, token_hash = null where user_id = ${user_id} and week = ${week}`
    },

    async forgetOld() {
      await sql`delete from digests where week < current_date - ${keptDays}::integer`
    },

    /** Nothing is to be done in a closed one. */
    async currentTerm({ today }: DigestWeek): Promise<DigestTerm | undefined> {
      const [term] = await sql<DigestTerm[]>`
        select id, name, end_date, end_date - ${today}::date as days_left from terms where is_current and status = 'open'`
      return term
    },

    /** Of those that wait for the reviewer's decision, how many were posted since then. */
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
     * What was decided about the member and still holds: an activity that was edited since is not returned any more. Notices about scores are
     * taken first: a score that changes from then on does not replace them (database/functions/notices.sql).
     */
    async news(userId: number, { since, until }: DigestWeek): Promise<Pick<Notice, 'kind' | 'term_name' | 'details'>[]> {
      await sql`
        update notices set digest_taken_at = now()
        where user_id = ${userId} and kind = 'scored' and created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz`
      return sql<Pick<Notice, 'kind' | 'term_name' | 'details'>[]>`
        select n.kind, t.name as term_name, n.details
        from notices n left join terms t on t.id = n.term_id left join posted_activities p on p.id = n.posting_id
        where n.user_id = ${userId} and n.created_at >= ${since}::timestamptz and n.created_at < ${until}::timestamptz
          and ((n.kind = 'scored' and n.digest_taken_at is not null) or (n.kind in ('verified', 'returned') and p.state = n.kind and not exists (
            select from notices later where later.user_id = n.user_id and later.posting_id = n.posting_id and later.kind = n.kind
              and later.id > n.id)))
        order by n.id`
    },
  }
}

/** Who gets it. */
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

    /** To whom the e-mail with this token was sent. */
    async readerOf(tokenHash: Buffer): Promise<{ user_id: number; language: Language | null; is_on: boolean } | undefined> {
      const [reader] = await sql<{ user_id: number; language: Language | null; is_on: boolean }[]>`
        select u.id as user_id, p.language, coalesce(p.weekly_digest, true) as is_on
        from digests d join users u on u.id = d.user_id left join user_preferences p on p.user_id = u.id
        where d.token_hash = ${tokenHash} and u.removed_at is null`
      return reader
    },
  }
}
