import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, IdInAddress, TimeZone } from './fields.ts'
import { messages } from './languages/catalogue.ts'

export const auditSubjects = [
  'user',
  'department',
  'activity',
  'term',
  'score',
  'posting',
  'session',
  'delegation',
  'rules',
  'settings',
  'question',
] as const
export const auditKinds = [
  'added',
  'edited',
  'removed',
  'restored',
  'deleted',
  'role changed',
  'scored',
  'posted',
  'verified',
  'returned',
  'made current',
  'closed',
  'reopened',
  'archived',
  'signed in',
  'signed out',
  'sign-in refused',
  'refused',
  'head added',
  'head ended',
  'lent',
  'ended',
  'factor added',
  'factor removed',
  'factor renamed',
  'recovery codes made',
  'password link requested',
  'password reset',
  'linked',
  'unlinked',
  'published',
  'rules changed',
  'confirmed',
  'mail tested',
  'digest on',
  'digest off',
  'asked',
  'accepted',
  'declined',
  'withdrawn',
  'unanswered',
  'written',
] as const

const date = day(messages.audit.invalidDate).optional()

export const AuditQuery = z.object({
  /** The page starts after this record. */
  before: IdInAddress.optional(),
  /** The actor, or the person concerned. */
  person: IdInAddress.optional(),
  subject: z.enum(auditSubjects).optional(),
  kind: z.enum(auditKinds).optional(),
  from: date,
  to: date,
  /** The time zone of those days, and of the times in the files. */
  zone: TimeZone,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Includes removed users: they have records too. */
export const AuditPerson = z.object({ id: z.int(), name: z.string(), username: z.string(), is_removed: z.boolean() })
export type AuditPerson = z.infer<typeof AuditPerson>
const AuditPeopleReply = z.object({ people: z.array(AuditPerson) })

const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditRecord = z.object({
  id: z.int(),
  at: z.string(),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  address: z.string().nullable(),
  /** As the head of a department, or for the person who lent Review; null by the own role. */
  capacity: Values,
  /** Not an enum: the trail may contain kinds of other releases. */
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
  access: 'admin',
  summary: 'Who changed what, newest first',
  query: AuditQuery,
  replies: { 200: AuditReply },
})

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/audit/people',
  access: 'admin',
  summary: 'Whose records there can be',
  replies: { 200: AuditPeopleReply },
})

export const exportAuditCsv = endpoint({
  method: 'GET',
  path: '/audit.csv',
  access: 'admin',
  summary: 'The table that the panel shows, as a file',
  query: AuditQuery,
})

export const exportAuditXlsx = endpoint({
  method: 'GET',
  path: '/audit.xlsx',
  access: 'admin',
  summary: 'The same as a spreadsheet',
  query: AuditQuery,
})
