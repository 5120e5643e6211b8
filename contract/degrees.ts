import { z } from 'zod'
import { editableCalls, removal } from './editable.ts'
import { line, optionalLine, SeenVersion, Translations, translationsOf } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { longestDegree } from './limits.ts'

/** The academic degrees that users may have, which the office keeps in Settings. The list begins with those of the specification. */

export const DegreeInput = z.object({
  name: line(longestDegree, messages.degrees.nameRequired),
  names: translationsOf(optionalLine(longestDegree)),
  version: SeenVersion,
})
export type DegreeInput = z.infer<typeof DegreeInput>

export const Degree = z.object({
  id: z.int(),
  /** The English name, which users, results and files have. */
  name: z.string(),
  names: Translations,
  version: z.int(),
})
export type Degree = z.infer<typeof Degree>

export const degreeCalls = editableCalls({
  one: 'degree',
  many: 'degrees',
  Row: Degree,
  Removed: Degree.omit({ version: true }).extend(removal),
  Input: DegreeInput,
  summaries: {
    list: 'All degrees that users may have, in the order in which they were added',
    listRemoved: 'Deleted degrees, the latest first',
    add: 'Add a degree',
    edit: 'Rename a degree, for all users who have it',
    remove: 'Delete a degree that no user has',
    restore: 'Restore a deleted degree',
  },
})
