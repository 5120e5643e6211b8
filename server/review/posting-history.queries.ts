import { messages } from '../../contract/languages/catalogue.ts'
import { usualReview } from '../../contract/limits.ts'
import type { InCharge } from '../../contract/posting-history.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { NotFound } from '../errors/errors.ts'
import { openableId, reachablePostings, reviewableBy } from '../policy/policy.queries.ts'
import { type Capacity, reviewGrantsOf, type Viewer } from '../policy/policy.ts'
import type { PostingRecord } from './posting-history.ts'

export function postingHistory(sql: Sql) {
  /** The latest decisions in one state; an index has them in this order. */
  const latest = (state: Fragment) => sql`
    (select user_id, reviewed_at, reviewed_at - coalesce(resubmitted_at, created_at) as taken from posted_activities
      where state = ${state} order by reviewed_at desc, id desc limit ${usualReview.looked})`

  /** The median of the latest decisions about members of the department `m`, in days. */
  const usualDays = sql`
    select case when count(*) >= ${usualReview.least}
      then greatest(round(percentile_cont(0.5) within group (order by extract(epoch from taken))::numeric / 86400), 1)::int end
    from (
      select decided.taken from (${latest(sql`'verified'`)} union all ${latest(sql`'returned'`)}) decided
      join users u on u.id = decided.user_id
      where u.department_id = m.department_id order by decided.reviewed_at desc limit ${usualReview.counted}) counted`

  return {
    /** The owner of a posting. Not found by viewers who may neither see nor review it. */
    async ownerOf(viewer: Viewer, postingId: number): Promise<number> {
      const [posting] = await sql<{ user_id: number }[]>`
        select p.user_id from posted_activities p join terms t on t.id = p.term_id
        where p.id = ${postingId} and ${reachablePostings(sql, viewer, 'p', 't')}`
      if (!posting) throw new NotFound(messages.postedActivities.notFound)
      return posting.user_id
    },

    /** The owner of a posting and its records in the audit trail, oldest first. */
    async records(viewer: Viewer, postingId: number): Promise<{ ownerId: number; records: PostingRecord[] }> {
      const ownerId = await this.ownerOf(viewer, postingId)
      const records = await sql<PostingRecord[]>`
        select id::int as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id,
          ${openableId(sql, viewer, sql`audit.actor_id`)} as openable_id,
          -- The owner of the posting is its poster, whatever filled the table.
          coalesce(actor_name, case when kind = 'posted' then (select name from users where id = ${ownerId}) end) as actor_name,
          -- The owner of the posting learns who decided, and not by which right.
          case when ${ownerId === viewer.id}::boolean then null else capacity end as capacity, kind, before, after
        from audit where subject = 'posting' and subject_id = ${postingId} order by id`
      return { ownerId, records }
    },

    /** The capacity in which the viewer reviews the posting of another person; undefined for who does not review it. */
    async capacity(viewer: Viewer, postingId: number): Promise<Capacity | undefined> {
      for (const grant of reviewGrantsOf(viewer)) {
        const found = await sql`
          select from posted_activities p where p.id = ${postingId} and ${reviewableBy(sql, viewer, grant, 'p')}`
        if (found.length > 0) return grant.capacity
      }
      return undefined
    },

    /** Who has the viewer's own posting while it waits, and how long that usually takes; null for any other posting. */
    async inCharge(viewer: Viewer, postingId: number): Promise<InCharge | null> {
      const mayStill = (id: Fragment) => sql`coalesce(last_day_of(t, 'review', ${id}, m.department_id) >= current_date, true)`
      // The heads of the department, or else the deans of its faculty.
      const heads = sql`
        select h.user_id from (
          select h.user_id, h.is_head, bool_or(h.is_head) over () as has_head from (
            select user_id, true as is_head from department_heads where department_id = m.department_id
            union all select user_id, false from faculty_deans where faculty_id = m.faculty_id) h
          where h.user_id <> p.user_id and ${mayStill(sql`h.user_id`)}) h
        where h.is_head or not h.has_head`
      // Who reviews for a head, for a dean where no head does, or for an administrator where neither does. The rule of the day is not for the latter.
      const delegates = sql`
        select g.delegate_id from delegation_scopes g
        where p.user_id not in (g.delegate_id, g.lender_id) and g.delegate_id not in (${heads})
          and (g.department_id = m.department_id and ${mayStill(sql`g.delegate_id`)}
            or g.faculty_id = m.faculty_id and g.lender_id in (${heads}) and ${mayStill(sql`g.delegate_id`)}
            or g.is_everybody and not exists (${heads}))`
      const names = (ids: Fragment) => sql`
        (select coalesce(json_agg(json_build_object('name', w.name, 'other_name', w.other_name) order by w.sort_name, w.id), '[]')
          from users w where w.id in (${ids}))`
      const [found] = await sql<InCharge[]>`
        select ${names(heads)} as heads, ${names(delegates)} as delegates,
          (${usualDays}) as usual_days
        from posted_activities p join terms t on t.id = p.term_id
        -- The department of the posting's day, or else that of the member.
        cross join lateral (
          select coalesce(of_day.id, s.department_id) as department_id,
            case when of_day.id is null then s.faculty_id else of_day.faculty_id end as faculty_id
          from (select) one
          left join term_standing s on s.user_id = p.user_id and s.term_id = p.term_id and s.is_member
          left join departments of_day on of_day.id = p.owner_department_id and of_day.removed_at is null) m
        where p.id = ${postingId} and p.user_id = ${viewer.id} and p.state = 'posted' and t.status = 'open'`
      return found ?? null
    },
  }
}
