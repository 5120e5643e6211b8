import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { editableCalls, removal } from './editable.ts'
import {
  hasDecimals,
  line,
  optionalLine,
  optionalParagraph,
  paragraph,
  SeenVersion,
  Translations,
  translationsOf,
} from './fields.ts'
import { acceptingFormerFields } from './former-translations.ts'
import { encode, messages } from './languages/catalogue.ts'

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
  names: translationsOf(optionalLine(200)),
  descriptions: translationsOf(optionalParagraph(2000)),
  /** What several activities have in common, and where this one takes place: a phone shows a kind once, with its places as choices. */
  kind: optionalLine(100),
  place: optionalLine(100),
  kinds: translationsOf(optionalLine(100)),
  places: translationsOf(optionalLine(100)),
  version: SeenVersion,
})
export type ActivityInput = z.infer<typeof ActivityInput>

export const Activity = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  score: z.number(),
  type: z.enum(activityTypes),
  names: Translations,
  descriptions: Translations,
  /** Missing in a repeated request that the release before this one has answered. */
  kind: z.string().nullish(),
  kinds: Translations.optional(),
  place: z.string().nullish(),
  places: Translations.optional(),
  version: z.int(),
})
export type Activity = z.infer<typeof Activity>

export const RemovedActivity = Activity.pick({ id: true, name: true, names: true, score: true, type: true }).extend(removal)
export type RemovedActivity = z.infer<typeof RemovedActivity>

export const activityCalls = editableCalls({
  one: 'activity',
  many: 'activities',
  Row: Activity,
  Removed: RemovedActivity,
  Input: acceptingFormerFields(ActivityInput),
  summaries: {
    list: 'The catalogue of activities',
    listRemoved: 'Deleted activities, the latest first',
    add: 'Add an activity',
    edit: 'Edit an activity, for future postings',
    remove: 'Retire an activity',
    restore: 'Undo the retirement of an activity',
  },
})
