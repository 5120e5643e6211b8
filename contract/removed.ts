import { z } from 'zod'
import { activityTypes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Translation } from './fields.ts'

/** What was removed, when and by whom. It is restored by the same calls as Undo: `PUT /users/restore/:id` and its siblings. */
const removal = {
  removed_at: z.string(),
  /** Null where nobody signed in did it, or the account is gone. */
  removed_by: z.string().nullable(),
}

export const RemovedUser = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  /** Null if the department was removed too. */
  department_name: z.string().nullable(),
  department_name_ckb: Translation,
  department_name_ar: Translation,
  ...removal,
})
export type RemovedUser = z.infer<typeof RemovedUser>

const translatedName = { id: z.int(), name: z.string(), name_ckb: Translation, name_ar: Translation }

export const RemovedDepartment = z.object({
  ...translatedName,
  /** Who still belongs to it, and shows as Unknown Department until it is restored. */
  member_count: z.int(),
  ...removal,
})
export type RemovedDepartment = z.infer<typeof RemovedDepartment>

export const RemovedActivity = z.object({ ...translatedName, score: z.number(), type: z.enum(activityTypes), ...removal })
export type RemovedActivity = z.infer<typeof RemovedActivity>

export const listRemovedUsers = endpoint({
  method: 'GET',
  path: '/users/removed',
  access: 'admin',
  summary: 'Removed users, the latest first',
  replies: { 200: z.object({ users: z.array(RemovedUser) }) },
})

export const listRemovedDepartments = endpoint({
  method: 'GET',
  path: '/departments/removed',
  access: 'admin',
  summary: 'Removed departments, the latest first',
  replies: { 200: z.object({ departments: z.array(RemovedDepartment) }) },
})

export const listRemovedActivities = endpoint({
  method: 'GET',
  path: '/activities/removed',
  access: 'admin',
  summary: 'Removed activities, the latest first',
  replies: { 200: z.object({ activities: z.array(RemovedActivity) }) },
})
