import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, paragraph, Translations } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { longestPostingMessage } from './limits.ts'

export const historyKinds = ['posted', 'edited', 'verified', 'returned', 'taken back', 'written'] as const

/** The fields whose former values a history shows. */
export const historyFields = [
  'activity_name',
  'activity_names',
  'type',
  'score',
  'starting_date',
  'term_id',
  'link',
  'image',
  'files',
] as const

/** The changed fields only. An image is the beginning of its checksum; the further files are all that there were, with the same. */
const Values = z.partialRecord(
  z.enum(historyFields),
  z.union([z.string(), z.number(), z.null(), Translations, z.array(z.object({ name: z.string(), checksum: z.string() }))]),
)

const HistoryEntry = z.object({
  /** The number of its record in the audit trail. */
  id: z.int(),
  at: z.string(),
  kind: z.enum(historyKinds),
  /** Null for an action of the portal itself. */
  actor_name: z.string().nullable(),
  /** The id of the actor, for readers who may open the page of that person. */
  actor_id: z.int().nullish(),
  /**
   * The capacity of the actor: head of a department, dean of a faculty, or delegate of the person who lent Review; null for the actor's own role, and for the
   * owner of the posting.
   */
  capacity: z.record(z.string(), z.unknown()).nullable(),
  /** The reason of a return, in English, and its translations as they were. Other entries have none. */
  reason: z.string().nullable(),
  reasons: Translations.optional(),
  /** The text of a message. Other entries have none. */
  text: z.string().optional(),
  before: Values,
  after: Values,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const PersonNames = z.object({ name: z.string(), other_name: z.string().nullable() })

/** Who has a posting that waits, and how long a review usually takes in its department. */
const InCharge = z.object({
  /** The heads of the member's department who may still review, or else the deans of its faculty; without any, the administration has it. */
  heads: z.array(PersonNames),
  /** Those who review in their place, or in that of an administrator where there is no head. A server of the release before does not say it. */
  delegates: z.array(PersonNames).optional(),
  /** The median of the latest reviews in days; null if there are too few. */
  usual_days: z.int().nullable(),
})
export type InCharge = z.infer<typeof InCharge>

const HistoryReply = z.object({
  entries: z.array(HistoryEntry),
  /** For the owner of a posting that waits. A server of the release before does not send it. */
  in_charge: InCharge.nullish(),
})

export const PostingMessageInput = z.object({ text: paragraph(longestPostingMessage, messages.questions.messageRequired) })

export const readPostingHistory = endpoint({
  method: 'GET',
  path: '/posted-activities/:id/history',
  access: 'signed-in',
  summary: 'What happened to a posting, oldest first: for its owner, and for whom may see or review it',
  params: IdParams,
  replies: { 200: HistoryReply },
})

export const writeAboutPosting = endpoint({
  method: 'POST',
  path: '/posted-activities/:id/messages',
  access: 'signed-in',
  repeatable: true,
  summary: 'Write to the other side about a posting that is not verified: the owner, or who may review it',
  params: IdParams,
  body: PostingMessageInput,
  replies: { 201: z.object({ id: z.int() }) },
})
