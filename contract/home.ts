import { z } from 'zod'
import { Activity } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { EventGain } from './event-gain.ts'
import { Translations } from './fields.ts'
import { grades, gradesAndNone } from './grading.ts'
import { PostedActivity } from './posted-activities.ts'
import { OverLimit } from './rules.ts'

const GradedPoints = z.object({ points: z.number(), grade: z.enum(gradesAndNone) })

/** A returned posting of an open term. */
const ReturnedPosting = PostedActivity.pick({
  id: true,
  activity_name: true,
  activity_names: true,
  starting_date: true,
  returned_reason: true,
  returned_reasons: true,
}).extend({
  /** The points that mending it would add: fewer than its own if a limit is nearly used up. */
  adds: z.number(),
  /** The grade in the current term if it counted; null if that is the same as now. */
  leads_to: z.enum(grades).nullable(),
})
export type ReturnedPosting = z.infer<typeof ReturnedPosting>

/** An activity that would bring the member nearer to the next grade. */
const Suggestion = z.object({
  activity: Activity.pick({ id: true, name: true, names: true, score: true, type: true }),
  /** The latest other term in which the member posted it; null if there is none. */
  done_in: z.object({ name: z.string(), names: Translations }).nullable(),
  /** Whether it is enough for the next grade. */
  is_enough: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** A planned event for the member, with the session of it that is next, or runs. */
const ComingEvent = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  place: z.string(),
  begins_at: z.string(),
  ends_at: z.string(),
  is_coming: z.boolean(),
  is_full: z.boolean(),
  /** Whether the member was checked in to that session. */
  was_there: z.boolean(),
  gain: EventGain,
})
export type ComingEvent = z.infer<typeof ComingEvent>

/** What concerns a member now: the beginning of their first page. */
export const Home = z.object({
  /** The current term. */
  term: z.object({
    id: z.int(),
    name: z.string(),
    names: Translations,
    start_date: z.string(),
    end_date: z.string(),
    status: z.enum(['open', 'closed']),
  }),
  /** The last day on which this member may post in the term; null if the term has no such day. */
  posting_until: z.string().nullable(),
  /** Both grades; null if the term is closed, and was closed without this member. */
  grades: z
    .object({
      without_feedback: GradedPoints,
      with_feedback: GradedPoints,
      /** Nothing was scored, and nothing posted: the grade is where everybody begins. */
      has_nothing_yet: z.boolean(),
      next: z.object({ grade: z.enum(grades), missing: z.number(), share: z.number() }).nullable(),
    })
    .nullable(),
  /** Whether the member has a posting in any term. */
  has_posted: z.boolean(),
  /** The postings of open terms that nobody has decided about yet. */
  waiting_count: z.int(),
  /** What is to be mended first is first. */
  returned: z.array(ReturnedPosting),
  /** Null if nothing can be posted in the term, if there is no higher grade, or if nothing more counts. */
  suggestion: Suggestion.nullable(),
  /** The activities of the catalogue that would count nothing now, each with the limit that is used up. */
  used_up: z.array(z.object({ activity_id: z.int(), limit: OverLimit })),
  /** The next events, the soonest first. A server of the release before does not send them. */
  events: z.array(ComingEvent).optional(),
})
export type Home = z.infer<typeof Home>

export const readHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'staff',
  summary: 'What concerns the caller in the current term: grades, returned and waiting postings, days, one suggestion',
  replies: { 200: z.object({ home: Home }) },
})
