import { z } from 'zod'
import { editableCalls, removal } from './editable.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, line, optionalLine, SeenVersion, Translations, translationsOf } from './fields.ts'
import { acceptingFormerFields } from './former-translations.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostHeads } from './limits.ts'

export const DepartmentInput = z.object({
  name: line(200, messages.departments.emptyName),
  names: translationsOf(optionalLine(200)),
  /** The faculty; null for none. Without the field, the stored one stays. */
  faculty_id: Id.nullish(),
  version: SeenVersion,
})
export type DepartmentInput = z.infer<typeof DepartmentInput>

export const Department = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  /** The faculty to which it belongs, which may be a deleted one; null for none. */
  faculty_id: z.int().nullable(),
  member_count: z.int(),
  version: z.int(),
  /** The heads, which only administrators see. */
  heads: z.array(z.object({ id: z.int(), name: z.string(), other_name: z.string().nullish() })).optional(),
})
export type Department = z.infer<typeof Department>

const invalidHeads = encode(messages.heads.invalid({ most: mostHeads }))
const HeadIds = z.array(Id, invalidHeads).max(mostHeads, invalidHeads)

export const HeadsInput = z.object({
  /** The ids of all heads: a member who is not among them is no longer one. */
  heads: HeadIds,
  /** The ids that the administrator saw; if they have changed, the save is refused. */
  previous: HeadIds.optional(),
})
export type HeadsInput = z.infer<typeof HeadsInput>

export const RemovedDepartment = z.object({
  id: z.int(),
  name: z.string(),
  names: Translations,
  /** The number of members who still belong to it, and show as Unknown Department until it is restored. */
  member_count: z.int(),
  ...removal,
})
export type RemovedDepartment = z.infer<typeof RemovedDepartment>

export const departmentCalls = editableCalls({
  one: 'department',
  many: 'departments',
  Row: Department,
  Removed: RemovedDepartment,
  Input: acceptingFormerFields(DepartmentInput),
  summaries: {
    list: 'All departments',
    listRemoved: 'Deleted departments, the latest first',
    add: 'Add a department',
    edit: 'Rename a department',
    remove: 'Delete a department',
    restore: 'Restore a deleted department',
  },
})

export const setHeads = endpoint({
  method: 'PUT',
  path: '/departments/heads/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Set who heads a department: staff members of it',
  params: IdParams,
  body: HeadsInput,
  replies: { 200: z.object({ department: Department }) },
})
