import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, Translations } from './fields.ts'
import { reviewStates } from './posted-activities.ts'

/** Another posting with the same image or file, or the same link. */
const SameEvidence = z.object({
  posting_id: z.int(),
  user_id: z.int(),
  member_name: z.string(),
  member_other_name: z.string().nullish(),
  activity_name: z.string(),
  activity_names: Translations,
  starting_date: z.string(),
  state: z.enum(reviewStates),
  term_id: z.int(),
  term_status: z.enum(['open', 'closed']),
  /** Whether the viewer may open it. A delegate learns of postings in closed terms, but does not see them. */
  can_open: z.boolean(),
  /** Whether the link is the page of an event that several members posted: a note, not a warning. */
  is_note: z.boolean(),
})
export type SameEvidence = z.infer<typeof SameEvidence>

export const SameEvidenceOfPosting = z.object({
  /** Postings with the same image or further file: as their image or among their files. */
  same_image: z.array(SameEvidence),
  same_link: z.array(SameEvidence),
  /** The number of postings that are not listed, up to `mostOthersCounted` in all. */
  more: z.object({ same_image: z.int(), same_link: z.int(), same_link_notes: z.int() }),
  /** Whether postings that the viewer may not see have it, too. They are not named. */
  same_image_elsewhere: z.boolean(),
  same_link_elsewhere: z.boolean(),
})
export type SameEvidenceOfPosting = z.infer<typeof SameEvidenceOfPosting>

const SameEvidenceReply = z.object({
  /** Postings of the member that share evidence with another one; the others are left out. */
  postings: z.array(z.object({ id: z.int(), ...SameEvidenceOfPosting.shape })),
})

export const listSameEvidence = endpoint({
  method: 'GET',
  path: '/posted-activities/same-evidence',
  access: 'see-members',
  summary: 'Which postings of a member have the image, a file or the link of another posting',
  query: z.object({ user_id: IdInAddress }),
  replies: { 200: SameEvidenceReply },
})
