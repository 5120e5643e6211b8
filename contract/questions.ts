import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInAddress, IdParams, paragraph, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { EvidenceFile, Link, PostedActivity } from './posted-activities.ts'
import { score } from './scoring.ts'
import { Taken } from './taken.ts'

/** The subjects of a question: a posting that was decided, a score, or something that is not there. */
export const questionSubjects = ['posting', 'tp', 'fb', 'missing'] as const
export type QuestionSubject = (typeof questionSubjects)[number]

/** The states of a question. An unanswered one was open when its term was closed. */
const questionStates = ['open', 'accepted', 'declined', 'withdrawn', 'unanswered'] as const
export type QuestionState = (typeof questionStates)[number]

const longestText = 1000

/** The text that the member writes. */
export const QuestionText = z.object({
  text: paragraph(longestText, messages.questions.textRequired),
  link: Link.optional().transform((link) => link ?? null),
})

/** The fields of the form beside the image. They come as text. */
export const QuestionInput = z
  .object({
    subject: z.enum(questionSubjects, encode(messages.general.invalidInput)),
    /** The posting, which also determines the term. */
    posting_id: IdInAddress.optional(),
    /** The term of any other subject; the current term by default. */
    term_id: IdInAddress.optional(),
    ...QuestionText.shape,
  })
  .refine(({ subject, posting_id }) => (subject === 'posting') === (posting_id !== undefined), {
    path: ['posting_id'],
    message: encode(messages.general.invalidInput),
  })
export type QuestionInput = z.infer<typeof QuestionInput>

export const QuestionMessageInput = z.object({ text: paragraph(longestText, messages.questions.messageRequired) })

/** `version` is the one that was seen: an answer is given to what was read. */
const seen = { version: Id }
const DeclineInput = z.object({ ...seen, answer: paragraph(longestText, messages.questions.answerRequired) })
export const AcceptInput = DeclineInput.extend({
  /** The new score, where one is questioned. */
  value: score(messages.questions.valueRequired).optional(),
  /** The score that was seen; if it has changed, nothing is saved. */
  previous: z.number().optional(),
  /** The version of the posting that was seen, likewise. */
  posting_version: Id.optional(),
})
export type AcceptInput = z.infer<typeof AcceptInput>
const WithdrawInput = z.object(seen)

const QuestionMessage = z.object({
  id: z.int(),
  author_name: z.string(),
  /** For readers who may open the page of the author. */
  author_id: z.int().nullish(),
  /** Whether the member wrote it, and not the office. */
  is_member: z.boolean(),
  text: z.string(),
  created_at: z.string(),
})
export type QuestionMessage = z.infer<typeof QuestionMessage>

/** The reason why the viewer may not answer: they decided the line, have Review only from the person who did, or may not set scores. */
const answerObstacles = ['decided', 'lender', 'score'] as const

export const Question = z.object({
  id: z.int(),
  user_id: z.int(),
  member_name: z.string(),
  member_other_name: z.string().nullish(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  term_id: z.int(),
  term_name: z.string(),
  term_names: Translations,
  term_status: z.enum(['open', 'closed']),
  subject: z.enum(questionSubjects),
  /** The name of the posted activity; null for any other subject. */
  activity_name: z.string().nullable(),
  activity_names: Translations,
  /** The posting as it is now; null if it was deleted, and for any other subject. */
  posting: z
    .object({
      id: z.int(),
      starting_date: z.string(),
      score: z.number(),
      link: z.string().nullable(),
      image_id: z.uuid().nullable(),
      files: z.array(EvidenceFile),
      state: PostedActivity.shape.state,
      returned_reason: z.string().nullable(),
      returned_reasons: Translations,
      version: z.int(),
    })
    .nullable(),
  /** The score as it is now; null if it is not set, and for any other subject. */
  current_value: z.number().nullable(),
  /** The name of the person who decided the line last. */
  decided_by_name: z.string().nullable(),
  /** This id and that of who answered are for readers who may open their pages. */
  decided_by_id: z.int().nullish(),
  text: z.string(),
  link: z.string().nullable(),
  image_id: z.uuid().nullable(),
  state: z.enum(questionStates),
  answer: z.string().nullable(),
  accepted_value: z.number().nullable(),
  answered_by_name: z.string().nullable(),
  answered_by_id: z.int().nullish(),
  answered_at: z.string().nullable(),
  asked_at: z.string(),
  /** The newest messages, in the order from the oldest to the newest. */
  messages: z.array(QuestionMessage),
  /** The number of all messages. It is missing in a repeated request that the release before this one has answered. */
  message_count: z.int().optional(),
  /** Whether only the person who decided the line, or a delegate of theirs, may answer it, or answered it. */
  last_resort: z.boolean(),
  /** Null if the viewer may answer the question, and in the member's own list. */
  obstacle: z.enum(answerObstacles).nullable(),
  /** Who has taken an open question in What waits; never told to its member. */
  taken: Taken.nullish(),
  version: z.int(),
})
export type Question = z.infer<typeof Question>

const QuestionReply = z.object({ question: Question })
const QuestionsReply = z.object({ questions: z.array(Question) })

const QuestionsToAnswerQuery = z.object({
  /** Questions without an answer yet, oldest first: all of them, or those that the caller may answer; or the others, newest first. */
  state: z.enum(['open', 'mine', 'done']).default('open'),
})
export type QuestionsToAnswerQuery = z.infer<typeof QuestionsToAnswerQuery>

const QuestionsToAnswerReply = z.object({
  questions: z.array(Question),
  /** The total, of which at most a page is listed. */
  count: z.int(),
})

export const listOwnQuestions = endpoint({
  method: 'GET',
  path: '/questions/own',
  access: 'staff',
  summary: 'The own questions about a score, newest first',
  replies: { 200: QuestionsReply },
})

export const listQuestions = endpoint({
  method: 'GET',
  path: '/questions',
  access: 'review',
  summary: 'Questions about scores, of those whom the caller may review',
  query: QuestionsToAnswerQuery,
  replies: { 200: QuestionsToAnswerReply },
})

export const countQuestions = endpoint({
  method: 'GET',
  path: '/questions/count',
  access: 'review',
  summary: 'How many open questions the caller may answer',
  replies: { 200: z.object({ count: z.int() }) },
})

export const askQuestion = endpoint({
  method: 'POST',
  path: '/questions',
  access: 'staff',
  repeatable: true,
  summary: 'Ask about one line of the own score',
  description:
    'Fields: subject (posting, tp, fb, missing), posting_id (of a posting), term_id (optional), text, link (optional), image (optional .jpg, 5 MB).',
  consumes: ['multipart/form-data'],
  replies: { 201: QuestionReply },
})

export const writeToQuestion = endpoint({
  method: 'POST',
  path: '/questions/messages/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Write to the other side about an open question',
  params: IdParams,
  body: QuestionMessageInput,
  replies: { 201: QuestionReply },
})

export const listEarlierMessages = endpoint({
  method: 'GET',
  path: '/questions/messages/:id',
  access: 'signed-in',
  summary: 'The messages of a question before one of them, oldest first',
  params: IdParams,
  query: z.object({ before: IdInAddress }),
  replies: { 200: z.object({ messages: z.array(QuestionMessage) }) },
})

export const withdrawQuestion = endpoint({
  method: 'PUT',
  path: '/questions/withdraw/:id',
  access: 'staff',
  repeatable: true,
  summary: 'Withdraw an own open question',
  params: IdParams,
  body: WithdrawInput,
  replies: { 200: QuestionReply },
})

export const acceptQuestion = endpoint({
  method: 'PUT',
  path: '/questions/accept/:id',
  access: 'review',
  repeatable: true,
  summary: 'Accept a question: the line changes with it',
  params: IdParams,
  body: AcceptInput,
  replies: { 200: QuestionReply },
})

export const declineQuestion = endpoint({
  method: 'PUT',
  path: '/questions/decline/:id',
  access: 'review',
  repeatable: true,
  summary: 'Decline a question with a reason',
  params: IdParams,
  body: DeclineInput,
  replies: { 200: QuestionReply },
})

export const readQuestionImage = endpoint({
  method: 'GET',
  path: '/uploads/questions/:image_id.jpg',
  access: 'signed-in',
  summary: 'The image of a question',
  params: z.object({ image_id: z.uuid() }),
})
