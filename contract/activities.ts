import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { hasDecimals, IdParams, line, optionalLine, optionalParagraph, paragraph, SeenVersion, Translation } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

const wrongScore = encode(messages.activities.invalidScore)

export const ActivityInput = z.object({
  name: line(200, messages.activities.nameRequired),
  description: paragraph(2000, messages.activities.descriptionRequired),
  score: z
    .number(wrongScore)
    .min(0, wrongScore)
    .max(1000, wrongScore)
    .refine((value) => hasDecimals(value, 2), wrongScore),
  type: z.enum(activityTypes, encode(messages.activities.invalidType)),
  name_ckb: optionalLine(200),
  name_ar: optionalLine(200),
  description_ckb: optionalParagraph(2000),
  description_ar: optionalParagraph(2000),
  version: SeenVersion,
})
export type ActivityInput = z.infer<typeof ActivityInput>

export const Activity = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  score: z.number(),
  type: z.enum(activityTypes),
  name_ckb: Translation,
  name_ar: Translation,
  description_ckb: Translation,
  description_ar: Translation,
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

export const ActivitiesReply = z.object({ activities: z.array(Activity) })
const ActivityReply = z.object({ activity: Activity })

export const listActivities = endpoint({
  method: 'GET',
  path: '/activities',
  access: 'signed-in',
  summary: 'The catalogue of activities',
  replies: { 200: ActivitiesReply },
})

export const addActivity = endpoint({
  method: 'POST',
  path: '/activities',
  access: 'admin',
  repeatable: true,
  summary: 'Add an activity',
  body: ActivityInput,
  replies: { 201: ActivityReply },
})

export const editActivity = endpoint({
  method: 'PUT',
  path: '/activities/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Edit an activity, for future postings',
  params: IdParams,
  body: ActivityInput,
  replies: { 200: ActivityReply },
})

export const removeActivity = endpoint({
  method: 'DELETE',
  path: '/activities/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Retire an activity',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const restoreActivity = endpoint({
  method: 'PUT',
  path: '/activities/restore/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Undo the retirement of an activity',
  params: IdParams,
  replies: { 200: ActivityReply },
})
