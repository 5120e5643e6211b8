import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, line, optionalLine, SeenVersion, Translation } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

export const DepartmentInput = z.object({
  name: line(200, messages.departments.emptyName),
  name_ckb: optionalLine(200),
  name_ar: optionalLine(200),
  version: SeenVersion,
})
export type DepartmentInput = z.infer<typeof DepartmentInput>

export const Department = z.object({
  id: z.int(),
  name: z.string(),
  name_ckb: Translation,
  name_ar: Translation,
  member_count: z.int(),
  version: z.int(),
  /** For administrators only. */
  heads: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
})
export type Department = z.infer<typeof Department>

const mostHeads = 20
const invalidHeads = encode(messages.heads.invalid({ most: mostHeads }))
const HeadIds = z.array(Id, invalidHeads).max(mostHeads, invalidHeads)

export const HeadsInput = z.object({
  /** The ids of all heads: who is not among them is none any more. */
  heads: HeadIds,
  /** The ids that the administrator saw; if they have changed, the save is refused. */
  previous: HeadIds.optional(),
})
export type HeadsInput = z.infer<typeof HeadsInput>

export const DepartmentsReply = z.object({ departments: z.array(Department) })
const DepartmentReply = z.object({ department: Department })

export const listDepartments = endpoint({
  method: 'GET',
  path: '/departments',
  access: 'signed-in',
  summary: 'All departments',
  replies: { 200: DepartmentsReply },
})

export const addDepartment = endpoint({
  method: 'POST',
  path: '/departments',
  access: 'admin',
  repeatable: true,
  summary: 'Add a department',
  body: DepartmentInput,
  replies: { 201: DepartmentReply },
})

export const editDepartment = endpoint({
  method: 'PUT',
  path: '/departments/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Rename a department',
  params: IdParams,
  body: DepartmentInput,
  replies: { 200: DepartmentReply },
})

export const removeDepartment = endpoint({
  method: 'DELETE',
  path: '/departments/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Remove a department',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const restoreDepartment = endpoint({
  method: 'PUT',
  path: '/departments/restore/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Undo the removal of a department',
  params: IdParams,
  replies: { 200: DepartmentReply },
})

export const setHeads = endpoint({
  method: 'PUT',
  path: '/departments/heads/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Set who heads a department: staff members of it',
  params: IdParams,
  body: HeadsInput,
  replies: { 200: DepartmentReply },
})
