import { messages } from '../../contract/languages/catalogue.ts'
import { mostDecidedCounted } from '../../contract/limits.ts'
import type {
  DecisionEffect,
  PostingToReview,
  ReviewCounts,
  ReviewInput,
  ReviewMark,
  ReviewQuery,
} from '../../contract/review.ts'
import { foldForSearch, foldSpelling, searchWords, spellingWords } from '../../contract/searching.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { NotFound } from '../errors/errors.ts'
import { decidedPostings, type ReviewedBy, reviewableBy, waitingPostings } from '../policy/policy.queries.ts'
import type { ReviewGrant, Viewer } from '../policy/policy.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'
import { takenOf } from '../taken/taken.queries.ts'
import type { DecisionReason } from './chosen-reasons.ts'
import { isLate, waitsSince } from './late.queries.ts'
import { hasSameEvidence, sameEvidence } from './same-evidence.queries.ts'

interface Locked {
  id: number
  version: number
  user_id: number
}

/** The users and activities that one word of a search can mean. */
export interface FoundByWord {
  users: number[]
  activities: number[]
}

type Filters = Omit<ReviewQuery, 'q'> & { words?: readonly FoundByWord[] }
type Listed = PostingToReview & { moment: string | null }

export function review(sql: Sql) {
  const { columns, tables } = postedActivities(sql)

  /** Whether posting `p` has a mark. A warning is told of every posting that has one, whoever looks: see same-evidence.queries.ts. */
  const hasMark: Readonly<Record<ReviewMark, Fragment>> = {
    warning: hasSameEvidence(sql),
    'no-evidence': sql`(p.link is null
      and not exists (select from posted_images where posted_activity_id = p.id)
      and not exists (select from evidence_files where posted_activity_id = p.id))`,
    resubmitted: sql`p.resubmitted_at is not null`,
    late: isLate(sql),
  }

  const hasDepartment = sql`exists (select from departments d where d.id = u.department_id and d.removed_at is null)`

  /**
   * Postings of members whom the reviewer may review. A closed term is frozen: nothing waits there, and decided postings are for viewers
   * who see them anyway.
   */
  const wanted = (filters: Filters, reviewer: Viewer) => {
    const { state, department_id, type, activity_id, mark, term_id, posting_id, words = [] } = filters
    return sql`
    ${
      state === undefined
        ? waitingPostings(sql, reviewer)
        : sql`p.state = ${state} and ${decidedPostings(sql, reviewer, 'p', 't')}`
    }
    ${department_id === undefined ? sql`` : department_id === 'none' ? sql`and not ${hasDepartment}` : sql`and u.department_id = ${department_id}`}
    ${type === undefined ? sql`` : sql`and p.type = ${type}`}
    ${activity_id === undefined ? sql`` : sql`and p.activity_id = ${activity_id}`}
    ${mark === undefined ? sql`` : sql`and ${hasMark[mark]}`}
    ${term_id === undefined ? sql`` : sql`and p.term_id = ${term_id}`}
    ${posting_id === undefined ? sql`` : sql`and p.id = ${posting_id}`}
    ${words.reduce(
      (before, { users, activities }) => sql`${before} and (p.user_id = any(${users}) or p.activity_id = any(${activities}))`,
      sql``,
    )}`
  }

  const from = sql`posted_activities p join terms t on t.id = p.term_id join users u on u.id = p.user_id`

  /** The edits from that by which the owner answered the last return. Only a posting that was returned and edited has a third version. */
  const editsSinceReturn = sql`
    (select coalesce(json_agg(json_build_object('before', e.before, 'after', e.after) order by e.id), '[]') from audit e
      where p.version > 2 and e.person_id = p.user_id and e.subject = 'posting' and e.subject_id = p.id and e.kind = 'edited'
        and e.id >= (select max(id) from audit where person_id = p.user_id and subject = 'posting' and subject_id = p.id
          and actor_id = p.user_id and before ->> 'state' = 'returned'))`

  /** The queue is oldest first, decisions newest first. */
  const pageAfter = ({ state, after, after_moment }: Filters) => {
    if (state === undefined) return after === undefined ? sql`` : sql`and p.id > ${after}`
    if (after === undefined || after_moment === undefined) return sql``
    return sql`and (p.reviewed_at, p.id) < (${after_moment}::timestamptz, ${after}::integer)`
  }
  const order = ({ state }: Filters) => (state === undefined ? sql`p.id` : sql`p.reviewed_at desc, p.id desc`)

  return {
    /**
     * The users and activities of every word of the text, folded as in every other search (contract/searching.ts). The same folding stands
     * in PostgreSQL (`fold_for_search`); here one pass over the names, which are few beside the postings, serves all words. A word that
     * finds nothing is compared in other spellings.
     */
    async search(text: string): Promise<FoundByWord[]> {
      const words = searchWords(text)
      if (words.length === 0) return []
      type Named = { id: number; is_user: boolean; names: string }
      const named = await sql<Named[]>`
        select id, true as is_user, name || coalesce(' ' || other_name, '') as names from users
        union all select id, false, name || ' ' || translations_text(names) from activities`
      const folded = named.map(({ names, ...one }) => ({ ...one, names: foldForSearch(names) }))
      const respelt = (word: string) => {
        const spelling = spellingWords(word)
        return spelling.length === 0
          ? []
          : named.filter(({ names }) => spelling.every((part) => foldSpelling(names).includes(part)))
      }
      return words.map((word) => {
        const asTyped = folded.filter(({ names }) => names.includes(word))
        const found = asTyped.length > 0 ? asTyped : respelt(word)
        const ids = (areUsers: boolean) => found.filter(({ is_user }) => is_user === areUsers).map(({ id }) => id)
        return { users: ids(true), activities: ids(false) }
      })
    },

    /** A page of postings. The evidence of others is looked up for the rows of the page alone. */
    async page(filters: Filters, reviewer: Viewer, size: number): Promise<Listed[]> {
      const same = sameEvidence(sql, reviewer)
      return sql<Listed[]>`
        select ${columns}, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as posted_at,
          to_char(p.reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
          u.name as member_name, u.other_name as member_other_name, d.name as department_name, d.names as department_names,
          ${same.columns}, ${editsSinceReturn} as edits_since_return,
          (select count(*)::int from posting_messages where posted_activity_id = p.id) as message_count,
          case when p.state = 'posted' then ${takenOf(sql, sql`'posting'`, sql`p.id`, waitsSince(sql))} end as taken
        from (select p.id from ${from} where ${wanted(filters, reviewer)} ${pageAfter(filters)} order by ${order(filters)} limit ${size}) page
        join (${tables}) on p.id = page.id
        join users u on u.id = p.user_id
        left join departments d on d.id = u.department_id and d.removed_at is null
        ${same.joins}
        order by ${order(filters)}`
    },

    async count(filters: Filters, reviewer: Viewer): Promise<number> {
      const limit = filters.state === undefined ? sql`` : sql`limit ${mostDecidedCounted}`
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from (select from ${from} where ${wanted(filters, reviewer)} ${limit}) counted`
      return row.count
    },

    async counts(filters: Filters, reviewer: Viewer): Promise<ReviewCounts> {
      const { mark: _, ...unmarked } = filters
      const { activity_id: __, ...ofAnyActivity } = filters
      const [marks, activities] = await Promise.all([
        filters.state === undefined
          ? sql<[Record<ReviewMark, number>]>`
              select count(*) filter (where ${hasMark.warning})::int as warning,
                count(*) filter (where ${hasMark['no-evidence']})::int as "no-evidence",
                count(*) filter (where ${hasMark.resubmitted})::int as resubmitted,
                count(*) filter (where ${hasMark.late})::int as late
              from ${from} where ${wanted(unmarked, reviewer)}`
          : [null],
        sql<ReviewCounts['activities']>`
          select a.id, a.name, a.names, listed.count from activities a join (
            select p.activity_id, count(*)::int as count from ${from} where ${wanted(ofAnyActivity, reviewer)} group by p.activity_id
          ) listed on listed.activity_id = a.id order by a.name, a.id`,
      ])
      return { marks: marks[0], activities }
    },

    /** The effect of a decision about one posting that waits for the reviewer. */
    async effect(postingId: number, reviewer: Viewer): Promise<DecisionEffect> {
      const [effect] = await sql<DecisionEffect[]>`
        select p.counted_points, p.over_limit, e.change as if_returned, e.others_change
        from ${from} cross join lateral effect_of_return(p.id) e where ${wanted({ posting_id: postingId }, reviewer)}`
      if (!effect) throw new NotFound(messages.postedActivities.notFound)
      return effect
    },

    /** Notes that this version of a posting is before somebody who may review it. A posting that is being decided is not waited for. */
    async noteSeen(postingId: number) {
      await sql`
        insert into posting_views (posted_activity_id, seen_version)
        select id, version from posted_activities where id = ${postingId} for key share skip locked
        on conflict (posted_activity_id) do update set seen_version = excluded.seen_version, seen_at = now()
        where posting_views.seen_version <> excluded.seen_version`
    },

    /** The postings, locked until the end of the transaction, always in the same order. Their members stay in their departments. */
    async lock(ids: readonly number[]): Promise<Locked[]> {
      await sql`select lock_sums(${ids}::int[])`
      const found = await sql<Locked[]>`
        select id, version, user_id from posted_activities where id = any(${ids}) order by id for update`
      await sql`select from users where id = any(${found.map(({ user_id }) => user_id)}) order by id for share`
      return found
    },

    /** The ids of the postings about which the reviewer may decide by this grant. */
    async reviewableBy(reviewer: Viewer, grant: ReviewGrant, ids: readonly number[], by: ReviewedBy): Promise<number[]> {
      const found = await sql<{ id: number }[]>`
        select p.id from posted_activities p where p.id = any(${ids}) and ${reviewableBy(sql, reviewer, grant, 'p', by)}`
      return found.map(({ id }) => id)
    },

    /** Refuses decisions after the last day of review (database/functions/calendar.sql). */
    async refuseAfterDay(ids: readonly number[], reviewerId: number) {
      if (ids.length > 0) await sql`select refuse_review_after_day(${ids}::int[], ${reviewerId})`
    },

    async decide(ids: readonly number[], state: ReviewInput['state'], reason: DecisionReason | null, by: number) {
      const isDecided = state !== 'posted'
      await sql`
        update posted_activities set state = ${state}, returned_reason = ${reason?.returned_reason ?? null},
          returned_reasons = ${reason?.returned_reasons ?? {}}, return_reason_ids = ${reason?.return_reason_ids ?? []},
          reviewed_by = ${isDecided ? by : null}, reviewed_at = ${isDecided ? sql`now()` : null}
        where id = any(${ids})`
    },
  }
}
