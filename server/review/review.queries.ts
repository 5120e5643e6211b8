import type { PostingToReview, ReviewInput, ReviewQuery } from '../../contract/review.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { reviewableBy, reviewablePostings, visiblePostings } from '../policy/policy.queries.ts'
import type { ReviewGrant, Viewer } from '../policy/policy.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'

interface Locked {
  id: number
  version: number
  user_id: number
}

export function review(sql: Sql) {
  const { columns, tables } = postedActivities(sql)

  /** Of those whom the reviewer may review; a closed term is frozen. */
  const waiting = ({ department_id, type, term_id, posting_id }: ReviewQuery, reviewer: Viewer) => sql`
    p.state = 'posted' and t.status = 'open' and ${reviewablePostings(sql, reviewer, 'p')}
    ${department_id === undefined ? sql`` : sql`and u.department_id = ${department_id}`}
    ${type === undefined ? sql`` : sql`and p.type = ${type}`}
    ${term_id === undefined ? sql`` : sql`and p.term_id = ${term_id}`}
    ${posting_id === undefined ? sql`` : sql`and p.id = ${posting_id}`}`

  const sameImage = sql`oi.content_hash = i.content_hash and o.id < p.id`
  const sameLink = sql`o.link is not null and link_key(o.link) = link_key(p.link) and o.id < p.id`
  const isNamed = (reviewer: Viewer) => sql`(${visiblePostings(sql, reviewer, 'o')} or ${reviewablePostings(sql, reviewer, 'o')})`

  /** Earlier postings with the same evidence. The oldest few are enough. */
  const earlier = (isSame: Fragment, reviewer: Viewer) => sql`
    (select coalesce(json_agg(line), '[]') from (
      select o.id as posting_id, ou.name as member_name, o.activity_name, o.activity_name_ckb, o.activity_name_ar, o.starting_date
      from posted_activities o join users ou on ou.id = o.user_id
      left join posted_images oi on oi.posted_activity_id = o.id
      where ${isSame} and ${isNamed(reviewer)} order by o.id limit 5) line)`

  /** Of those whom the reviewer may not see, only that there are some. */
  const isElsewhere = (isSame: Fragment, reviewer: Viewer) => sql`
    exists (select from posted_activities o left join posted_images oi on oi.posted_activity_id = o.id
      where ${isSame} and not ${isNamed(reviewer)})`

  /** From the edit by which its owner answered the last return. Only a posting that was returned and edited has a third version. */
  const editsSinceReturn = sql`
    (select coalesce(json_agg(json_build_object('before', e.before, 'after', e.after) order by e.id), '[]') from audit e
      where p.version > 2 and e.person_id = p.user_id and e.subject = 'posting' and e.subject_id = p.id and e.kind = 'edited'
        and e.id >= (select max(id) from audit where person_id = p.user_id and subject = 'posting' and subject_id = p.id
          and actor_id = p.user_id and before ->> 'state' = 'returned'))`

  return {
    async page(query: ReviewQuery, reviewer: Viewer, size: number): Promise<PostingToReview[]> {
      return sql<PostingToReview[]>`
        select ${columns}, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as posted_at,
          u.name as member_name, d.name as department_name, d.name_ckb as department_name_ckb, d.name_ar as department_name_ar,
          ${earlier(sameImage, reviewer)} as same_image, ${isElsewhere(sameImage, reviewer)} as same_image_elsewhere,
          ${earlier(sameLink, reviewer)} as same_link, ${isElsewhere(sameLink, reviewer)} as same_link_elsewhere,
          ${editsSinceReturn} as edits_since_return
        from ${tables}
        join users u on u.id = p.user_id
        left join departments d on d.id = u.department_id and d.removed_at is null
        where ${waiting(query, reviewer)} ${query.after === undefined ? sql`` : sql`and p.id > ${query.after}`}
        order by p.id limit ${size}`
    },

    async count(query: ReviewQuery, reviewer: Viewer): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from posted_activities p join terms t on t.id = p.term_id join users u on u.id = p.user_id
        where ${waiting(query, reviewer)}`
      return row.count
    },

    /** Held until the end of the transaction, always in the same order. Their members stay in their departments as long. */
    async lock(ids: readonly number[]): Promise<Locked[]> {
      const found = await sql<Locked[]>`
        select id, version, user_id from posted_activities where id = any(${ids}) order by id for update`
      await sql`select from users where id = any(${found.map(({ user_id }) => user_id)}) order by id for share`
      return found
    },

    /** Those of the postings that the reviewer may decide about by this grant. */
    async reviewableBy(reviewer: Viewer, grant: ReviewGrant, ids: readonly number[]): Promise<number[]> {
      const found = await sql<{ id: number }[]>`
        select p.id from posted_activities p where p.id = any(${ids}) and ${reviewableBy(sql, reviewer, grant, 'p')}`
      return found.map(({ id }) => id)
    },

    async decide(ids: readonly number[], input: ReviewInput, by: number) {
      const isDecided = input.state !== 'posted'
      await sql`
        update posted_activities set state = ${input.state}, returned_reason = ${input.state === 'returned' ? input.reason : null},
          reviewed_by = ${isDecided ? by : null}, reviewed_at = ${isDecided ? sql`now()` : null}
        where id = any(${ids})`
    },
  }
}
