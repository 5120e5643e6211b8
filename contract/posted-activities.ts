import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { IdInAddress } from './fields.ts'

export const PostedActivitiesQuery = z.object({ user_id: IdInAddress })

export const PostedActivity = z.object({
  id: z.int(),
  user_id: z.int(),
  activity_id: z.int(),
  activity_name: z.string(),
  type: z.enum(activityTypes),
  /** What its activity was worth when it was posted. */
  score: z.number(),
  starting_date: z.string(),
  link: z.string().nullable(),
  image_id: z.uuid().nullable(),
  term_id: z.int(),
  term_name: z.string(),
  term_status: z.enum(['open', 'closed']),
})
export type PostedActivity = z.infer<typeof PostedActivity>

export const PostedActivitiesReply = z.object({ postedActivities: z.array(PostedActivity) })

export const ImageParams = z.object({ image_id: z.uuid() })
