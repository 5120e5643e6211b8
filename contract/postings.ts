import { z } from 'zod'
import { activityTypes, titleCodes } from './codes.ts'
import { isDay } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { day, IdInAddress, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { longestCodes, mostCodes } from './limits.ts'
import { PostedActivity, reviewStates } from './posted-activities.ts'

/** The codes of a filter, between commas: a row has one of them. */
export function several<Code extends z.ZodType<unknown, string>>(code: Code) {
  return z
    .string()
    .max(longestCodes)
    .transform((codes) => codes.split(','))
    .pipe(z.array(code).max(mostCodes))
    .optional()
}

/** Members who have no department or no title. */
const None = z.literal('none')

const withOrWithout = ['with', 'without'] as const
/** The orders of the list, each with its reverse. */
export const postingSorts = ['posted', 'date', 'name', 'points'] as const
export type PostingSort = (typeof postingSorts)[number]

/** What a cursor of an order may hold. Text that PostgreSQL cannot store is in no name. */
const cursors: Readonly<Record<PostingSort, (value: string) => boolean>> = {
  posted: (value) => value === '',
  date: isDay,
  name: (value) => !value.includes('\0') && !/[\ud800-\udfff]/u.test(value),
  points: (value) => /^\d{1,6}(\.\d{1,2})?$/.test(value),
}

const Sort = z.enum(postingSorts.flatMap((sort) => [sort, `-${sort}`] as const))

/** What can be chosen in the list and in the counts alike. */
export const CommonFilters = z.object({
  department_id: several(z.union([None, IdInAddress])),
  title: several(z.enum([...titleCodes, 'none'])),
  activity_id: several(IdInAddress),
  type: several(z.enum(activityTypes)),
})
export type CommonFilters = z.infer<typeof CommonFilters>

const PostingFilters = CommonFilters.extend({
  term_id: several(IdInAddress),
  user_id: several(IdInAddress),
  state: several(z.enum(reviewStates)),
  /** Whether there is a link, a photo or a file. */
  evidence: several(z.enum(withOrWithout)),
  /** Whether another posting has the same photo, file or link. */
  warning: several(z.enum(withOrWithout)),
  /** The days of the activity. */
  from: day(messages.audit.invalidDate).optional(),
  to: day(messages.audit.invalidDate).optional(),
  /** Words in the name of the member or of the activity, in any spelling. */
  q: z.string().max(200).optional(),
  /** The order, descending with a minus before it. Without one, the newest postings come first. */
  sort: Sort.optional(),
})

export const PostingsQuery = PostingFilters.extend({
  /** The page starts after this posting, and after its value of the order. */
  after: IdInAddress.optional(),
  after_value: z.string().max(400).optional(),
}).refine(({ sort, after, after_value = '' }) => after === undefined || cursors[sortOf(sort).by](after_value), {
  error: encode(messages.general.invalidInput),
})
export type PostingsQuery = z.infer<typeof PostingsQuery>

export function sortOf(sort: string | undefined): { by: PostingSort; isDescending: boolean } {
  const by = postingSorts.find((one) => one === sort?.replace('-', ''))
  return by ? { by, isDescending: sort?.startsWith('-') ?? false } : { by: 'posted', isDescending: true }
}

/** A posting of a member of its term, with the department and the title that the member has there. */
export const ListedPosting = PostedActivity.pick({
  id: true,
  user_id: true,
  activity_id: true,
  activity_name: true,
  activity_names: true,
  type: true,
  score: true,
  counted_points: true,
  over_limit: true,
  starting_date: true,
  link: true,
  term_id: true,
  term_name: true,
  term_names: true,
  term_status: true,
  state: true,
  returned_reason: true,
}).extend({
  member_name: z.string(),
  member_other_name: z.string().nullable(),
  title: z.string().nullable(),
  department_id: z.int().nullable(),
  /** Null for members whose department was removed, or who have none. */
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  posted_at: z.string(),
  /** The number of photos and files. */
  files: z.int(),
  has_warning: z.boolean(),
})
export type ListedPosting = z.infer<typeof ListedPosting>

const PostingsReply = z.object({
  postings: z.array(ListedPosting),
  /** The number of all postings with these filters, with the first page; null with the others. */
  count: z.int().nullable(),
  /** The cursor of the next page; null at the end. */
  next: z.object({ after: z.int(), after_value: z.string() }).nullable(),
})
export type PostingsReply = z.infer<typeof PostingsReply>

export const listPostings = endpoint({
  method: 'GET',
  path: '/postings',
  access: 'see-members',
  summary: 'All postings of the members of a department, or of all members, searched, filtered and sorted',
  query: PostingsQuery,
  replies: { 200: PostingsReply },
})

export const exportPostingsCsv = endpoint({
  method: 'GET',
  path: '/postings.csv',
  access: 'see-members',
  summary: 'The same postings as a file, all of them',
  query: PostingFilters,
})

export const exportPostingsXlsx = endpoint({
  method: 'GET',
  path: '/postings.xlsx',
  access: 'see-members',
  summary: 'The same as a spreadsheet',
  query: PostingFilters,
})
