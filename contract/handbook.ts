import { z } from 'zod'
import { type Action, endpoint } from './endpoint.ts'
import { languages } from './languages/languages.ts'

/**
 * The pages of the handbook in their order, each with the right that its readers have. A page is about what its readers can do, so nobody
 * else is sent it.
 */
export const handbookPages = {
  'signing-in': 'signed-in',
  account: 'signed-in',
  posting: 'signed-in',
  evidence: 'signed-in',
  returned: 'signed-in',
  conversation: 'signed-in',
  scores: 'signed-in',
  plan: 'signed-in',
  questions: 'signed-in',
  statements: 'signed-in',
  events: 'signed-in',
  phone: 'signed-in',
  outbox: 'signed-in',
  devices: 'signed-in',
  finding: 'signed-in',
  inbox: 'review',
  reviewing: 'review',
  lending: 'lend',
  members: 'see-members',
  person: 'see-members',
  postings: 'see-members',
  lists: 'see-members',
  organising: 'add-events',
  users: 'admin',
  imports: 'admin',
  departments: 'admin',
  catalogue: 'admin',
  terms: 'admin',
  scoring: 'admin',
  releases: 'admin',
  messages: 'admin',
  closing: 'admin',
  audit: 'admin',
  settings: 'admin',
  'second-factor': 'admin',
  backups: 'admin',
} as const satisfies Record<string, Action | 'signed-in'>

export type HandbookPage = keyof typeof handbookPages
export const handbookPageNames = Object.keys(handbookPages) as [HandbookPage, ...HandbookPage[]]

/** For whom a page is written: the groups of the table of contents. */
const handbookGroups = ['members', 'heads', 'administrators'] as const
export type HandbookGroup = (typeof handbookGroups)[number]

export function handbookGroupOf(page: HandbookPage): HandbookGroup {
  const right = handbookPages[page]
  if (right === 'signed-in') return 'members'
  return right === 'admin' ? 'administrators' : 'heads'
}

/** A piece of a sentence. `is_label` is a name that stands on the screen like this, such as a button. */
const HandbookSpan = z.object({ text: z.string(), is_label: z.boolean().optional() })
export type HandbookSpan = z.infer<typeof HandbookSpan>

const HandbookBlock = z.object({
  kind: z.enum(['paragraph', 'heading', 'step', 'point', 'note']),
  spans: z.array(HandbookSpan),
})
export type HandbookBlock = z.infer<typeof HandbookBlock>

const HandbookPageReply = z.object({
  page: z.enum(handbookPageNames),
  group: z.enum(handbookGroups),
  title: z.string(),
  /** The size of its picture in pixels; null for a page without one. */
  picture: z.object({ width: z.int(), height: z.int() }).nullable(),
  blocks: z.array(HandbookBlock),
})
export type HandbookPageReply = z.infer<typeof HandbookPageReply>

/** A page that a search found. */
export const FoundPage = z.object({ page: z.enum(handbookPageNames), title: z.string() })

const HandbookReply = z.object({ pages: z.array(HandbookPageReply) })
export type HandbookReply = z.infer<typeof HandbookReply>

const HandbookQuery = z.object({ language: z.enum(languages).optional() })

export const readHandbook = endpoint({
  method: 'GET',
  path: '/handbook',
  access: 'signed-in',
  summary: 'The pages of the handbook about what the caller can do',
  query: HandbookQuery,
  replies: { 200: HandbookReply },
})

export const downloadHandbook = endpoint({
  method: 'GET',
  path: '/handbook/pdf',
  access: 'signed-in',
  summary: 'The same pages as PDF',
  query: HandbookQuery,
})

export const readHandbookPicture = endpoint({
  method: 'GET',
  path: '/handbook/pictures/:language/:page.png',
  access: 'signed-in',
  summary: 'The picture of a page of the handbook',
  params: z.object({ language: z.enum(languages), page: z.enum(handbookPageNames) }),
})
