import type { LateLine, LineKey, LineKind, MailLine, NeverSignedInLine, PostingLine } from '../../contract/inbox.ts'
import { inboxDays, mailRefusals, pageSize } from '../../contract/limits.ts'
import type { Taken } from '../../contract/taken.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { openableId, reviewablePostings, waitingPostings } from '../policy/policy.queries.ts'
import { isAdmin, type Viewer } from '../policy/policy.ts'
import { isLate, waitsSince as since } from '../review/late.queries.ts'
import { withSameEvidence } from '../review/same-evidence.queries.ts'
import { hasInbox, takenOf } from '../taken/taken.queries.ts'

export interface Counts {
  resubmitted: number
  replies: number
  same_evidence: number
  late: number
  late_postings: number
  never_signed_in: number
  never_signed_in_members: number
  mails: number
}

/** What waits for a viewer: in the terms that are open, what they may decide themselves. */
export function inbox(sql: Sql, viewer: Viewer) {
  const from = sql`posted_activities p join terms t on t.id = p.term_id join users u on u.id = p.user_id
    left join departments d on d.id = u.department_id and d.removed_at is null`
  const isWaiting = waitingPostings(sql, viewer)
  /** A returned posting with a reply of its member. The viewer may decide about it again. */
  const hasReply = sql`${waitingPostings(sql, viewer, 'returned')} and ${repliedAt(sql)} is not null`
  /** The postings that wait, and those of them with a warning. */
  const waiting = (condition = sql`true`) => sql`
    waiting as materialized (
      select p.id, p.user_id, p.activity_id, p.link_key, p.resubmitted_at is not null as is_resubmitted, ${isLate(sql)} as is_late,
        coalesce(d.id, 0) as department_id
      from ${from} where ${isWaiting} and ${condition}),
    warned as (${withSameEvidence(sql, 'waiting')})`
  const department = sql`case when d.id is not null then json_build_object('name', d.name, 'names', d.names) end as department`
  const member = sql`u.id as user_id, u.name as member_name, u.other_name as member_other_name`

  const postings = (condition: Fragment) => sql<PostingLine[]>`
    with ${waiting()}
    select 'posting' as kind, p.id, ${member}, ${department}, p.activity_name, p.activity_names, ${moment(sql, since(sql))} as since,
      ${takenOf(sql, sql`'posting'`, sql`p.id`, since(sql))} as taken
    from ${from} where ${condition} order by ${since(sql)}, p.id limit ${pageSize.inbox}`

  return {
    /** All counts in one query. Accounts are counted for administrators alone. */
    async counts(): Promise<Counts> {
      const accounts = isAdmin(viewer)
      const [row] = await sql<[Counts]>`
        with ${waiting()},
        missing as (
          select coalesce(d.id, 0) as department_id, count(*) as members from ${neverSignedIn(sql)} and ${accounts} group by 1)
        select (count(*) filter (where is_resubmitted))::int as resubmitted, (select count(*)::int from warned) as same_evidence,
          (select count(*)::int from ${from} where ${hasReply}) as replies,
          (count(distinct department_id) filter (where is_late))::int as late, (count(*) filter (where is_late))::int as late_postings,
          (select count(*)::int from missing) as never_signed_in, (select coalesce(sum(members), 0)::int from missing) as never_signed_in_members,
          (select count(*)::int from ${refusedMails(sql)} and ${accounts}) as mails
        from waiting`
      return row
    },

    resubmitted: () => postings(sql`p.id in (select id from waiting where is_resubmitted)`),

    async replies(): Promise<PostingLine[]> {
      return sql<PostingLine[]>`
        select 'posting' as kind, p.id, ${member}, ${department}, p.activity_name, p.activity_names, p.state,
          ${moment(sql, repliedAt(sql))} as since, ${takenOf(sql, sql`'posting'`, sql`p.id`, repliedAt(sql))} as taken
        from ${from} where ${hasReply} order by ${repliedAt(sql)}, p.id limit ${pageSize.inbox}`
    },

    sameEvidence: () => postings(sql`p.id in (select id from warned)`),

    /**
     * All departments: no other list shows them. A head decides nothing of their own, and nothing after the last day of review: then only the
     * office can.
     */
    async late(): Promise<LateLine[]> {
      const canDecide = sql`exists (
        select from department_heads h where h.department_id = l.department_id and h.user_id is distinct from l.author_id
          and coalesce(last_day_of(t, 'review', h.user_id, l.department_id) >= current_date, true))`
      const decider = sql`json_build_object('id', ${openableId(sql, viewer, sql`w.id`)}, 'name', w.name)`
      return sql<LateLine[]>`
        with late as (
          select p.term_id, u.department_id, case when own.user_id is not null then u.id end as author_id, count(*) as postings,
            min(${since(sql)}) as since
          from ${from} left join department_heads own on own.user_id = u.id
          where ${isWaiting} and ${isLate(sql)} group by 1, 2, 3)
        select 'late' as kind, coalesce(d.id, 0) as id, ${department}, sum(l.postings)::int as postings,
          ${moment(sql, sql`min(l.since)`)} as since,
          (select coalesce(json_agg(${decider} order by w.sort_name, w.id), '[]') from department_heads h join users w on w.id = h.user_id
            where h.department_id = d.id) as heads,
          (select coalesce(json_agg(${decider} order by w.sort_name, w.id), '[]') from users w
            where w.id in (select g.delegate_id from delegations_in_force g where g.department_id = d.id)) as delegates,
          coalesce(sum(l.postings) filter (where not ${canDecide}), 0)::int as office,
          ${takenOf(sql, sql`'late'`, sql`coalesce(d.id, 0)`)} as taken
        from late l join terms t on t.id = l.term_id left join departments d on d.id = l.department_id and d.removed_at is null
        group by d.id order by min(l.since), d.id`
    },

    async neverSignedIn(): Promise<NeverSignedInLine[]> {
      return sql<NeverSignedInLine[]>`
        select 'never_signed_in' as kind, coalesce(d.id, 0) as id, ${department}, count(*)::int as members,
          ${takenOf(sql, sql`'never_signed_in'`, sql`coalesce(d.id, 0)`)} as taken
        from ${neverSignedIn(sql)} group by d.id order by count(*) desc, d.name`
    },

    async mails(): Promise<MailLine[]> {
      const refused = sql`f.retry_at - make_interval(days => ${mailRefusals.refusedDays})`
      return sql<MailLine[]>`
        select 'mail' as kind, u.id, ${member}, ${department}, f.email, f.reason, ${moment(sql, refused)} as since,
          ${takenOf(sql, sql`'mail'`, sql`u.id`)} as taken
        from ${refusedMails(sql)} order by f.retry_at, u.id limit ${pageSize.inbox}`
    },

    /** The day by the time zone of the portal, which the database has. */
    async today(): Promise<string> {
      const [row] = await sql<[{ today: string }]>`select current_date as today`
      return row.today
    },

    /** Whether the viewer finds the line in their inbox, or would with more lines. */
    async hasLine({ kind, id }: LineKey): Promise<boolean> {
      const [found] = await sql`select from (select) one where ${this.isThere(kind, id)}`
      return found !== undefined
    },

    isThere(kind: LineKind, id: number): Fragment {
      const posting = (condition: Fragment) => sql`exists (select from ${from} where ${isWaiting} and ${condition})`
      const accounts = isAdmin(viewer)
      switch (kind) {
        case 'question':
          return sql`exists (select from score_questions q where q.id = ${id} and q.state = 'open' and ${reviewablePostings(sql, viewer, 'q')})`
        case 'posting':
          return sql`(exists (
            with ${waiting(sql`p.id = ${id}`)} select from waiting where is_resubmitted or exists (select from warned))
            or exists (select from ${from} where ${hasReply} and p.id = ${id}))`
        case 'late':
          return posting(sql`coalesce(d.id, 0) = ${id} and ${isLate(sql)}`)
        case 'never_signed_in':
          return sql`exists (select from ${neverSignedIn(sql)} and coalesce(d.id, 0) = ${id} and ${accounts})`
        case 'mail':
          return sql`exists (select from ${refusedMails(sql)} and u.id = ${id} and ${accounts})`
        default:
          return sql`exists (select from terms t where t.id = ${id} and t.status = 'open'
            and t.${sql.identifier(kind)} between current_date and current_date + ${inboxDays}::integer)`
      }
    },
  }
}

export function takes(sql: Sql) {
  return {
    /**
     * Takes a line that nobody has, or the person of `fromId`, or a person who has no inbox any more. False if another person has it. Who has
     * it already keeps their moment.
     */
    async take({ kind, id }: LineKey, by: number, fromId: number | undefined): Promise<boolean> {
      const taken = await sql`
        insert into inbox_takes as k (kind, subject_id, taken_by) values (${kind}, ${id}, ${by})
        on conflict (kind, subject_id) do update set taken_by = excluded.taken_by,
          taken_at = case when k.taken_by = excluded.taken_by then k.taken_at else now() end
        where k.taken_by in (excluded.taken_by, ${fromId ?? null}::integer) or not ${hasInbox(sql, sql`k.taken_by`)}
        returning kind`
      return taken.length > 0
    },

    async read({ kind, id }: LineKey): Promise<Taken | null> {
      const [row] = await sql<[{ taken: Taken | null }]>`select ${takenOf(sql, sql`${kind}`, sql`${id}::integer`)} as taken`
      return row.taken
    },

    /** Who has which lines of these kinds, by `kind id`. */
    async ofKind(kinds: readonly LineKind[], ids: readonly number[]): Promise<Map<string, Taken>> {
      const found = await sql<{ key: string; taken: Taken | null }[]>`
        select k.kind || ' ' || k.subject_id as key, ${takenOf(sql, sql`k.kind`, sql`k.subject_id`)} as taken from inbox_takes k
        where k.kind = any(${[...kinds]}) and k.subject_id = any(${[...ids]})`
      return new Map(found.flatMap(({ key, taken }) => (taken ? [[key, taken] as const] : [])))
    },

    async giveBack({ kind, id }: LineKey, by: number) {
      await sql`delete from inbox_takes where kind = ${kind} and subject_id = ${id} and taken_by = ${by}`
    },

    /** Deletes those whose line is done. No list shows them: this keeps a line that comes back later from being taken at once. */
    async forgetDone() {
      const waiting = sql`posted_activities p join terms t on t.id = p.term_id and t.status = 'open' join users u on u.id = p.user_id
        left join departments d on d.id = u.department_id and d.removed_at is null`
      await sql`
        delete from inbox_takes k where not coalesce(case k.kind
          when 'question' then exists (select from score_questions q where q.id = k.subject_id and q.state = 'open')
          when 'posting' then exists (
            select from ${waiting} where p.id = k.subject_id
              and case p.state when 'posted' then ${since(sql)} when 'returned' then ${repliedAt(sql)} end <= k.taken_at)
          when 'late' then exists (
            select from ${waiting} where p.state = 'posted' and coalesce(d.id, 0) = k.subject_id and ${isLate(sql)})
          when 'never_signed_in' then exists (select from ${neverSignedIn(sql)} and coalesce(d.id, 0) = k.subject_id)
          when 'mail' then exists (select from ${refusedMails(sql)} and u.id = k.subject_id)
          else (select t.status = 'open' and (to_jsonb(t) ->> k.kind)::date >= current_date from terms t where t.id = k.subject_id)
        end, false)`
    },
  }
}

const moment = (sql: Sql, value: Fragment) => sql`to_char((${value}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Since when the returned posting `p` has a reply that nobody answered; null without one. */
const repliedAt = (sql: Sql) => sql`(
  select max(m.created_at) from posting_messages m
  where m.posted_activity_id = p.id and m.author_id = p.user_id and m.created_at > p.reviewed_at
    and not exists (select from posting_messages o where o.posted_activity_id = p.id and o.id > m.id and o.author_id <> p.user_id))`

/** The members who never signed in, and the addresses that the mail server refuses, to be followed by further conditions. */
const neverSignedIn = (sql: Sql) => sql`users u left join departments d on d.id = u.department_id and d.removed_at is null
  where u.role_id = 2 and u.removed_at is null and not exists (select from first_sign_ins f where f.user_id = u.id)`
const refusedMails = (sql: Sql) => sql`mail_failures f join users u on u.id = f.user_id and u.email = f.email
  left join departments d on d.id = u.department_id and d.removed_at is null where f.is_refused and u.removed_at is null`
