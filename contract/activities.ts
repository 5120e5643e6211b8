import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { hasDecimals, line, paragraph, SeenVersion } from './fields.ts'
import { messages } from './messages.ts'

const wrongScore = messages.activities.invalidScore

export const ActivityInput = z.object({
  name: line(200, messages.activities.nameRequired),
  description: paragraph(2000, messages.activities.descriptionRequired),
  score: z
    .number(wrongScore)
    .min(0, wrongScore)
    .max(1000, wrongScore)
    .refine((value) => hasDecimals(value, 2), wrongScore),
  type: z.enum(activityTypes, messages.activities.invalidType),
  version: SeenVersion,
})
export type ActivityInput = z.infer<typeof ActivityInput>

export const Activity = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  score: z.number(),
  type: z.enum(activityTypes),
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

export const ActivitiesReply = z.object({ activities: z.array(Activity) })
export const ActivityReply = z.object({ activity: Activity })
