import type {
  AdministratorLine,
  LateLine,
  LineKey,
  LineKind,
  MailLine,
  NeverSignedInLine,
  PostingLine,
} from '../../contract/inbox.ts'
import { inboxDays, mailRefusals, pageSize } from '../../contract/limits.ts'
import type { Taken } from '../../contract/taken.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { openableId, reviewablePostings, waitingPostings } from '../policy/policy.queries.ts'
import { can, isAdmin, type Viewer } from '../policy/policy.ts'
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
  administrators: number
}

/** What waits for a viewer: in the terms that are open, what they may decide themselves. */
export function inbox(sql: Sql, viewer: Viewer) {
  const from = ofReviewing(sql, sql`terms t on t.id = p.term_id`)
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

  /** The administrators whom the viewer may confirm: neither those whom they proposed, nor themselves. */
  const toConfirm = sql`administrator_requests q join users u on u.id = q.user_id
    left join departments d on d.id = u.department_id and d.removed_at is null
    where ${can(viewer, 'give-rights')}::boolean and ${viewer.id} not in (q.asked_by, q.user_id)`

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
          (select count(*)::int from ${refusedMails(sql)} and ${accounts}) as mails,
          (select count(*)::int from ${toConfirm}) as administrators
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
     * All departments: no other list shows them. A head or dean decides nothing of their own, and nothing after the last day of review: then
     * only the office can.
     */
    async late(): Promise<LateLine[]> {
      const canDecide = sql`exists (
        select from (
          select h.user_id from department_heads h where h.department_id = d.id
          union all select n.user_id from faculty_deans n where n.faculty_id = d.faculty_id) h
        where h.user_id is distinct from l.author_id
          and coalesce(last_day_of(t, 'review', h.user_id, l.department_id) >= current_date, true))`
      const decider = sql`json_build_object('id', ${openableId(sql, viewer, sql`w.id`)}, 'name', w.name)`
      return sql<LateLine[]>`
        with late as (
          select p.term_id, d.id as department_id, case when own.holds_office then u.id end as author_id, count(*) as postings,
            min(${since(sql)}) as since
          from ${from} cross join lateral (
            select exists (select from department_heads where user_id = u.id) or exists (select from faculty_deans where user_id = u.id)
              as holds_office) own
          where ${isWaiting} and ${isLate(sql)} group by 1, 2, 3)
        select 'late' as kind, coalesce(d.id, 0) as id, ${department}, sum(l.postings)::int as postings,
          ${moment(sql, sql`min(l.since)`)} as since,
          (select coalesce(json_agg(${decider} order by w.sort_name, w.id), '[]') from department_heads h join users w on w.id = h.user_id
            where h.department_id = d.id) as heads,
          (select coalesce(json_agg(${decider} order by w.sort_name, w.id), '[]') from faculty_deans n join users w on w.id = n.user_id
            where n.faculty_id = d.faculty_id) as deans,
          (select coalesce(json_agg(${decider} order by w.sort_name, w.id), '[]') from users w
            where w.id in (
              select g.delegate_id from delegation_scopes g where g.department_id = d.id or g.faculty_id = d.faculty_id)) as delegates,
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

    async administrators(): Promise<AdministratorLine[]> {
      return sql<AdministratorLine[]>`
        select 'administrator' as kind, q.id, ${member}, ${department}, q.asked_by as asked_by_id,
          (select name from users a where a.id = q.asked_by) as asked_by_name, ${moment(sql, sql`q.asked_at`)} as since,
          ${takenOf(sql, sql`'administrator'`, sql`q.id`)} as taken
        from ${toConfirm} order by q.asked_at, q.id limit ${pageSize.inbox}`
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
          return sql`exists (select from score_questions q where q.id = ${id} and q.state = 'open' and ${reviewablePostings(sql, viewer, 'q', 'member')})`
        case 'posting':
          return sql`(exists (
            with ${waiting(sql`p.id = ${id}`)} select from waiting where is_resubmitted or exists (select from warned))
            or exists (select from ${from} where ${hasReply} and p.id = ${id}))`
        case 'late':
          return posting(sql`coalesce(d.id, 0) = ${id} and ${isLate(sql)}`)
        case 'never_signed_in':
          return sql`exists (select from ${neverSignedIn(sql)} and coalesce(d.id, 0) = ${id} and ${accounts})`
        case 'administrator':
          return sql`exists (select from ${toConfirm} and q.id = ${id})`
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
      const waiting = ofReviewing(sql, sql`terms t on t.id = p.term_id and t.status = 'open'`)
      await sql`
        delete from inbox_takes k where not coalesce(case k.kind
          when 'question' then exists (select from score_questions q where q.id = k.subject_id and q.state = 'open')
          when 'posting' then exists (
            select from ${waiting} where p.id = k.subject_id
              and case p.state when 'posted' then ${since(sql)} when 'returned' then ${repliedAt(sql)} end <= k.taken_at)
          when 'late' then exists (
            select from ${waiting} where p.state = 'posted' and coalesce(d.id, 0) = k.subject_id and ${isLate(sql)})
          when 'never_signed_in' then exists (select from ${neverSignedIn(sql)} and coalesce(d.id, 0) = k.subject_id)
          when 'administrator' then exists (select from administrator_requests q where q.id = k.subject_id)
          when 'mail' then exists (select from ${refusedMails(sql)} and u.id = k.subject_id)
          else (select t.status = 'open' and (to_jsonb(t) ->> k.kind)::date >= current_date from terms t where t.id = k.subject_id)
        end, false)`
    },
  }
}

const moment = (sql: Sql, value: Fragment) => sql`to_char((${value}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Postings `p` of users `u` with the department `d` that reviews them: that of the posting's day, or else that of its member. */
const ofReviewing = (sql: Sql, terms: Fragment) => sql`posted_activities p join ${terms} join users u on u.id = p.user_id
  left join departments of_day on of_day.id = p.owner_department_id and of_day.removed_at is null
  left join departments d on d.id = coalesce(of_day.id, u.department_id) and d.removed_at is null`

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
