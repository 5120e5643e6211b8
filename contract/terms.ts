import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdParams, line, optionalLine, paragraph, SeenVersion, Translations, translationsOf } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'
import { Scores } from './scoring.ts'
import { wrongDays } from './wrong-days.ts'

/** An optional day of a term. Null or empty: none; without the field, what is stored stays. */
const optionalDay = z.preprocess((value) => value || null, day(messages.questions.invalidUntil).nullable()).optional()

export const TermInput = z
  .object({
    name: line(100, messages.terms.nameRequired),
    names: translationsOf(optionalLine(100)),
    start_date: day(messages.terms.startRequired),
    end_date: day(messages.terms.endRequired),
    /** The last day for questions about scores. Null or empty: until the term is closed; without the field, what is stored stays. */
    questions_until: optionalDay,
    posting_until: optionalDay,
    review_until: optionalDay,
    scores_until: optionalDay,
    release_on: optionalDay,
    closing_on: optionalDay,
    /** Whether members see scores only after a release. Without the field, what is stored stays. */
    holds_scores: z.boolean().optional(),
    version: SeenVersion,
  })
  .refine((term) => term.end_date >= term.start_date, { path: ['end_date'], message: encode(messages.terms.endBeforeStart) })
  .superRefine((term, context) => {
    for (const { day: field, message } of wrongDays(term))
      context.addIssue({ code: 'custom', path: [field], message: encode(message) })
  })
export type TermInput = z.infer<typeof TermInput>

export const ReopenInput = z.object({ reason: paragraph(1000, messages.terms.reasonRequired) })
export type ReopenInput = z.infer<typeof ReopenInput>

/**
 * With the fingerprint of a preview, the term is closed only if it would still be closed with those differences, and without the same
 * people.
 */
export const CloseInput = z.object({ fingerprint: z.string().max(100).optional() })
export type CloseInput = z.infer<typeof CloseInput>

const FormerClosing = z.object({
  number: z.int(),
  closed_at: z.string(),
  closed_by: z.string(),
  closed_by_id: z.int().optional(),
})
export type FormerClosing = z.infer<typeof FormerClosing>

const ClosingScores = z.object({ ...Scores.shape, grade: z.string() })

const ClosingDifference = z.object({
  id: z.int(),
  name: z.string(),
  /** Null for a member who was not in the previous closing. */
  before: ClosingScores.nullable(),
  after: ClosingScores,
})
export type ClosingDifference = z.infer<typeof ClosingDifference>

/** A person who has points or activities in the term without being a member of it: its results would be without them. */
const LeftOutPerson = z.object({
  id: z.int(),
  name: z.string(),
  total_score: z.number(),
  posted_count: z.int(),
  /** Whether the person is an administrator; otherwise they were removed. */
  is_administrator: z.boolean(),
})
export type LeftOutPerson = z.infer<typeof LeftOutPerson>

export const ClosingPreview = z.object({
  members: z.int(),
  posted_count: z.int(),
  /** Members without teacher points or without feedback. */
  not_scored: z.int(),
  /** Members who joined since the previous closing and have nothing in the term: they are not in its results. */
  joined_since: z.int(),
  last_closing: FormerClosing.nullable(),
  /** The differences from the previous closing, by member; empty if there was none. */
  differences: z.array(ClosingDifference),
  left_out: z.array(LeftOutPerson),
  fingerprint: z.string(),
  /** Questions about scores that can no longer be answered afterwards. */
  open_questions: z.int(),
  /** Members with scores that are not released: they are released first. */
  not_released: z.int(),
})
export type ClosingPreview = z.infer<typeof ClosingPreview>

export const Term = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  start_date: z.string(),
  end_date: z.string(),
  status: z.enum(['open', 'closed']),
  is_current: z.boolean(),
  /** The last day for questions about scores; null: until the term is closed. */
  questions_until: z.string().nullable(),
  /** The last day on which members post, and heads review; null: until the term is closed. */
  posting_until: z.string().nullable(),
  review_until: z.string().nullable(),
  /** The days by which scores are entered, released, and the term is closed. They remind, and close nothing. */
  scores_until: z.string().nullable(),
  release_on: z.string().nullable(),
  closing_on: z.string().nullable(),
  /** Whether members see teacher points and feedback only after a release. */
  holds_scores: z.boolean(),
  /** The number of members in its list: the current ones while it is open, the frozen ones afterwards. */
  staff_count: z.int(),
  /** The number of postings of these members. */
  posted_count: z.int(),
  version: z.int(),
  /** The version of the rules by which the term is scored. */
  rules_version: z.int(),
  /** The time at which a closed term was closed. */
  closed_at: z.iso.datetime({ offset: true }).nullable(),
  /** The last reopening, and its reason. */
  reopened: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime({ offset: true }) }).nullable(),
})
export type Term = z.infer<typeof Term>

export const TermsReply = z.object({ terms: z.array(Term) })
const TermReply = z.object({ term: Term })

export const listTerms = endpoint({
  method: 'GET',
  path: '/terms',
  access: 'signed-in',
  summary: 'All terms, newest first',
  replies: { 200: TermsReply },
})

export const addTerm = endpoint({
  method: 'POST',
  path: '/terms',
  access: 'admin',
  repeatable: true,
  summary: 'Add a term',
  body: TermInput,
  replies: { 201: TermReply },
})

export const editTerm = endpoint({
  method: 'PUT',
  path: '/terms/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Edit an open term',
  params: IdParams,
  body: TermInput,
  replies: { 200: TermReply },
})

export const makeTermCurrent = endpoint({
  method: 'PUT',
  path: '/terms/make-current/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Make a term the current one',
  params: IdParams,
  replies: { 200: TermReply },
})

export const previewClosing = endpoint({
  method: 'GET',
  path: '/terms/close/:id',
  access: 'admin',
  summary: 'What closing the term would freeze, and how that differs from its last closing',
  params: IdParams,
  replies: { 200: ClosingPreview },
})

export const closeTerm = endpoint({
  method: 'PUT',
  path: '/terms/close/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Close a term: everything in it stays as it is',
  params: IdParams,
  body: CloseInput.nullish(),
  replies: { 200: TermReply },
})

export const reopenTerm = endpoint({
  method: 'PUT',
  path: '/terms/reopen/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Open a closed term again',
  params: IdParams,
  body: ReopenInput,
  replies: { 200: TermReply },
})

export const removeTerm = endpoint({
  method: 'DELETE',
  path: '/terms/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Delete a term in which nothing happened',
  params: IdParams,
  replies: { 200: MessageReply },
})
