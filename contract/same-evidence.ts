import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, Translation } from './fields.ts'
import { reviewStates } from './posted-activities.ts'

/** Another posting with the same image or file, or the same link. */
const SameEvidence = z.object({
  posting_id: z.int(),
  user_id: z.int(),
  member_name: z.string(),
  activity_name: z.string(),
  activity_name_ckb: Translation,
  activity_name_ar: Translation,
  starting_date: z.string(),
  state: z.enum(reviewStates),
  term_id: z.int(),
  term_status: z.enum(['open', 'closed']),
  /** Whether the viewer may open it. A delegate learns of postings in closed terms, but does not see them. */
  can_open: z.boolean(),
  /** The page of an event that several members posted: to be known, not to be warned of. */
  is_note: z.boolean(),
})
export type SameEvidence = z.infer<typeof SameEvidence>

/** Who posts the home page of the university as a link shares it with everybody. */
export const mostOthersCounted = 1000

export const SameEvidenceOfPosting = z.object({
  /** The image or a further file: as the image or among the files of the other posting. */
  same_image: z.array(SameEvidence),
  same_link: z.array(SameEvidence),
  /** How many more there are than are listed, up to `mostOthersCounted` in all. */
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
