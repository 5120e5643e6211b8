import { mostOthersCounted, pageSize } from '../../contract/limits.ts'
import type { SameEvidenceOfPosting } from '../../contract/same-evidence.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { isTermMember, knownPostings, reachablePostings, visiblePostings } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

export type PostingWithSameEvidence = SameEvidenceOfPosting & { id: number }

/** Whether posting `p` shares its image, a file or its link with another one, as a warning and not as a note (see below). */
export function hasSameEvidence(sql: Sql): Fragment {
  return sql`(exists (${imageElsewhere(sql)}) or p.link_key is not null and exists (${linkElsewhere(sql)}))`
}

const linkElsewhere = (sql: Sql) => sql`
  select from posted_activities o where o.link_key = p.link_key and o.id <> p.id
    and (o.activity_id <> p.activity_id or o.user_id = p.user_id)`

// The image of one posting may be among the files of the other.
const imageElsewhere = (sql: Sql) => sql`
  select from (select content_hash from posted_images i where i.posted_activity_id = p.id
    union all select content_hash from evidence_files f where f.posted_activity_id = p.id) own
  where exists (select from posted_images o where o.content_hash = own.content_hash and o.posted_activity_id <> p.id)
    or exists (select from evidence_files o where o.content_hash = own.content_hash and o.posted_activity_id <> p.id)`

/**
 * Selects the ids of those postings of a subquery `among` (with id, user_id, activity_id, link_key) that share their image, a file or their
 * link with another one, as a warning and not as a note (see below).
 */
export function withSameEvidence(sql: Sql, among: string): Fragment {
  const postings = sql.identifier(among)
  // With a LIMIT, PostgreSQL looks each link up, instead of reading all of them: few postings wait beside those there are.
  return sql`
    select p.id from ${postings} p cross join lateral (${linkElsewhere(sql)} limit 1) other where p.link_key is not null
    union select own.id from (
      select p.id, i.content_hash from ${postings} p join posted_images i on i.posted_activity_id = p.id
      union all select p.id, f.content_hash from ${postings} p join evidence_files f on f.posted_activity_id = p.id) own
    where exists (select from posted_images o where o.content_hash = own.content_hash and o.posted_activity_id <> own.id)
      or exists (select from evidence_files o where o.content_hash = own.content_hash and o.posted_activity_id <> own.id)`
}

/** Postings that share their image, a file or their link with another one, as far as the viewer may know of that one. */
export function sameEvidence(sql: Sql, viewer: Viewer) {
  const isNamed = knownPostings(sql, viewer, 'o')
  // The right to open is looked up only where it differs. A posting that waits in a term of which its owner is no member is in no list.
  const isReachable = viewer.delegations.length === 0 ? sql`true` : reachablePostings(sql, viewer, 'o', 'ot')
  const canOpen = sql`(o.state <> 'posted' or ${isTermMember(sql, 'ot', 'ou')}) and ${isReachable}`

  /** The oldest postings, and the number of further ones; of those that the viewer may not see, only that there are some. */
  const others = (candidates: Fragment) => sql`
    select coalesce(json_agg(json_build_object('posting_id', id, 'user_id', user_id, 'member_name', member_name,
        'member_other_name', member_other_name,
        'activity_name', activity_name, 'activity_names', activity_names,
        'starting_date', starting_date, 'state', state, 'term_id', term_id, 'term_status', term_status, 'can_open', can_open,
        'is_note', is_note) order by is_note, id) filter (where is_named and place <= ${pageSize.sameEvidence}), '[]') as named,
      (count(*) filter (where is_named and place > ${pageSize.sameEvidence} and not is_note))::int as more,
      (count(*) filter (where is_named and place > ${pageSize.sameEvidence} and is_note))::int as more_notes,
      coalesce(bool_or(not is_named and not is_note), false) as is_elsewhere
    from (
      select *, row_number() over (partition by is_named, is_note order by id) as place
      from (
        select o.*, ou.name as member_name, ou.other_name as member_other_name, ot.status as term_status, ${isNamed} as is_named, ${canOpen} as can_open
        from (${candidates} order by is_note, o.id limit ${mostOthersCounted}) o
        join users ou on ou.id = o.user_id join terms ot on ot.id = o.term_id) found) other`

  const hashes = sql`array(select i.content_hash union all select content_hash from evidence_files where posted_activity_id = p.id)`
  const withImage = others(sql`
    select o.*, false as is_note from posted_activities o where o.id <> p.id and o.id in (
      select posted_activity_id from posted_images where content_hash = any(${hashes})
      union all select posted_activity_id from evidence_files where content_hash = any(${hashes}))`)

  // Colleagues who post the same event link to its page, and rightly so.
  const withLink = others(sql`
    select o.*, o.activity_id = p.activity_id and o.user_id <> p.user_id as is_note from posted_activities o
    where o.link_key = p.link_key and o.id <> p.id`)

  /** The joins for postings `p` with their images `i`. */
  const joins = sql`cross join lateral (${withImage}) same_image cross join lateral (${withLink}) same_link`
  const columns = sql`same_image.named as same_image, same_image.is_elsewhere as same_image_elsewhere,
    same_link.named as same_link, same_link.is_elsewhere as same_link_elsewhere,
    json_build_object('same_image', same_image.more, 'same_link', same_link.more, 'same_link_notes', same_link.more_notes) as more`

  return {
    joins,
    columns,

    /** Postings of a member that share evidence, in the terms in which the viewer may see the member. */
    async ofUser(userId: number): Promise<PostingWithSameEvidence[]> {
      return sql<PostingWithSameEvidence[]>`
        select p.id, ${columns}
        from posted_activities p left join posted_images i on i.posted_activity_id = p.id ${joins}
        where p.user_id = ${userId} and ${visiblePostings(sql, viewer, 'p')}
          and (same_image.is_elsewhere or same_link.is_elsewhere
            or json_array_length(same_image.named) > 0 or json_array_length(same_link.named) > 0)
        order by p.id`
    },
  }
}
