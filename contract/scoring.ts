import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hasDecimals, IdParams, TermQuery, Translations, TranslationsByName } from './fields.ts'
import { encode, type Message, messages } from './languages/catalogue.ts'
import { largestScore } from './limits.ts'

export const Scores = z.object({
  tp: z.number(),
  fb: z.number(),
  atts: z.number(),
  acts: z.number(),
  escore: z.number(),
  total_score: z.number(),
})
export type Scores = z.infer<typeof Scores>

/** The scores of one member in one term. */
export const MemberScores = Scores.extend({
  /** Whether an administrator has set the score: one that is not set counts as 0. */
  tp_set: z.boolean(),
  fb_set: z.boolean(),
  /** Whether the term holds the score back: its member sees another one, or none. */
  tp_draft: z.boolean().optional(),
  fb_draft: z.boolean().optional(),
  posted_count: z.int(),
})

/** A score that an administrator sets. */
export function score(message: Message) {
  const whenWrong = encode(message)
  return z
    .number(whenWrong)
    .min(0, whenWrong)
    .max(largestScore, whenWrong)
    .refine((value) => hasDecimals(value, 1), whenWrong)
}

export const FeedbackInput = z.object(
  {
    fb: score(messages.scoring.invalidFeedback),
    /** The value that the administrator saw; if it has changed, the save is refused. */
    previous: z.number().optional(),
  },
  encode(messages.scoring.invalidFeedback),
)
export type FeedbackInput = z.infer<typeof FeedbackInput>

export const TpInput = z.object(
  { tp: score(messages.scoring.invalidTp), previous: z.number().optional() },
  encode(messages.scoring.invalidTp),
)
export type TpInput = z.infer<typeof TpInput>

/** `saved` is the value that the caller set last: if it has changed since, there is nothing to undo. */
const UndoScoreInput = z.object({ score: z.enum(['tp', 'fb']), saved: z.number() })

/** One row of the Staff panel. In a closed term, everything is frozen. */
export const StaffMember = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  degree: z.string().nullable(),
  degrees: Translations.nullable(),
  title: z.string().nullable(),
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  /** The faculty of the department in that term, where there is any faculty. */
  faculty_id: z.int().nullish(),
  faculty_name: z.string().nullish(),
  faculty_names: Translations.nullish(),
  email: z.string().nullable(),
  ...MemberScores.shape,
  grade: z.string(),
  /** The posted activities that are verified and locked, and those that are returned, which do not count. */
  verified_count: z.int(),
  returned_count: z.int(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffReply = z.object({
  staff: z.array(StaffMember.omit({ department_names: true, faculty_names: true, degrees: true })),
  department_names: TranslationsByName,
  /** Only where there is any faculty. */
  faculty_names: TranslationsByName.optional(),
  degree_names: TranslationsByName,
})
const SavedScoreReply = z.object({ message: z.string(), scores: MemberScores.extend({ grade: z.string() }) })

export const listStaff = endpoint({
  method: 'GET',
  path: '/staff',
  access: 'see-members',
  summary: 'All staff with their scores and grade in a term',
  query: TermQuery,
  replies: { 200: StaffReply },
})

export const setFeedback = endpoint({
  method: 'PUT',
  path: '/users/edit-feedback/:id',
  access: 'score',
  repeatable: true,
  summary: 'Set the feedback score of a member in a term',
  params: IdParams,
  query: TermQuery,
  body: FeedbackInput,
  replies: { 200: SavedScoreReply },
})

export const setTeacherPoints = endpoint({
  method: 'PUT',
  path: '/users/edit-tp/:id',
  access: 'score',
  repeatable: true,
  summary: 'Set the teacher points of a member in a term',
  params: IdParams,
  query: TermQuery,
  body: TpInput,
  replies: { 200: SavedScoreReply },
})

export const undoScore = endpoint({
  method: 'PUT',
  path: '/users/undo-score/:id',
  access: 'score',
  repeatable: true,
  summary: 'Undo the own last change of a score: it is again what it was, or not set',
  params: IdParams,
  query: TermQuery,
  body: UndoScoreInput,
  replies: { 200: SavedScoreReply },
})
