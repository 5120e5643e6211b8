import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Translations } from './fields.ts'

const Standing = z.object({ total_score: z.number(), grade: z.string() })

/** A member whose points would change. */
const RecountChange = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  before: Standing,
  after: Standing,
})
export type RecountChange = z.infer<typeof RecountChange>

const RecountPreview = z.object({
  /** The current term; null if it is closed, or there is none. */
  term: z.object({ id: z.int(), name: z.string(), names: Translations }).nullable(),
  /** The points of the catalogue. */
  score: z.number(),
  /** The number of postings in the term that have other points. */
  postings: z.int(),
  changes: z.array(RecountChange),
  /** Identifies what the administrator has seen. */
  fingerprint: z.string(),
})
export type RecountPreview = z.infer<typeof RecountPreview>

export const previewRecount = endpoint({
  method: 'GET',
  path: '/activities/recount/:id',
  access: 'admin',
  summary: 'Whose points would change if the points of an activity counted for the whole current term',
  params: IdParams,
  replies: { 200: RecountPreview },
})

export const recountActivity = endpoint({
  method: 'PUT',
  path: '/activities/recount/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Count the points of an activity for the whole current term',
  params: IdParams,
  body: z.object({ fingerprint: z.string().max(100) }),
  replies: { 200: z.object({ message: z.string(), postings: z.int() }) },
})
