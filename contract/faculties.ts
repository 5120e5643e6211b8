import { z } from 'zod'
import { editableCalls, removal } from './editable.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, line, optionalLine, SeenVersion, Translations, translationsOf } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostHeads } from './limits.ts'

/** The faculties (colleges) of the university. A department belongs to one, or to none. */

export const FacultyInput = z.object({
  name: line(200, messages.faculties.emptyName),
  names: translationsOf(optionalLine(200)),
  version: SeenVersion,
})
export type FacultyInput = z.infer<typeof FacultyInput>

export const Faculty = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  department_count: z.int(),
  /** The members of its departments. */
  member_count: z.int(),
  version: z.int(),
  /** The deans, which only administrators see, each with their department. */
  deans: z
    .array(z.object({ id: z.int(), name: z.string(), other_name: z.string().nullish(), department_id: z.int().nullable() }))
    .optional(),
})
export type Faculty = z.infer<typeof Faculty>

const invalidDeans = encode(messages.faculties.invalidDeans({ most: mostHeads }))
const DeanIds = z.array(Id, invalidDeans).max(mostHeads, invalidDeans)

export const DeansInput = z.object({
  /** The ids of all deans: a member who is not among them is no longer one. */
  deans: DeanIds,
  /** The ids that the administrator saw; if they have changed, the save is refused. */
  previous: DeanIds.optional(),
})
export type DeansInput = z.infer<typeof DeansInput>

export const facultyCalls = editableCalls({
  one: 'faculty',
  many: 'faculties',
  Row: Faculty,
  Removed: z.object({ id: z.int(), name: z.string(), names: Translations, department_count: z.int(), ...removal }),
  Input: FacultyInput,
  summaries: {
    list: 'All faculties',
    listRemoved: 'Deleted faculties, the latest first',
    add: 'Add a faculty',
    edit: 'Rename a faculty',
    remove: 'Delete a faculty; its departments then belong to none, until it is restored',
    restore: 'Restore a deleted faculty, with its departments',
  },
})

export const setDeans = endpoint({
  method: 'PUT',
  path: '/faculties/deans/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Set who is dean of a faculty: staff members of its departments',
  params: IdParams,
  body: DeansInput,
  replies: { 200: z.object({ faculty: Faculty }) },
})
