import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, Translations } from './fields.ts'

const noticeKinds = [
  'verified',
  'returned',
  'edited',
  'scored',
  'points changed',
  'scores released',
  'release taken back',
  'term ends',
  'posting ends',
  'review lent',
  'review ended',
  'head added',
  'head ended',
  'dean added',
  'dean ended',
  'right given',
  'right taken',
  'administrator confirmed',
  'administrator refused',
  'rules changed',
  'term closed',
  'term closed again',
  'term reopened',
  'question asked',
  'question accepted',
  'question declined',
  'question message',
  'question unanswered',
  'questions unanswered',
  'factors removed',
  'day extended',
  'extension withdrawn',
  'message',
  'posting message',
  'event changed',
  'event cancelled',
  'event withdrawn',
  'event taken off',
  'event put back',
] as const

const NoticesQuery = z.object({
  /** The page starts after this notice. */
  before: IdInAddress.optional(),
})

export const Notice = z.object({
  id: z.int(),
  kind: z.enum(noticeKinds),
  posting_id: z.int().nullable(),
  term_id: z.int().nullable(),
  term_name: z.string().nullable(),
  term_names: Translations.nullable(),
  /** The person whom a notice names, for readers who may open their page. A server of the release before does not send it. */
  person: z.object({ id: z.int(), name: z.string(), other_name: z.string().nullable() }).nullish(),
  details: z.record(z.string(), z.union([z.string(), z.number(), Translations])),
  created_at: z.string(),
  is_read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

const NoticesReply = z.object({
  notices: z.array(Notice),
  unread: z.int(),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
})

export type NoticesReply = z.infer<typeof NoticesReply>

/** The notices that were read: these ids, or all up to one id, so that notices that arrived since stay unread. */
export const ReadInput = z.union([
  z.object({ ids: z.array(z.int().min(1)).min(1).max(200) }),
  z.object({ up_to: z.int().min(1) }),
])
export type ReadInput = z.infer<typeof ReadInput>
const ReadReply = z.object({ unread: z.int() })

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'signed-in',
  summary: 'The own notices, newest first',
  query: NoticesQuery,
  replies: { 200: NoticesReply },
})

export const markNoticesRead = endpoint({
  method: 'PUT',
  path: '/notices/read',
  access: 'signed-in',
  summary: 'Mark own notices as read',
  body: ReadInput,
  replies: { 200: ReadReply },
})

export const streamNotices = endpoint({
  method: 'GET',
  path: '/notices/stream',
  access: 'signed-in',
  summary: 'Tells, as server-sent events, that there is something new',
})
