import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdInAddress, TimeZone } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { longestSearch } from './limits.ts'

const rowKinds = ['added', 'edited', 'removed', 'restored'] as const

/** The choices of a user about e-mails beside the weekly one. */
const mailChoiceKinds = ['notice mails on', 'notice mails off', 'message mails on', 'message mails off'] as const

/** Rights beside being scored, and administrators whom a second person confirms. */
const rightKinds = [
  'right given',
  'right taken',
  'administrator asked',
  'administrator confirmed',
  'administrator refused',
] as const

/** The kinds of events of each subject. A table that is not named here has the kinds of a row. */
const kindsBySubject = {
  user: [...rowKinds, 'role changed', ...rightKinds, 'linked', 'unlinked', 'digest on', 'digest off', ...mailChoiceKinds],
  department: [...rowKinds, 'head added', 'head ended'],
  faculty: [...rowKinds, 'dean added', 'dean ended'],
  activity: [...rowKinds, 'recounted'],
  event: ['added', 'edited', 'cancelled', 'done', 'checked in', 'check-in removed', 'taken off', 'put back'],
  term: [
    'added',
    'edited',
    'deleted',
    'made current',
    'closed',
    'reopened',
    'confirmed',
    'rules changed',
    'archived',
    'scores released',
    'release taken back',
    'day extended',
    'extension withdrawn',
  ],
  score: ['scored', 'drafted', 'released', 'taken back'],
  posting: ['posted', 'edited', 'verified', 'returned', 'recounted', 'deleted', 'written'],
  session: [
    'signed in',
    'signed out',
    'sign-in refused',
    'refused',
    'factor added',
    'factor removed',
    'factor renamed',
    'recovery codes made',
    'calendar address made',
    'calendar address revoked',
    'password link requested',
    'password reset',
    'invited',
  ],
  delegation: ['lent', 'ended'],
  rules: ['published'],
  settings: ['edited', 'mail tested'],
  saved_view: rowKinds,
  import: ['imported', 'undone'],
  message: ['sent'],
  question: ['asked', 'accepted', 'declined', 'withdrawn', 'unanswered', 'written'],
} as const
export const auditSubjects: readonly string[] = Object.keys(kindsBySubject)
export const auditKinds = [...new Set(Object.values(kindsBySubject).flat())]
export type SessionKind = (typeof kindsBySubject)['session'][number]

export function kindsOf(subject: string): readonly string[] {
  return Object.hasOwn(kindsBySubject, subject) ? kindsBySubject[subject as keyof typeof kindsBySubject] : rowKinds
}

const date = day(messages.audit.invalidDate).optional()

export const AuditQuery = z.object({
  /** The page starts after this record. */
  before: IdInAddress.optional(),
  /** The actor, or the person concerned. */
  person: IdInAddress.optional(),
  /** The person concerned. */
  about: IdInAddress.optional(),
  /** Words that begin the words of a record: of its names, values, subject and kind, and of the name of the person concerned. */
  q: z.string().max(longestSearch).optional(),
  /** A subject is text, not an enum: a new table is a subject by itself. */
  subject: z
    .string()
    .regex(/^[a-z]+(_[a-z]+)*$/)
    .optional(),
  kind: z.enum(auditKinds).optional(),
  from: date,
  to: date,
  /** The time zone of those days, and of the times in the files; without one, that of the portal. */
  zone: TimeZone.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** A person of the audit trail. Removed users are included: they have records too. */
export const AuditPerson = z.object({ id: z.int(), name: z.string(), username: z.string(), is_removed: z.boolean() })
export type AuditPerson = z.infer<typeof AuditPerson>
const AuditPeopleReply = z.object({
  people: z.array(AuditPerson),
  /** The audited tables, by subject, and the names of their rows by id. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
})

const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditRecord = z.object({
  id: z.int(),
  at: z.string(),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  address: z.string().nullable(),
  /**
   * The capacity of the actor: head of a department, dean of a faculty, delegate of the person who lent Review, by the import of a file or by its undo; null for
   * the actor's own role.
   */
  capacity: Values,
  /** Subject and kind are text, not enums: the trail may contain kinds of other releases. */
  subject: z.string(),
  kind: z.string(),
  subject_id: z.int().nullable(),
  subject_name: z.string().nullable(),
  person_id: z.int().nullable(),
  before: Values,
  after: Values,
})
export type AuditRecord = z.infer<typeof AuditRecord>

const AuditReply = z.object({
  records: z.array(AuditRecord),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
})

export const readAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'read-all',
  summary: 'Who changed what, newest first',
  query: AuditQuery,
  replies: { 200: AuditReply },
})

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/audit/people',
  access: 'read-all',
  summary: 'Whose records there can be, and the names of what else they are about',
  replies: { 200: AuditPeopleReply },
})

export const exportAuditCsv = endpoint({
  method: 'GET',
  path: '/audit.csv',
  access: 'read-all',
  summary: 'The table that the panel shows, as a file',
  query: AuditQuery,
})

export const exportAuditXlsx = endpoint({
  method: 'GET',
  path: '/audit.xlsx',
  access: 'read-all',
  summary: 'The same as a spreadsheet',
  query: AuditQuery,
})
