import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage, Translations } from './fields.ts'

/** Attendance of a term by event, department and member. */

const AttendanceQuery = z.object({
  /** Without it, the current term. */
  term_id: IdInAddress.optional(),
  /** Counts only the members of this department. */
  department_id: IdInAddress.optional(),
})
export type AttendanceQuery = z.infer<typeof AttendanceQuery>

const EventRow = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  starting_date: z.string(),
  state: z.enum(['planned', 'done']),
  invited: z.int(),
  /** Who said that they come, also of a closed term, which keeps the number and not the people. */
  said_yes: z.int(),
  members: z.int(),
  /** Null where the members of one department are counted: guests have none. */
  guests: z.int().nullable(),
  seats: z.int().nullable(),
  postings: z.int(),
})
export type AttendanceOfEvent = z.infer<typeof EventRow>

const DepartmentRow = z.object({
  /** Null for members without a department. */
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  members: z.int(),
  /** The check-ins of its members, each event once. */
  attendances: z.int(),
  /** The different members who were at one event at least. */
  attended: z.int(),
})
export type AttendanceOfDepartment = z.infer<typeof DepartmentRow>

const MemberRow = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  events: z.int(),
  /** The points that count of the postings that events made. */
  points: z.number(),
})
export type AttendanceOfMember = z.infer<typeof MemberRow>

const AttendanceReport = z.object({
  term: z.object({ id: z.int(), name: z.string(), names: Translations, status: z.enum(['open', 'closed']) }),
  /** The events that the user sees as an organiser, in their order; those that were cancelled are left out. */
  events: z.array(EventRow),
  /** Of the members whom the user sees; for who was named as an organiser alone, none. */
  departments: z.array(DepartmentRow),
  /** Those who were at one event at least. */
  members: z.array(MemberRow),
})
export type AttendanceReport = z.infer<typeof AttendanceReport>

export const readAttendance = endpoint({
  method: 'GET',
  path: '/events/attendance',
  access: 'signed-in',
  summary: 'Attendance of a term by event, department and member: of the events that the user organises and the members they see',
  query: AttendanceQuery,
  replies: { 200: AttendanceReport },
})

export const downloadAttendanceXlsx = endpoint({
  method: 'GET',
  path: '/events/attendance.xlsx',
  access: 'signed-in',
  summary: 'The same as a spreadsheet',
  query: AttendanceQuery,
})

export const downloadAttendancePdf = endpoint({
  method: 'GET',
  path: '/events/attendance.pdf',
  access: 'signed-in',
  summary: 'The same as a PDF with lines for signatures',
  query: AttendanceQuery.extend({ language: PaperLanguage }),
})
