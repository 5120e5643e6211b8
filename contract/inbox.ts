import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Translations } from './fields.ts'
import { TermName, ToDo } from './overview.ts'
import { PostedActivity } from './posted-activities.ts'
import { questionSubjects } from './questions.ts'
import { Taken } from './taken.ts'
import { termDays } from './term-days.ts'

/**
 * The kinds of lines, as a person takes them. The id of a line is that of its question, posting, user or term; for `late` and
 * `never_signed_in` that of a department, or 0 for members without one.
 */
const lineKinds = ['question', 'posting', 'late', 'never_signed_in', 'mail', 'administrator', ...termDays] as const
export type LineKind = (typeof lineKinds)[number]

export const LineKey = z.object({ kind: z.enum(lineKinds), id: z.int().min(0) })
export type LineKey = z.infer<typeof LineKey>

const TakeInput = LineKey.extend({
  /** The person who has the line, as it was seen, to take it over from them. */
  from_id: z.int().positive().optional(),
})

const key = { id: z.int(), taken: Taken.nullable() }
const member = { user_id: z.int(), member_name: z.string(), member_other_name: z.string().nullable() }
/** Null for members whose department was removed, or who have none. */
const department = { department: z.object({ name: z.string(), names: Translations }).nullable() }

const QuestionLine = z.object({
  kind: z.literal('question'),
  ...key,
  ...member,
  ...department,
  subject: z.enum(questionSubjects),
  activity_name: z.string().nullable(),
  activity_names: Translations,
  since: z.string(),
})
export type QuestionLine = z.infer<typeof QuestionLine>

const PostingLine = z.object({
  kind: z.literal('posting'),
  ...key,
  ...member,
  ...department,
  activity_name: z.string(),
  activity_names: Translations,
  /** Since when it waits: since it was sent again or replied to, or since it was posted. */
  since: z.string(),
  /** `returned` for a reply to a return. */
  state: PostedActivity.shape.state.optional(),
})
export type PostingLine = z.infer<typeof PostingLine>

/** Somebody who can decide; the id is for readers who may open the page of that person. */
const Decider = z.object({ id: z.int().nullable(), name: z.string() })
export type Decider = z.infer<typeof Decider>

const LateLine = z.object({
  kind: z.literal('late'),
  ...key,
  ...department,
  postings: z.int(),
  since: z.string(),
  /** The people who can decide them beside the office: heads of the department, deans of its faculty, and those to whom these lent Review. */
  heads: z.array(Decider),
  /** The deans of its faculty. A server of the release before does not send them. */
  deans: z.array(Decider).optional(),
  delegates: z.array(Decider),
  /** The number of those that only the office can decide. */
  office: z.int(),
})
export type LateLine = z.infer<typeof LateLine>

const NeverSignedInLine = z.object({ kind: z.literal('never_signed_in'), ...key, ...department, members: z.int() })
export type NeverSignedInLine = z.infer<typeof NeverSignedInLine>

const MailLine = z.object({
  kind: z.literal('mail'),
  ...key,
  ...member,
  ...department,
  email: z.string(),
  /** What the mail server said. */
  reason: z.string().nullable(),
  since: z.string(),
})
export type MailLine = z.infer<typeof MailLine>

/** An administrator who waits to be confirmed by a second person; the id is that of the request. */
const AdministratorLine = z.object({
  kind: z.literal('administrator'),
  ...key,
  ...member,
  ...department,
  asked_by_id: z.int(),
  asked_by_name: z.string(),
  since: z.string(),
})
export type AdministratorLine = z.infer<typeof AdministratorLine>

const DayLine = z.object({
  kind: z.enum(termDays),
  ...key,
  term: TermName,
  day: z.string(),
  /** The number of days from today. */
  left: z.int(),
})
export type DayLine = z.infer<typeof DayLine>

export type InboxLine = QuestionLine | PostingLine | LateLine | NeverSignedInLine | MailLine | AdministratorLine | DayLine

/**
 * `count` is the number of all lines, of which the first ones come, oldest first; `of` the postings or members in all of them. Lines of
 * departments come all.
 */
const group = <Line extends z.ZodType>(line: Line) => z.object({ count: z.int(), of: z.int(), lines: z.array(line) })

export const InboxReply = z.object({
  /** The number of lines in all groups except days, which pass by themselves: the same as GET /inbox/count. */
  count: z.int(),
  questions: group(QuestionLine),
  /** Returned postings that were sent again. */
  resubmitted: group(PostingLine),
  /** Returned postings about which the member wrote, and nobody answered. A server of the release before does not send them. */
  replies: group(PostingLine).optional(),
  /** Postings that wait and share an image, a file or a link with another one. */
  same_evidence: group(PostingLine),
  /** Postings that have waited for longer than `lateReviewDays`, by department. */
  late: group(LateLine),
  /** Accounts are for administrators alone. */
  never_signed_in: group(NeverSignedInLine).nullable(),
  mails: group(MailLine).nullable(),
  /** Administrators whom the reader may confirm; null for who gives no rights. A server of the release before does not send them. */
  administrators: group(AdministratorLine).nullish(),
  /** The days of open terms that come within `inboxDays`. */
  days: group(DayLine),
  /** The current term in numbers, each the way to a list; null if it is closed. */
  term: TermName,
  to_do: ToDo.nullable(),
})
export type InboxReply = z.infer<typeof InboxReply>

export const readInbox = endpoint({
  method: 'GET',
  path: '/inbox',
  access: 'review',
  summary:
    'What waits for the office, for a head of department or for somebody to whom Review was lent: in groups, each with its first lines',
  replies: { 200: InboxReply },
})

export const countInbox = endpoint({
  method: 'GET',
  path: '/inbox/count',
  access: 'review',
  summary: 'How many lines wait',
  replies: { 200: z.object({ count: z.int() }) },
})

export const takeLine = endpoint({
  method: 'PUT',
  path: '/inbox/take',
  access: 'review',
  summary: 'Take a line, so that others see who sees to it; 409 if another person has it',
  body: TakeInput,
  replies: { 200: z.object({ taken: Taken }) },
})

export const giveLineBack = endpoint({
  method: 'PUT',
  path: '/inbox/give-back',
  access: 'review',
  summary: 'Give back a line that the caller has taken',
  body: LineKey,
  replies: { 200: z.object({ taken: z.null() }) },
})
