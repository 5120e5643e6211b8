import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, IdParams, Translations } from './fields.ts'

/** A list from elsewhere, such as a sign-up sheet, by which an organiser checks members in. */

export const participantOutcomes = [
  /** Will be checked in. */
  'new',
  /** Is checked in to the session already. */
  'there',
  /** Nobody checks in themselves by name. */
  'oneself',
  /** Was taken off the list with a reason, and stays off it. */
  'taken_off',
  'not_invited',
  /** Several members are called so. */
  'ambiguous',
  /** An earlier row names the same member or guest. */
  'repeated',
  /** Is on the list of guests already. */
  'guest',
  /** Names no member, and can become a guest. */
  'unknown',
  /** Names no member, and has no name that a guest could have. */
  'nameless',
] as const
export type ParticipantOutcome = (typeof participantOutcomes)[number]

const ParticipantRow = z.object({
  /** The number of the row as a spreadsheet counts, from 1. */
  row: z.int(),
  /** What the row says: a name, a username or an e-mail address. */
  who: z.string(),
  outcome: z.enum(participantOutcomes),
  /** The member for whom the event is; null for everybody else, of whom nothing is said that the row does not say. */
  member: z
    .object({
      name: z.string(),
      other_name: z.string().nullable(),
      department_name: z.string().nullable(),
      department_names: Translations.nullable(),
    })
    .nullable(),
})
export type ParticipantRow = z.infer<typeof ParticipantRow>

const ParticipantsPreview = z.object({
  rows: z.array(ParticipantRow),
  counts: z.record(z.enum(participantOutcomes), z.int()),
  /** Sent with the confirmation: if a row would have another outcome by then, nothing is written. */
  fingerprint: z.string(),
})
export type ParticipantsPreview = z.infer<typeof ParticipantsPreview>

const ParticipantsQuery = z.object({ session_id: IdInAddress })

export const previewParticipants = endpoint({
  method: 'POST',
  path: '/events/:id/list/preview',
  access: 'signed-in',
  summary: 'Whom a list from elsewhere would check in to a session, row by row, for organisers. Nothing is written',
  description: 'Field: file (CSV or XLSX, 5 MB, 5,000 rows). Members are found by username, else e-mail address, else name.',
  consumes: ['multipart/form-data'],
  params: IdParams,
  query: ParticipantsQuery,
  replies: { 200: ParticipantsPreview },
})

export const importParticipants = endpoint({
  method: 'POST',
  path: '/events/:id/list',
  access: 'signed-in',
  summary: 'Check in the members of a list as its preview showed it, as an organiser. Sent twice, it counts once',
  description:
    'Fields: file, fingerprint (of the preview). With add_guests, names of no member become guests. 409 where a row would have another outcome by now; who came in meanwhile is no such change.',
  consumes: ['multipart/form-data'],
  params: IdParams,
  query: ParticipantsQuery.extend({ add_guests: z.literal('true').optional() }),
  replies: { 200: z.object({ message: z.string(), checked_in: z.int(), guests: z.int() }) },
})
