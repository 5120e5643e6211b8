import { z } from 'zod'
import { line, SeenVersion } from './fields.ts'
import { messages } from './messages.ts'

export const DepartmentInput = z.object({ name: line(200, messages.departments.emptyName), version: SeenVersion })
export type DepartmentInput = z.infer<typeof DepartmentInput>

export const Department = z.object({ id: z.int(), name: z.string(), member_count: z.int(), version: z.int() })
export type Department = z.infer<typeof Department>

export const DepartmentsReply = z.object({ departments: z.array(Department) })
export const DepartmentReply = z.object({ department: Department })
