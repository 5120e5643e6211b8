import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { hasYear } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInAddress, IdParams, optionalParagraph, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { longestReasonText, mostChosenReasons, mostReviewedAtOnce } from './limits.ts'
import { PostedActivity } from './posted-activities.ts'
import { OverLimit } from './rules.ts'
import { SameEvidenceOfPosting } from './same-evidence.ts'
import { Taken } from './taken.ts'

/** The states of decided postings, newest decision first; without a state, postings without a decision, oldest first. */
export const decidedStates = ['verified', 'returned'] as const

/**
 * What a list may be narrowed to: postings with a warning of same evidence, without evidence, edited after they were returned, or waiting
 * for longer than `lateReviewDays`.
 */
export const reviewMarks = ['warning', 'no-evidence', 'resubmitted', 'late'] as const
export type ReviewMark = (typeof reviewMarks)[number]

export const ReviewQuery = z.object({
  state: z.enum(decidedStates).optional(),
  /** The page starts after this posting; among decided ones, after that moment, too. */
  after: IdInAddress.optional(),
  after_moment: z.iso.datetime({ precision: 6 }).refine(hasYear).optional(),
  /** Words in the name of the member or of the activity, in any spelling. */
  q: z.string().max(200).optional(),
  /** `none` are members without a department, or of a removed one. */
  department_id: z.union([IdInAddress, z.literal('none')]).optional(),
  type: z.enum(activityTypes).optional(),
  activity_id: IdInAddress.optional(),
  mark: z.enum(reviewMarks).optional(),
  term_id: IdInAddress.optional(),
  posting_id: IdInAddress.optional(),
})
export type ReviewQuery = z.infer<typeof ReviewQuery>

const Values = z.record(z.string(), z.unknown())

/** An edit as in the audit trail. The first one answers a return, and has its reason. */
const Edit = z.object({ before: Values, after: Values })
export type Edit = z.infer<typeof Edit>

export const PostingToReview = z.object({
  ...PostedActivity.shape,
  posted_at: z.string(),
  member_name: z.string(),
  member_other_name: z.string().nullish(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  ...SameEvidenceOfPosting.shape,
  /** The edits since the last return; none if the posting was never returned. */
  edits_since_return: z.array(Edit),
  /** The number of messages in its history. A server of the release before does not send it. */
  message_count: z.int().optional(),
  /** Who has taken it in What waits. It is missing in the reply of the release before this one. */
  taken: Taken.nullish(),
})
export type PostingToReview = z.infer<typeof PostingToReview>

const ReviewReply = z.object({
  postings: z.array(PostingToReview),
  /** The total with these filters; of decided ones at most `mostDecidedCounted`. */
  count: z.int(),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
  /** The second part of the cursor, among decided ones. */
  next_moment: z.string().nullable(),
})

export type ReviewReply = z.infer<typeof ReviewReply>

/** The number of postings by which each filter would narrow the list, with the other filters as they are. */
const ReviewCounts = z.object({
  /** Of the postings that wait; null for decided ones, of which there may be very many. */
  marks: z.record(z.enum(reviewMarks), z.int()).nullable(),
  /** The activities of the list, by their names of today. */
  activities: z.array(z.object({ id: z.int(), name: z.string(), names: Translations, count: z.int() })),
})
export type ReviewCounts = z.infer<typeof ReviewCounts>

/** The changes that a decision about a posting makes, by the rules that the sums are counted by. Verifying it changes no points. */
const DecisionEffect = z.object({
  counted_points: z.number(),
  over_limit: OverLimit.nullable(),
  /** The points that returning it adds to the member's total, mostly a negative number. */
  if_returned: z.number(),
  /** Whether other postings that are over a limit would count instead, or stop to count. */
  others_change: z.boolean(),
})
export type DecisionEffect = z.infer<typeof DecisionEffect>

/** The chosen reasons of the list, each with the version that the reviewer saw. */
const ChosenReasons = z
  .array(z.object({ id: Id, version: Id }), encode(messages.general.invalidInput))
  .max(mostChosenReasons, encode(messages.general.invalidInput))

const reasonFields = { reason: optionalParagraph(longestReasonText), reasons: ChosenReasons.optional() }
const hasReason = ({ reason, reasons = [] }: { reason?: string | null | undefined; reasons?: unknown[] | undefined }) =>
  Boolean(reason) || reasons.length > 0
const reasonMissing = { path: ['reason'], message: encode(messages.review.reasonRequired) }

/** The words of the reviewer stand alone, or follow the chosen reasons of the list. */
export const ReturnReason = z.object(reasonFields).refine(hasReason, reasonMissing)
const Returning = z
  .object({ state: z.literal('returned'), postings: postings(), ...reasonFields })
  .refine(hasReason, reasonMissing)

/** The decision about one posting or many. `version` is the one that the reviewer saw. */
export const ReviewInput = z.discriminatedUnion(
  'state',
  [
    z.object({ state: z.literal('verified'), postings: postings() }),
    Returning,
    /** Undoes a decision. */
    z.object({ state: z.literal('posted'), postings: postings() }),
  ],
  encode(messages.general.invalidInput),
)
export type ReviewInput = z.infer<typeof ReviewInput>

function postings() {
  return z
    .array(z.object({ id: Id, version: Id }), encode(messages.general.invalidInput))
    .min(1, encode(messages.review.nothingChosen))
    .max(mostReviewedAtOnce, encode(messages.review.tooMany({ most: mostReviewedAtOnce })))
}

const ReviewedReply = z.object({ message: z.string(), postings: z.array(PostedActivity) })

export const listPostingsToReview = endpoint({
  method: 'GET',
  path: '/review',
  access: 'review',
  summary: 'Postings nobody has looked at, oldest first; or those that were verified or returned, newest decision first',
  query: ReviewQuery,
  replies: { 200: ReviewReply },
})

export const countPostingsToReview = endpoint({
  method: 'GET',
  path: '/review/counts',
  access: 'review',
  summary: 'How many postings each filter of the list would show',
  query: ReviewQuery,
  replies: { 200: ReviewCounts },
})

export const readDecisionEffect = endpoint({
  method: 'GET',
  path: '/review/effect/:id',
  access: 'review',
  summary: 'What a posting that nobody has looked at counts now, and what returning it would change',
  params: IdParams,
  replies: { 200: DecisionEffect },
})

export const reviewPostings = endpoint({
  method: 'PUT',
  path: '/review',
  access: 'review',
  repeatable: true,
  summary: 'Verify postings, return them with a reason, or take that back',
  body: ReviewInput,
  replies: { 200: ReviewedReply },
})
