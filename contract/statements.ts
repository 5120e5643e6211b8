import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage, Translations } from './fields.ts'
import { PostedActivity } from './posted-activities.ts'
import { questionSubjects } from './questions.ts'
import { OverLimit } from './rules.ts'
import { Scores } from './scoring.ts'

const StatementQuery = z.object({ user_id: IdInAddress, term_id: IdInAddress.optional() })
const PaperQuery = StatementQuery.extend({ language: PaperLanguage })

const StatementLine = z.object({
  starting_date: z.string(),
  activity_name: z.string(),
  activity_names: Translations,
  type: z.enum(activityTypes),
  points: z.number(),
  state: PostedActivity.shape.state,
  returned_reason: z.string().nullable(),
  returned_reasons: Translations,
  over_limit: OverLimit.nullable(),
  /** The points before, if they were changed to those of the catalogue for the whole term. Other lines have no such field. */
  recounted: z.object({ from: z.number(), at: z.string() }).optional(),
  /** The event at which the member was checked in. Other lines have no such field. */
  event: z.object({ name: z.string(), names: Translations, place: z.string() }).optional(),
})
export type StatementLine = z.infer<typeof StatementLine>

/** A score set by an administrator. One that was never set is 0 points without a name. */
const GivenPoints = z.object({ points: z.number(), set_by: z.string().nullable(), set_at: z.string().nullable() })
export type GivenPoints = z.infer<typeof GivenPoints>

const GradedPoints = z.object({ points: z.number(), grade: z.string() })

const StatementRules = z.object({ number: z.int(), published_at: z.string() })
export type StatementRules = z.infer<typeof StatementRules>

/** A question of the member, and its answer. One that was withdrawn is left out. */
const StatementQuestion = z.object({
  subject: z.enum(questionSubjects),
  activity_name: z.string().nullable(),
  activity_names: Translations,
  text: z.string(),
  asked_at: z.string(),
  state: z.enum(['open', 'accepted', 'declined', 'unanswered']),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
})
export type StatementQuestion = z.infer<typeof StatementQuestion>

/** The reasons for the points that a member has in a term. In a closed term, everything is frozen. */
export const Statement = z.object({
  member: z.object({
    id: z.int(),
    name: z.string(),
    title: z.string().nullable(),
    department_name: z.string().nullable(),
    department_names: Translations.nullable(),
    /** Left out where there is none: statements issued before it could be entered are still confirmed. */
    other_name: z.string().optional(),
    /** The name of the account, by which members of one name are told apart. It is no fact of the statement: it may be changed later. */
    username: z.string().optional(),
  }),
  term: z.object({
    id: z.int(),
    name: z.string(),
    names: Translations,
    start_date: z.string(),
    end_date: z.string(),
    status: z.enum(['open', 'closed']),
    /** The closing that froze the term; null while it is open. */
    closing: z.object({ number: z.int(), closed_at: z.string(), closed_by: z.string() }).nullable(),
    /** This field exists only if the term holds a score back that is not set: it is not released yet. */
    holds_scores: z.literal(true).optional(),
  }),
  /** The version of the rules that the term is scored by. */
  rules: StatementRules,
  /** The postings that count, oldest first. */
  lines: z.array(StatementLine),
  /** The postings that count 0 because of a limit. */
  over_limit: z.array(StatementLine),
  /** The returned postings, which do not count. */
  returned: z.array(StatementLine),
  /** The points that the returned ones would add. */
  would_add: z.number(),
  tp: GivenPoints,
  fb: GivenPoints,
  sums: Scores,
  /** The grades as in the Staff panel, and as in the member's own panel. */
  with_feedback: GradedPoints,
  without_feedback: GradedPoints,
  /** The questions, oldest first. */
  questions: z.array(StatementQuestion),
})
export type Statement = z.infer<typeof Statement>

const UntranslatedLine = StatementLine.omit({ activity_names: true, returned_reasons: true }).extend({
  event: z.object({ name: z.string(), place: z.string() }).optional(),
})

/**
 * The facts that an issued statement confirms, without the translations. A name that is translated later does not make it another
 * statement, and those issued before there were translations are still confirmed.
 */
export const StatementFacts = Statement.extend({
  member: Statement.shape.member.omit({ department_names: true, username: true }),
  term: Statement.shape.term.omit({ names: true }),
  lines: z.array(UntranslatedLine),
  over_limit: z.array(UntranslatedLine),
  returned: z.array(UntranslatedLine),
  /** The questions are left out where there are none: statements issued before there were questions are still confirmed. */
  questions: z.array(StatementQuestion.omit({ activity_names: true })).optional(),
})

/** The facts as they were stored before the rules had versions: all of those were scored by the first one, which has no limits. */
export const FormerStatementFacts = StatementFacts.omit({ rules: true, over_limit: true }).extend({
  lines: z.array(UntranslatedLine.omit({ over_limit: true })),
  returned: z.array(UntranslatedLine.omit({ over_limit: true })),
})

const StatementReply = z.object({ statement: Statement })

/** The data of an issued statement. The PDF contains no more than this either. */
export const IssuedStatement = z.object({
  code: z.string(),
  name: z.string(),
  /** The name in the other script, if the statement has it. */
  other_name: z.string().optional(),
  term_name: z.string(),
  term_names: Translations,
  total_score: z.number(),
  grade: z.string(),
  grade_without_feedback: z.string(),
  /** Null for a statement that was issued before the rules had versions. */
  rules: StatementRules.nullable(),
  issued_at: z.string(),
  checksum: z.string(),
  /** Whether the statement would be the same today. */
  is_current: z.boolean(),
})
export type IssuedStatement = z.infer<typeof IssuedStatement>

const IssuedStatementReply = z.object({ statement: IssuedStatement })

/** The characters of a code: 32 that are not confused, without I, L, O and U. 16 of them are 80 bits. */
export const codeSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 16

export function isCode(text: string): boolean {
  return text.length === codeLength && [...text].every((sign) => codeSigns.includes(sign))
}

/** A code as people type it: small letters, with or without dashes, an O for a zero, an I or L for a one. Other texts are not found. */
export const CodeParams = z.object({
  code: z.string().transform((typed) => typed.replace(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')),
})

/** A code as it is displayed: 4F7K-Q2MX-0B9T-HZ3C. */
export function readableCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

export const readStatement = endpoint({
  method: 'GET',
  path: '/statements',
  access: 'see-member',
  person: 'user_id',
  summary: 'Why a member has the points they have in a term',
  query: StatementQuery,
  replies: { 200: StatementReply },
})

export const issueStatement = endpoint({
  method: 'GET',
  path: '/statements/pdf',
  access: 'see-member',
  person: 'user_id',
  summary: 'The same as PDF, with a code that confirms it',
  query: PaperQuery,
})

export const confirmStatement = endpoint({
  method: 'GET',
  path: '/statements/:code',
  access: 'public',
  summary: 'Confirms a statement by its code',
  params: CodeParams,
  replies: { 200: IssuedStatementReply },
})
