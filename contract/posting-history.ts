import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Translations } from './fields.ts'

export const historyKinds = ['posted', 'edited', 'verified', 'returned', 'taken back'] as const

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
   * The capacity of the actor: head of a department, or delegate of the person who lent Review; null for the actor's own role, and for the
   * owner of the posting.
   */
  capacity: z.record(z.string(), z.unknown()).nullable(),
  /** The reason of a return, in English, and its translations as they were. Other entries have none. */
  reason: z.string().nullable(),
  reasons: Translations.optional(),
  before: Values,
  after: Values,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const HistoryReply = z.object({ entries: z.array(HistoryEntry) })

export const readPostingHistory = endpoint({
  method: 'GET',
  path: '/posted-activities/:id/history',
  access: 'signed-in',
  summary: 'What happened to a posting, oldest first: for its owner, and for whom may see or review it',
  params: IdParams,
  replies: { 200: HistoryReply },
})
