import { type ListedPosting, type PostingsQuery, sortOf } from '../../contract/postings.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { visibleMembers } from '../policy/policy.queries.ts'
import { seesEverybody, type Viewer } from '../policy/policy.ts'
import type { FoundByWord } from '../review/review.queries.ts'
import { hasSameEvidence } from '../review/same-evidence.queries.ts'
import { has, ofDepartmentAndTitle } from './filters.queries.ts'

export interface Filters extends Omit<PostingsQuery, 'q' | 'after' | 'after_value' | 'sort' | 'warning'> {
  words?: readonly FoundByWord[]
  /** The postings with a warning, and whether they are the ones to list or those to leave out. */
  warned?: { ids: readonly number[]; are: 'listed' | 'left out' } | undefined
}

type Order = Pick<PostingsQuery, 'sort' | 'after' | 'after_value'>
export type PostingRow = ListedPosting & { value: string }

/** With or without: both together leave all rows. */
export function onlyOne(codes: readonly ('with' | 'without')[] | undefined) {
  const [one, other] = [...new Set(codes)]
  return other === undefined ? one : undefined
}

export function postings(sql: Sql) {
  /**
   * The members `m` of the terms `t`: of postings `p`, the row of term_standing. That view has all people in all terms; here each posting
   * looks up its own, so that a page costs a page.
   */
  const members = sql`
    join terms t on t.id = p.term_id
    join users u on u.id = p.user_id
    left join term_results r on r.closing_id = t.closing_id and r.user_id = p.user_id
    left join departments d on r.user_id is null and d.id = u.department_id and d.removed_at is null
    cross join lateral (select is_term_member(t.status, u.role_id, u.removed_at, r.user_id is not null) as is_member,
      case when r.user_id is null then u.title else r.title end as title,
      case when r.user_id is null then u.department_id else r.department_id end as department_id,
      case when r.user_id is null then d.name else r.department_name end as department_name,
      case when r.user_id is null then coalesce(d.names, '{}') else r.department_names end as department_names) m`

  /** The conditions on the member `m` of a term, with the posting or without it. */
  const ofMembers = ({ term_id, user_id, ...filters }: Filters, viewer: Viewer, terms: Fragment, users: Fragment) =>
    sql`m.is_member and ${visibleMembers(sql, viewer, 'm')}
      ${has(term_id) ? sql`and ${terms} = any(${term_id})` : sql``}
      ${has(user_id) ? sql`and ${users} = any(${user_id})` : sql``}
      ${ofDepartmentAndTitle(sql, filters)}`

  /**
   * The postings `p` of those members. The few members of a department are found first: in the order of the list, most postings are not
   * theirs, and would be looked at in vain.
   */
  function ofChosen(filters: Filters, viewer: Viewer): Fragment {
    if (seesEverybody(viewer) && !has(filters.department_id))
      return sql`posted_activities p ${members} where ${ofMembers(filters, viewer, sql`p.term_id`, sql`p.user_id`)}`
    return sql`
      (select m.user_id, m.term_id from term_standing m where ${ofMembers(filters, viewer, sql`m.term_id`, sql`m.user_id`)} offset 0) chosen
      join posted_activities p on p.user_id = chosen.user_id and p.term_id = chosen.term_id join users u on u.id = p.user_id where true`
  }

  const hasEvidence = sql`(p.link is not null or exists (select from posted_images i where i.posted_activity_id = p.id)
    or exists (select from evidence_files f where f.posted_activity_id = p.id))`

  /** The conditions on the posting `p` alone; none if any will do. */
  function ofPostings({ activity_id, type, state, evidence, from, to, warned, words = [] }: Filters): Fragment | undefined {
    const evident = onlyOne(evidence)
    const conditions = [
      ...(has(activity_id) ? [sql`p.activity_id = any(${activity_id})`] : []),
      ...(has(type) ? [sql`p.type = any(${type})`] : []),
      ...(has(state) ? [sql`p.state = any(${state})`] : []),
      ...(from === undefined ? [] : [sql`p.starting_date >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`p.starting_date <= ${to}::date`]),
      ...(evident === undefined ? [] : [evident === 'with' ? hasEvidence : sql`not ${hasEvidence}`]),
      ...(warned ? [sql`${warned.are === 'listed' ? sql`` : sql`not`} p.id in (select unnest(${warned.ids}::int[]))`] : []),
      ...words.map(({ users, activities }) => sql`(p.user_id = any(${users}) or p.activity_id = any(${activities}))`),
    ]
    return conditions.length === 0 ? undefined : conditions.reduce((before, one) => sql`${before} and ${one}`)
  }

  const keys = {
    posted: { value: sql`p.id`, read: sql`''` },
    date: { value: sql`p.starting_date`, read: sql`p.starting_date::text` },
    name: { value: sql`u.sort_name`, read: sql`u.sort_name::text` },
    points: { value: sql`p.counted_points`, read: sql`p.counted_points::text` },
  }
  const typed = {
    date: (value: string) => sql`${value}::date`,
    name: (value: string) => sql`${value}::text`,
    points: (value: string) => sql`${value}::numeric`,
  }

  function orderOf({ sort, after, after_value = '' }: Order) {
    const { by, isDescending } = sortOf(sort)
    const way = isDescending ? sql`desc` : sql``
    const { value, read } = keys[by]
    const [key, order] = by === 'posted' ? [value, sql`p.id ${way}`] : [sql`(${value}, p.id)`, sql`${value} ${way}, p.id ${way}`]
    const cursor = by === 'posted' ? sql`${after ?? 0}::integer` : sql`(${typed[by](after_value)}, ${after ?? 0}::integer)`
    const isAfter = after === undefined ? sql`` : sql`and ${key} ${isDescending ? sql`<` : sql`>`} ${cursor}`
    return { order, isAfter, read }
  }

  return {
    /** A page of postings by keyset. What is looked up for each posting is looked up for those of the page alone. */
    async page(filters: Filters, sorted: Order, viewer: Viewer, size: number): Promise<PostingRow[]> {
      const { order, isAfter, read } = orderOf(sorted)
      const own = ofPostings(filters)
      return sql<PostingRow[]>`
        select p.id, p.user_id, u.name as member_name, u.other_name as member_other_name, m.title, m.department_id, m.department_name,
          m.department_names, p.activity_id, p.activity_name, p.activity_names, p.type, p.score, p.counted_points, p.over_limit,
          p.starting_date, p.link, p.term_id, t.name as term_name, t.names as term_names, t.status as term_status, p.state,
          p.returned_reason, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as posted_at,
          ((select count(*) from posted_images i where i.posted_activity_id = p.id)
            + (select count(*) from evidence_files f where f.posted_activity_id = p.id))::int as files,
          ${hasSameEvidence(sql)} as has_warning, ${read} as value
        from (select p.id from ${ofChosen(filters, viewer)} ${own ? sql`and ${own}` : sql``} ${isAfter}
          order by ${order} limit ${size}) page
        join posted_activities p on p.id = page.id ${members}
        order by ${order}`
    },

    /** The exact number. Where any posting of the members will do, it is the sum that each of them has; else members are looked up once each. */
    async count(filters: Filters, viewer: Viewer): Promise<number> {
      const own = ofPostings(filters)
      const [row] = own
        ? await sql<[{ count: number }]>`
            select coalesce(sum(p.count), 0)::int as count
            from (select p.user_id, p.term_id, count(*) from posted_activities p where ${own} group by p.user_id, p.term_id) p ${members}
            where ${ofMembers(filters, viewer, sql`p.term_id`, sql`p.user_id`)}`
        : await sql<[{ count: number }]>`
            select coalesce(sum(m.posted_count), 0)::int as count from term_standing m
            where ${ofMembers(filters, viewer, sql`m.term_id`, sql`m.user_id`)}`
      return row.count
    },

    /** All postings with a warning, found at once: that is faster than one by one. */
    async withWarning(): Promise<number[]> {
      const rows = await sql<{ id: number }[]>`
        select posted_activity_id as id from (
          select posted_activity_id, min(posted_activity_id) over same as first, max(posted_activity_id) over same as last
          from (select posted_activity_id, content_hash from posted_images
            union all select posted_activity_id, content_hash from evidence_files) hashes
          window same as (partition by content_hash)) shared where first <> last
        union
        select id from (
          select id, count(*) over (partition by key, user_id) as own, min(activity_id) over same as first, max(activity_id) over same as last
          from (select id, user_id, activity_id, link_key as key from posted_activities where link_key is not null) links
          window same as (partition by key)) shared where own > 1 or first <> last`
      return rows.map(({ id }) => id)
    },
  }
}
