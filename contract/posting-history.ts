import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'

export const historyKinds = ['posted', 'edited', 'verified', 'returned', 'taken back'] as const

/** The fields whose former values a history shows. */
export const historyFields = [
  'activity_name',
  'activity_name_ckb',
  'activity_name_ar',
  'type',
  'score',
  'starting_date',
  'term_id',
  'link',
  'image',
  'files',
] as const

/** By field, only what changed. Of an image, the beginning of its checksum; of the further files, all that there were, likewise. */
const Values = z.partialRecord(
  z.enum(historyFields),
  z.union([z.string(), z.number(), z.null(), z.array(z.object({ name: z.string(), checksum: z.string() }))]),
)

const HistoryEntry = z.object({
  /** The number of its record in the audit trail. */
  id: z.int(),
  at: z.string(),
  kind: z.enum(historyKinds),
  /** Null: the portal itself. */
  actor_name: z.string().nullable(),
  /** As the head of a department, or for the person who lent Review; null by the own role, and for the owner of the posting. */
  capacity: z.record(z.string(), z.unknown()).nullable(),
  /** Why it was returned. */
  reason: z.string().nullable(),
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
