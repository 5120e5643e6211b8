import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { EventGain } from './event-gain.ts'
import {
  Id,
  IdInAddress,
  IdParams,
  line,
  optionalLine,
  PaperLanguage,
  SeenVersion,
  Translations,
  translationsOf,
} from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostEventPeople, mostEventSessions, mostOrganisers, mostSeats } from './limits.ts'
import { MessageReply } from './replies.ts'
import { DepartmentName } from './rights.ts'

/** Events: who is invited, who comes, and who was there, as the codes at the door prove it. */

export const audiences = ['all', 'faculty', 'department', 'chosen'] as const
export type Audience = (typeof audiences)[number]

const words = messages.events

/** A moment, to the minute. */
const Moment = (whenWrong: typeof words.beginRequired) =>
  z.iso
    .datetime({ offset: true, error: encode(whenWrong) })
    .transform((moment) => new Date(Math.floor(Date.parse(moment) / 60_000) * 60_000).toISOString())

const SessionInput = z
  .object({
    /** The session that is changed; without it, a new one. */
    id: Id.optional(),
    begins_at: Moment(words.beginRequired),
    ends_at: Moment(words.endRequired),
  })
  .superRefine(({ begins_at, ends_at }, context) => {
    const hours = (Date.parse(ends_at) - Date.parse(begins_at)) / 3_600_000
    if (hours <= 0) context.addIssue({ code: 'custom', path: ['ends_at'], message: encode(words.endBeforeBegin) })
    if (hours > 24) context.addIssue({ code: 'custom', path: ['ends_at'], message: encode(words.tooLong) })
  })

const wrongSeats = encode(words.invalidSeats({ most: String(mostSeats) }))

export const EventInput = z
  .object({
    activity_id: z.int(encode(words.activityRequired)).min(1, encode(words.activityRequired)),
    name: line(200, words.nameRequired),
    names: translationsOf(optionalLine(200)),
    place: line(200, words.placeRequired),
    audience: z.enum(audiences, encode(words.audienceRequired)),
    department_id: Id.nullish(),
    faculty_id: Id.nullish(),
    /** The members of an event for chosen ones. */
    invited: z.array(Id).max(mostEventPeople).default([]),
    seats: z.int(wrongSeats).min(1, wrongSeats).max(mostSeats, wrongSeats).nullish(),
    sessions: z.array(SessionInput).min(1, encode(words.sessionRequired)).max(mostEventSessions, encode(words.tooManySessions)),
    organisers: z.array(Id).max(mostOrganisers).default([]),
    version: SeenVersion,
  })
  .superRefine(({ audience, department_id, faculty_id, invited, sessions }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (audience === 'department' && !department_id) refuse('department_id', encode(words.departmentRequired))
    if (audience === 'faculty' && !faculty_id) refuse('faculty_id', encode(words.facultyRequired))
    if (audience === 'chosen' && invited.length === 0) refuse('invited', encode(words.invitedRequired))
    const inOrder = sessions.toSorted((a, b) => Date.parse(a.begins_at) - Date.parse(b.begins_at))
    const overlaps = inOrder.some(({ begins_at }, index) => {
      const before = inOrder[index - 1]
      return before !== undefined && Date.parse(begins_at) < Date.parse(before.ends_at)
    })
    if (overlaps) refuse('sessions', encode(words.sessionsOverlap))
  })
export type EventInput = z.infer<typeof EventInput>

/** A person of an event, who may be of another department than the reader: nothing but the name. */
const NamedPerson = z.object({ id: z.int(), name: z.string(), other_name: z.string().nullable() })
export type NamedPerson = z.infer<typeof NamedPerson>

const EventSession = z.object({
  id: z.int(),
  begins_at: z.string(),
  ends_at: z.string(),
  /** Whether the user was checked in, and was not taken off the list. */
  was_there: z.boolean(),
})

/** An event as the user sees it. */
export const PortalEvent = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  place: z.string(),
  activity_id: z.int(),
  activity_name: z.string(),
  activity_names: Translations,
  type: z.enum(activityTypes),
  /** The points of the activity in the catalogue today. */
  score: z.number(),
  audience: z.enum(audiences),
  department: DepartmentName.nullable(),
  faculty: DepartmentName.nullable(),
  seats: z.int().nullable(),
  /** The number of those who said that they come. */
  coming_count: z.int(),
  starting_date: z.string(),
  term_id: z.int(),
  state: z.enum(['planned', 'cancelled', 'done']),
  sessions: z.array(EventSession),
  version: z.int(),
  is_invited: z.boolean(),
  is_coming: z.boolean(),
  /** Why the user was taken off the list. */
  taken_off_reason: z.string().nullable(),
  may_manage: z.boolean(),
  /** What it would bring the user; null if it is not for them, is not planned any more, or its term is closed. */
  gain: EventGain.nullable(),
  /** Who organises it by name, and who was chosen: in a single event, for organisers. */
  organisers: z.array(NamedPerson).optional(),
  invited: z.array(NamedPerson).optional(),
})
export type PortalEvent = z.infer<typeof PortalEvent>

const EventReply = z.object({ message: z.string(), event: PortalEvent })

/** A member of the list of an event. */
const EventPerson = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  is_coming: z.boolean(),
  /** The sessions in which the member was checked in. */
  check_ins: z.array(
    z.object({
      session_id: z.int(),
      how: z.enum(['code', 'scanned', 'ticked']),
      at: z.string(),
      recorded_by_name: z.string().nullable(),
      /** The number of members who were checked in from the same device, if there are several. */
      of_device: z.int().nullable(),
      /** Whether it came from another network than most others of the session. */
      from_elsewhere: z.boolean(),
    }),
  ),
  /** Why the member was taken off the list. */
  removed_reason: z.string().nullable(),
  /** The state of the posting that the event made. */
  posting_state: z.enum(['posted', 'verified', 'returned']).nullable(),
})
export type EventPerson = z.infer<typeof EventPerson>

const DoorQuery = z.object({ session_id: IdInAddress })

const Door = z.object({
  /** Null outside the time of checking in. */
  code: z.string().nullable(),
  /** Milliseconds until the next code, or until checking in begins. */
  changes_in: z.int(),
  arrivals: z.int(),
  /** Whether checking in is still to come, open, or over. */
  state: z.enum(['before', 'open', 'over']),
})
export type Door = z.infer<typeof Door>

const deviceForm = /^[\w-]{16,64}$/
/** A number that the browser keeps. It gives no right; the organiser sees where one device checks in several members. */
const Device = z.string().regex(deviceForm).optional()

export const CheckInInput = z.object({ code: z.string().max(40), device: Device })
export type CheckInInput = z.infer<typeof CheckInInput>

const TickInput = z.object({ session_id: Id, user_ids: z.array(Id).min(1).max(mostEventPeople) })
const ScanInput = z.object({ session_id: Id, code: z.string().max(60) })
export const RemovalInput = z.object({ user_id: Id, reason: line(500, words.reasonRequired) })
export type RemovalInput = z.infer<typeof RemovalInput>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  summary: 'The events of a term to which the user is invited, or that they organise, in their order',
  query: z.object({ term_id: IdInAddress.optional() }),
  replies: { 200: z.object({ events: z.array(PortalEvent) }) },
})

export const readEvent = endpoint({
  method: 'GET',
  path: '/events/:id',
  access: 'signed-in',
  summary: 'An event to which the user is invited, or that they organise',
  params: IdParams,
  replies: { 200: z.object({ event: PortalEvent }) },
})

export const addEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'add-events',
  repeatable: true,
  summary: 'Add an event',
  description: 'Heads and deans add events for their members.',
  body: EventInput,
  replies: { 201: EventReply },
})

export const editEvent = endpoint({
  method: 'PUT',
  path: '/events/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Edit an event that the user organises',
  params: IdParams,
  body: EventInput,
  replies: { 200: EventReply },
})

export const cancelEvent = endpoint({
  method: 'PUT',
  path: '/events/cancel/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Cancel an event that the user organises, before anybody was checked in',
  params: IdParams,
  replies: { 200: EventReply },
})

export const answerEvent = endpoint({
  method: 'PUT',
  path: '/events/coming/:id',
  access: 'staff',
  summary: 'Say that the user comes, or does not',
  params: IdParams,
  body: z.object({ is_coming: z.boolean() }),
  replies: { 200: z.object({ event: PortalEvent }) },
})

export const readDoor = endpoint({
  method: 'GET',
  path: '/events/:id/door',
  access: 'signed-in',
  summary: 'The code at the door of a session at this moment, and the number of arrivals, for organisers',
  params: IdParams,
  query: DoorQuery,
  replies: { 200: Door },
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/events/check-in/:id',
  access: 'staff',
  summary: 'Check in by the code at the door. Sent twice, it counts once',
  params: IdParams,
  body: CheckInInput,
  replies: { 201: EventReply },
})

export const readOwnCode = endpoint({
  method: 'GET',
  path: '/events/:id/own-code',
  access: 'staff',
  summary: 'The own code, which an organiser scans',
  params: IdParams,
  replies: { 200: z.object({ code: z.string(), changes_in: z.int() }) },
})

export const scanMember = endpoint({
  method: 'POST',
  path: '/events/scan/:id',
  access: 'signed-in',
  summary: 'Check in a member by their own code, as an organiser',
  params: IdParams,
  body: ScanInput,
  replies: { 201: z.object({ message: z.string(), person: EventPerson }) },
})

export const tickMembers = endpoint({
  method: 'PUT',
  path: '/events/tick/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Check in members by name, as an organiser',
  params: IdParams,
  body: TickInput,
  replies: { 200: MessageReply },
})

export const listEventPeople = endpoint({
  method: 'GET',
  path: '/events/:id/people',
  access: 'signed-in',
  summary: 'Who is invited, comes and was there, for organisers',
  params: IdParams,
  replies: { 200: z.object({ people: z.array(EventPerson) }) },
})

export const listEventMembers = endpoint({
  method: 'GET',
  path: '/events/:id/members',
  access: 'signed-in',
  summary: 'The names of all members for whom the event is, for organisers',
  params: IdParams,
  replies: {
    200: z.object({
      members: z.array(NamedPerson.extend({ department_name: z.string().nullable(), department_names: Translations.nullable() })),
    }),
  },
})

const GuestInput = z.object({ name: line(200, words.guestRequired) })
const EventGuest = z.object({ id: z.int(), name: z.string() })
export type EventGuest = z.infer<typeof EventGuest>

/** What a certificate of attendance confirms. */
export const CertificateFacts = z.object({
  name: z.string(),
  /** The name in the other script, where there is one. */
  other_name: z.string().optional(),
  event: z.string(),
  place: z.string(),
  activity: z.string(),
  /** The sessions at which the person was; of a guest all. */
  sessions: z.array(z.object({ begins_at: z.string(), ends_at: z.string() })),
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

export const listGuests = endpoint({
  method: 'GET',
  path: '/events/:id/guests',
  access: 'signed-in',
  summary: 'Guests of an event who have no account, for organisers',
  params: IdParams,
  replies: { 200: z.object({ guests: z.array(EventGuest) }) },
})

export const addGuest = endpoint({
  method: 'POST',
  path: '/events/:id/guests',
  access: 'signed-in',
  repeatable: true,
  summary: 'Add a guest by name, as an organiser',
  params: IdParams,
  body: GuestInput,
  replies: { 201: z.object({ message: z.string(), guest: EventGuest }) },
})

export const removeGuest = endpoint({
  method: 'DELETE',
  path: '/events/:id/guests/:guest_id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Delete a guest, as an organiser',
  params: z.object({ id: IdInAddress, guest_id: IdInAddress }),
  replies: { 200: MessageReply },
})

export const issueCertificate = endpoint({
  method: 'GET',
  path: '/events/:id/certificate',
  access: 'signed-in',
  summary: 'A certificate of attendance as PDF: the own one, or for organisers that of any member or guest who was there',
  params: IdParams,
  query: z.object({ user_id: IdInAddress.optional(), guest_id: IdInAddress.optional(), language: PaperLanguage }),
})

export const downloadEventList = endpoint({
  method: 'GET',
  path: '/events/:id/list',
  access: 'signed-in',
  summary: 'Who comes and who was there, as CSV or XLSX, or as PDF to sign, for organisers',
  params: IdParams,
  query: z.object({ format: z.enum(['csv', 'xlsx', 'pdf']), language: PaperLanguage }),
})

export const removeFromEvent = endpoint({
  method: 'PUT',
  path: '/events/remove/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Take a member off the list of those who were there, with a reason; a posting that the event made is taken back',
  params: IdParams,
  body: RemovalInput,
  replies: { 200: MessageReply },
})

export const untickMember = endpoint({
  method: 'PUT',
  path: '/events/untick/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'Undo a check-in to one of several sessions at which a member was checked in, as an organiser',
  params: IdParams,
  body: z.object({ session_id: Id, user_id: Id }),
  replies: { 200: MessageReply },
})

export const finishEvent = endpoint({
  method: 'PUT',
  path: '/events/done/:id',
  access: 'signed-in',
  repeatable: true,
  summary: 'End an event: each member who was there gets a verified posting, once',
  params: IdParams,
  replies: { 200: EventReply.extend({ posted: z.int() }) },
})
