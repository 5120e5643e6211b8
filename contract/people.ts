import { z } from 'zod'
import { removal } from './editable.ts'
import { endpoint } from './endpoint.ts'
import { IdInAddress, IdParams, Translations } from './fields.ts'
import { OwnSession } from './own-sessions.ts'
import { Question } from './questions.ts'
import { MessageReply } from './replies.ts'
import { givenRights } from './rights.ts'
import { MemberScores } from './scoring.ts'

/** What administrators know of the account of a person. */
const Account = z.object({
  role_id: z.int(),
  gender: z.string().nullable(),
  /** Whether the mail server refused e-mails to the address, several times. */
  email_refused: z.boolean(),
  can_sign_in: z.boolean(),
  has_signed_in: z.boolean(),
  /** The account at the provider with which the person signs in; null without one. */
  linked_account: z.string().nullable(),
  has_second_factor: z.boolean(),
  /** The department that the person heads. */
  heads: z.object({ id: z.int(), name: z.string(), names: Translations }).nullable(),
  /** The faculty of which the person is dean. A server of the release before does not send it. */
  dean_of: z.object({ id: z.int(), name: z.string(), names: Translations }).nullish(),
  /** The rights beside the role, as they are in Settings. A server of the release before does not send them. */
  rights: z.array(z.enum(givenRights)).optional(),
})

/** A person as they are today; for a head of department or a dean, as they were in the last term in which they were among theirs. */
export const Person = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  username: z.string(),
  email: z.string().nullable(),
  degree: z.string().nullable(),
  degrees: Translations.nullable(),
  title: z.string().nullable(),
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  /** Null for a person who is not removed, and for heads. */
  removal: z.object(removal).nullable(),
  /** Null for heads. */
  account: Account.nullable(),
})
export type Person = z.infer<typeof Person>

/** Who set a score last, and when. Heads do not get the id: they may not open the page of who set it. */
const LastSet = z.object({ actor_id: z.int().nullable(), set_by: z.string().nullable(), set_at: z.string() })
export type LastSet = z.infer<typeof LastSet>

/** A person in one term; in a closed one as frozen. */
export const PersonTerm = z.object({
  term_id: z.int(),
  term_name: z.string(),
  term_names: Translations,
  status: z.enum(['open', 'closed']),
  is_current: z.boolean(),
  /** False for a person who posted in the term and is no member of it: they have no grade there. */
  is_member: z.boolean(),
  ...MemberScores.shape,
  verified_count: z.int(),
  returned_count: z.int(),
  /** The grade of the total, with feedback. */
  grade: z.string(),
  /** The grade that the member sees as the current one, without feedback. */
  own_grade: z.string(),
  tp_last: LastSet.nullable(),
  fb_last: LastSet.nullable(),
})
export type PersonTerm = z.infer<typeof PersonTerm>

export const reviewSides = ['received', 'given'] as const
export type ReviewSide = (typeof reviewSides)[number]

const PersonReviewsQuery = z.object({
  /** The decisions about the person's postings, or those that the person made. */
  side: z.enum(reviewSides),
  /** The page starts after this record. */
  before: IdInAddress.optional(),
})

/** A decision about a posting, from the audit trail. */
export const PersonReview = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(['verified', 'returned', 'taken back']),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  capacity: z.record(z.string(), z.unknown()).nullable(),
  /** The posting's owner. */
  member_id: z.int(),
  member_name: z.string(),
  member_other_name: z.string().nullable(),
  activity_name: z.string(),
  /** Null for a posting that was deleted since. */
  posting_id: z.int().nullable(),
  term_name: z.string().nullable(),
  term_names: Translations.nullable(),
  reason: z.string().nullable(),
})
export type PersonReview = z.infer<typeof PersonReview>

const PersonReviewsReply = z.object({
  reviews: z.array(PersonReview),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
})

export const readPerson = endpoint({
  method: 'GET',
  path: '/people/:id',
  access: 'see-members',
  summary: 'Who somebody is; removed users are found by administrators',
  params: IdParams,
  replies: { 200: z.object({ person: Person }) },
})

export const listPersonTerms = endpoint({
  method: 'GET',
  path: '/people/:id/terms',
  access: 'see-members',
  summary: 'The scores and grades of a person in all terms, the newest first, and who set the scores when',
  params: IdParams,
  replies: { 200: z.object({ terms: z.array(PersonTerm) }) },
})

export const listPersonQuestions = endpoint({
  method: 'GET',
  path: '/people/:id/questions',
  access: 'see-members',
  summary: 'The questions of a person about their scores, the newest first',
  params: IdParams,
  replies: {
    200: z.object({
      questions: z.array(Question),
      /** The total, of which at most a page is listed. */
      count: z.int(),
    }),
  },
})

export const listPersonReviews = endpoint({
  method: 'GET',
  path: '/people/:id/reviews',
  access: 'see-members',
  summary: 'What was decided about the postings of a person, or what the person decided, the newest first',
  params: IdParams,
  query: PersonReviewsQuery,
  replies: { 200: PersonReviewsReply },
})

export const listPersonSessions = endpoint({
  method: 'GET',
  path: '/people/:id/sessions',
  access: 'admin',
  summary: 'Where a person is signed in, by last use',
  params: IdParams,
  replies: { 200: z.object({ sessions: z.array(OwnSession) }) },
})

export const endPersonSessions = endpoint({
  method: 'DELETE',
  path: '/people/:id/sessions',
  access: 'admin',
  summary: 'Sign a person out on all devices; of the own sessions, that of the request stays',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const endPersonSession = endpoint({
  method: 'DELETE',
  path: '/people/:id/sessions/:session_id',
  access: 'admin',
  summary: 'Sign a person out on one device',
  params: IdParams.extend({ session_id: IdInAddress }),
  replies: { 200: MessageReply },
})
