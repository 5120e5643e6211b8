import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Translations } from './fields.ts'
import { MessageReply } from './replies.ts'

const Standing = z.object({
  /** Null if the score is not set. */
  tp: z.number().nullable(),
  fb: z.number().nullable(),
  total_score: z.number(),
  grade: z.string(),
})

const Member = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
})

/** A member with scores that are not released: what the member sees now, and would see afterwards. */
const ReleaseChange = Member.extend({ before: Standing, after: Standing })
export type ReleaseChange = z.infer<typeof ReleaseChange>

/** A release of the term, newest first. */
const Release = z.object({
  id: z.int(),
  number: z.int(),
  released_at: z.string(),
  released_by: z.string(),
  members: z.int(),
  /** The departments that were chosen; null if these were all. */
  departments: z.array(z.object({ name: z.string(), names: Translations })).nullable(),
  taken_back_at: z.string().nullable(),
  /** The reason why it cannot be taken back: it was, it is not the last one, or a member has asked about one of its scores. */
  obstacle: z.enum(['taken back', 'not the last', 'questioned']).nullable(),
})
export type Release = z.infer<typeof Release>

export const ReleasePreview = z.object({
  changes: z.array(ReleaseChange),
  /** Members who lack teacher points or feedback, before and after the release. */
  not_scored: z.array(Member.extend({ tp_set: z.boolean(), fb_set: z.boolean() })),
  /** The number of members of the term. */
  members: z.int(),
  releases: z.array(Release),
  /** Identifies the changes that the administrator has seen. */
  fingerprint: z.string(),
})
export type ReleasePreview = z.infer<typeof ReleasePreview>

/** Without departments, the scores of all members. 0 stands for members without a department. */
const departmentIds = z.array(z.int().min(0)).min(1).max(1000)
const DepartmentsQuery = z.object({
  department_ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(departmentIds)
    .optional(),
})

export const ReleaseInput = z.object({
  department_ids: departmentIds.optional(),
  /** That of the preview: if a draft has changed since, nothing is released. */
  fingerprint: z.string().max(100),
})
export type ReleaseInput = z.infer<typeof ReleaseInput>

const ReleasedReply = z.object({ message: z.string(), members: z.int() })

export const previewRelease = endpoint({
  method: 'GET',
  path: '/terms/release/:id',
  access: 'admin',
  summary: 'The scores that a term holds back, who has none, how grades would move, and the releases so far',
  params: IdParams,
  query: DepartmentsQuery,
  replies: { 200: ReleasePreview },
})

export const releaseScores = endpoint({
  method: 'PUT',
  path: '/terms/release/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Release the scores that a term holds back, of all members or of chosen departments',
  params: IdParams,
  body: ReleaseInput,
  replies: { 200: ReleasedReply },
})

export const takeBackRelease = endpoint({
  method: 'PUT',
  path: '/terms/take-back/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Take the last release of a term back: its scores are drafts again',
  params: IdParams,
  replies: { 200: MessageReply },
})
