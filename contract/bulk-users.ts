import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostBulkUsers } from './limits.ts'

/** A user as the administrator saw them. A user who was changed since is left out and reported. */
const SeenUser = z.object({ id: Id, version: z.int().min(1) })
const tooMany = encode(messages.bulkUsers.tooMany({ most: mostBulkUsers }))
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(mostBulkUsers, tooMany)

/** Each user has a department of their own here, so that Undo can put everybody back where they were. */
export const MoveUsersInput = z.object({ users: listOf(SeenUser.extend({ department_id: Id })) })
export type MoveUsersInput = z.infer<typeof MoveUsersInput>

export const SeenUsersInput = z.object({ users: listOf(SeenUser) })
export type SeenUsersInput = z.infer<typeof SeenUsersInput>

/** The reasons why a user was skipped; the sentences are `messages.bulkUsers.reasons`. */
export const skipReasons = ['gone', 'admin', 'changed', 'same', 'taken', 'department'] as const
export type SkipReason = (typeof skipReasons)[number]

const BulkReply = z.object({
  message: z.string(),
  /** The changed users, with the version and the former department, which Undo sends. */
  done: z.array(z.object({ id: z.int(), version: z.int(), former_department_id: z.int().nullable() })),
  skipped: z.array(z.object({ id: z.int(), name: z.string(), reason: z.enum(skipReasons) })),
})
export type BulkReply = z.infer<typeof BulkReply>

const common = { method: 'PUT', access: 'admin', repeatable: true, replies: { 200: BulkReply } } as const

export const moveUsers = endpoint({
  ...common,
  path: '/users/bulk/move',
  summary: 'Move several staff members to other departments. Administrators and users who were changed since are left out',
  body: MoveUsersInput,
})

export const removeUsers = endpoint({
  ...common,
  path: '/users/bulk/remove',
  summary: 'Delete several staff members. Administrators and users who were changed since are left out',
  body: SeenUsersInput,
})

export const restoreUsers = endpoint({
  ...common,
  path: '/users/bulk/restore',
  summary: 'Restore several deleted users. Those whose username or e-mail address is taken by now are left out',
  body: SeenUsersInput,
})
