import { gainOf } from '../../contract/event-gain.ts'
import { gradeFor, hasNothingYet, nextGrade, noGrade, withoutFeedback } from '../../contract/grading.ts'
import type { Home, ReturnedPosting, Suggestion } from '../../contract/home.ts'
import { doneBefore, toMend } from '../../contract/plan.ts'
import type { Limit } from '../../contract/rules.ts'
import { afterAll, whatNext } from '../../contract/what-next.ts'
import { limitExceededBy } from '../../contract/would-exceed.ts'
import type { Database } from '../../database/connect.ts'
import { homes, type MemberNow, type OwnPosting } from './home.queries.ts'

/**
 * What concerns a member now. The grades are those of every list; what mending and posting would add is computed by the functions of the
 * plan, which the pages use too.
 */
export async function readHome(database: Database, userId: number): Promise<Home> {
  const now = await homes(database).of(userId)
  const { id, name, names, start_date, end_date, status, posting_until, postings } = now
  return {
    term: { id, name, names, start_date, end_date, status },
    posting_until,
    grades: gradesOf(now),
    has_posted: postings.length > 0,
    waiting_count: postings.filter(({ state, term_status }) => state === 'posted' && term_status === 'open').length,
    returned: returnedOf(now),
    suggestion: suggestionOf(now),
    used_up: usedUpOf(now),
    events: eventsOf(now),
  }
}

function gradesOf(now: MemberNow): Home['grades'] {
  if (!now.is_member) return null
  const points = withoutFeedback(now)
  return {
    without_feedback: { points, grade: now.own_grade },
    with_feedback: { points: now.total_score, grade: now.grade },
    has_nothing_yet: hasNothingYet(now),
    next: nextOf(now) ?? null,
  }
}

const nextOf = (now: MemberNow) => nextGrade(now.bands, now.title, withoutFeedback(now))

const limitsOf = ({ limits }: MemberNow, termId: number): readonly Limit[] =>
  limits.find(({ term_id }) => term_id === termId)?.limits ?? []

const inTerm = ({ postings }: MemberNow, termId: number): OwnPosting[] => postings.filter(({ term_id }) => term_id === termId)

/** Those of the current term are first, in each term what adds most. */
function returnedOf(now: MemberNow): ReturnedPosting[] {
  const terms = [now.id, ...now.limits.map(({ term_id }) => term_id).filter((id) => id !== now.id)]
  return terms.flatMap((termId) =>
    toMend(inTerm(now, termId), limitsOf(now, termId)).map(({ posting, adds }) => ({
      id: posting.id,
      activity_name: posting.activity_name,
      activity_names: posting.activity_names,
      starting_date: posting.starting_date,
      returned_reason: posting.returned_reason,
      returned_reasons: posting.returned_reasons,
      adds,
      leads_to: termId === now.id ? higherGrade(now, adds) : null,
    })),
  )
}

/** The grade with so many points more; null if it is the same. */
function higherGrade(now: MemberNow, adds: number): ReturnedPosting['leads_to'] {
  const points = (Math.round(withoutFeedback(now) * 100) + Math.round(adds * 100)) / 100
  const grade = gradeFor(now.bands, now.title, points)
  return grade === now.own_grade || grade === noGrade ? null : grade
}

function canPost({ is_member, status, posting_until, today }: MemberNow): boolean {
  return is_member && status === 'open' && (posting_until === null || posting_until >= today)
}

/** The first activity of the plan: one that is enough before others, and among these one that the member knows how to do. */
function suggestionOf(now: MemberNow): Suggestion | null {
  const next = canPost(now) ? nextOf(now) : undefined
  if (!next) return null
  const { enough, further } = whatNext({
    activities: now.catalogue,
    postings: inTerm(now, now.id),
    limits: limitsOf(now, now.id),
    missing: next.missing,
  })
  const doneEnough = doneBefore(enough, now.postings, now.id)
  const doneFurther = doneBefore(further, now.postings, now.id)
  const known = doneEnough[0] ?? (enough.length === 0 ? doneFurther[0] : undefined)
  const activity = known?.activity ?? enough[0] ?? further[0]
  if (!activity) return null
  return {
    activity,
    done_in: known ? { name: known.last.term_name, names: known.last.term_names } : null,
    is_enough: enough.includes(activity),
  }
}

/** What would count nothing if it were posted beside everything that counts in the term. */
function usedUpOf(now: MemberNow): Home['used_up'] {
  if (!canPost(now)) return []
  return now.catalogue.flatMap((activity) => {
    const limit = limitExceededBy({ ...activity, starting_date: afterAll }, inTerm(now, now.id), limitsOf(now, now.id))
    return limit ? [{ activity_id: activity.id, limit }] : []
  })
}

function eventsOf(now: MemberNow): Home['events'] {
  return now.events.map(({ activity_id, type, score, starting_date, term_id, ...event }) => ({
    ...event,
    gain: gainOf({ activity_id, type, score, starting_date }, inTerm(now, term_id), limitsOf(now, term_id)),
  }))
}
