import { z } from 'zod'
import { Activity } from './activities.ts'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { day, IdInAddress, IdParams, normalizeLine, optionalParagraph, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { longestPostingMessage, mostEvidence } from './limits.ts'
import { MessageReply } from './replies.ts'
import { OverLimit } from './rules.ts'

const PostedActivitiesQuery = z.object({ user_id: IdInAddress })

/** The specification sends the owner with a deletion; only the session decides. */
const OwnerQuery = z.object({ user_id: IdInAddress.optional() })

const longestLink = 2000
/** A host with an optional port and path. The name of a file looks the same and is none. */
const hostAndPath = /^(?![^/]*\.(pdf|docx?|jpe?g|png)$)([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu
export const Link = z
  .string(encode(messages.postedActivities.invalidLink))
  .trim()
  // The scheme is added, as a browser completes what is typed into its address bar.
  .transform((text) => (hostAndPath.test(text) ? `https://${text}` : text))
  .pipe(z.string().regex(/^(https?:\/\/.+)?$/i, encode(messages.postedActivities.invalidLink)))
  .refine((text) => text === '' || URL.canParse(text), encode(messages.postedActivities.invalidLink))
  // The link is normalized as in a browser: without spaces and with a punycode host.
  .transform((text) => (text === '' ? null : new URL(text).href))
  .refine((href) => href === null || href.length <= longestLink, encode(messages.general.tooLong({ most: String(longestLink) })))

/** The fields of the form beside the image and the files. They come as text. */
export const PostingInput = z
  .object({
    /** The name of the activity, in any language. */
    activity_name: z
      .string()
      .transform(normalizeLine)
      .pipe(z.string().max(200, encode(messages.postedActivities.activityRequired)))
      .optional(),
    activity_id: IdInAddress.optional(),
    starting_date: day(messages.postedActivities.dateRequired),
    link: Link.optional().transform((link) => link ?? null),
    user_id: IdInAddress.optional(),
    /** A note to the reviewers, the first message or a further one (contract/posting-history.ts). */
    note: optionalParagraph(longestPostingMessage),
    /** When editing only: removes the image without a new one. */
    remove_image: z.literal('true').optional(),
    /** When editing only: the ids of the files to remove, separated by commas. */
    remove_files: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(z.array(z.uuid(encode(messages.general.invalidInput))).max(mostEvidence, encode(messages.general.invalidInput)))
      .default([]),
    /** When editing only: the version that was seen. Another window may have saved the posting since. */
    version: IdInAddress.optional(),
  })
  .refine((input) => input.activity_name || input.activity_id, {
    path: ['activity_name'],
    message: encode(messages.postedActivities.activityRequired),
  })
export type PostingInput = z.infer<typeof PostingInput>

/** A posted activity counts; a verified one counts and is locked; a returned one does not count until it is edited. */
export const reviewStates = ['posted', 'verified', 'returned'] as const

const fileKinds = ['photo', 'pdf'] as const

/** A photo or a PDF beside the image. What it shows never changes under its id. */
export const EvidenceFile = z.object({
  id: z.uuid(),
  kind: z.enum(fileKinds),
  /** The name that its sender gave it, for display. */
  name: z.string(),
  /** The pages of a PDF; each is also stored as a picture. */
  pages: z.int().nullable(),
  /** The size of the photo, or of the picture of the first page. */
  width: z.int(),
  height: z.int(),
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

export const PostedActivity = z.object({
  id: z.int(),
  user_id: z.int(),
  activity_id: z.int(),
  activity_name: z.string(),
  activity_names: Translations,
  type: z.enum(activityTypes),
  /** The points of its activity when it was posted. */
  score: z.number(),
  /** The points that count: the same, or 0 if it was returned or is over a limit. */
  counted_points: z.number(),
  over_limit: OverLimit.nullable(),
  starting_date: z.string(),
  link: z.string().nullable(),
  image_id: z.uuid().nullable(),
  /** The files beside the image, in the order in which they were added. */
  files: z.array(EvidenceFile),
  /** The event that made the posting, and is its evidence. A server of the release before knows none. */
  event: z.object({ id: z.int(), name: z.string(), names: Translations, place: z.string() }).nullish(),
  term_id: z.int(),
  term_name: z.string(),
  term_names: Translations,
  term_status: z.enum(['open', 'closed']),
  state: z.enum(reviewStates),
  returned_reason: z.string().nullable(),
  /** The translations of the reason, as they were when it was chosen. */
  returned_reasons: Translations,
  reviewed_by_name: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  /** When somebody who may review it first had this version before them. Only the lists of one member have it. */
  seen_at: z.string().nullish(),
  version: z.int(),
})
export type PostedActivity = z.infer<typeof PostedActivity>

export const PostedActivitiesReply = z.object({ postedActivities: z.array(PostedActivity) })
const PostedActivityReply = z.object({ postedActivity: PostedActivity })

/** The effect of a new posting on the scores of its member in its term. */
const PostingEffect = z.object({
  /** The change of the total: less than the posting counts, if later ones exceed a limit because of it. */
  points: z.number(),
  /** The member's own grade, which is without feedback. */
  grade_before: z.string(),
  grade: z.string(),
})
export type PostingEffect = z.infer<typeof PostingEffect>

/** The effect is missing in a repeated request that the release before this one has answered. */
export const NewPostingReply = PostedActivityReply.extend({ effect: PostingEffect.optional() })
export const AvailableActivitiesReply = z.object({ availableActivities: z.array(Activity) })

const ImageParams = z.object({ image_id: z.uuid() })
const FileParams = z.object({ file_id: z.uuid() })
const PageParams = z.object({ ...FileParams.shape, page: IdInAddress })

export const listPostedActivities = endpoint({
  method: 'GET',
  path: '/posted-activities',
  access: 'see-member',
  person: 'user_id',
  summary: 'What a member posted, newest first',
  query: PostedActivitiesQuery,
  replies: { 200: PostedActivitiesReply },
})

export const listAvailableActivities = endpoint({
  method: 'GET',
  path: '/posted-activities/available',
  access: 'signed-in',
  summary: 'The activities that can be posted now',
  replies: { 200: AvailableActivitiesReply },
})

/** The quota of each term, and the size of what is stored in the open terms, in bytes. */
const EvidenceQuota = z.object({ quota: z.int(), used: z.array(z.object({ term_id: z.int(), bytes: z.int() })) })
export type EvidenceQuota = z.infer<typeof EvidenceQuota>

export const readEvidenceQuota = endpoint({
  method: 'GET',
  path: '/posted-activities/quota',
  access: 'staff',
  summary: 'How much evidence a member may have in a term, and how much the caller has',
  replies: { 200: EvidenceQuota },
})

const formFields =
  'Fields: activity_name (in any language) or activity_id, starting_date, link (optional), user_id (optional), note (optional, to the reviewers), image (optional .jpg, 5 MB), files (optional, several: .jpg or .pdf, 10 MB each; with the image at most five).'

export const postActivity = endpoint({
  method: 'POST',
  path: '/posted-activities',
  access: 'staff',
  repeatable: true,
  summary: 'Post an activity, with an image and further files',
  description: formFields,
  consumes: ['multipart/form-data'],
  replies: { 201: NewPostingReply },
})

export const editPosting = endpoint({
  method: 'PUT',
  path: '/posted-activities/:id',
  access: 'staff',
  repeatable: true,
  summary: 'Edit an own posting',
  description: `${formFields} Of an edit, too: remove_image (true), remove_files (ids separated by commas), version.`,
  consumes: ['multipart/form-data'],
  params: IdParams,
  replies: { 200: PostedActivityReply },
})

export const removePosting = endpoint({
  method: 'DELETE',
  path: '/posted-activities/:id',
  access: 'staff',
  repeatable: true,
  summary: 'Delete an own posting, image and files included',
  params: IdParams,
  query: OwnerQuery,
  replies: { 200: MessageReply },
})

export const readImage = endpoint({
  method: 'GET',
  path: '/uploads/activities/:image_id.jpg',
  access: 'signed-in',
  summary: 'The image of a posting',
  params: ImageParams,
})

export const readImageThumbnail = endpoint({
  method: 'GET',
  path: '/uploads/activities/:image_id/thumbnail.jpg',
  access: 'signed-in',
  summary: 'The image of a posting in small, for a list: at most 160 pixels wide and high, and 8 kB',
  params: ImageParams,
})

export const readEvidencePhoto = endpoint({
  method: 'GET',
  path: '/uploads/evidence/:file_id.jpg',
  access: 'signed-in',
  summary: 'A further photo of a posting',
  params: FileParams,
})

export const readEvidenceThumbnail = endpoint({
  method: 'GET',
  path: '/uploads/evidence/:file_id/thumbnail.jpg',
  access: 'signed-in',
  summary: 'A further photo of a posting, or the first page of a PDF, in small',
  params: FileParams,
})

export const readEvidencePdf = endpoint({
  method: 'GET',
  path: '/uploads/evidence/:file_id.pdf',
  access: 'signed-in',
  summary: 'A PDF of a posting, to be downloaded',
  params: FileParams,
})

export const readEvidencePage = endpoint({
  method: 'GET',
  path: '/uploads/evidence/:file_id/pages/:page.jpg',
  access: 'signed-in',
  summary: 'A page of a PDF as a picture; the first page is 1',
  params: PageParams,
})
