import { z } from 'zod'
import { NewPassword } from './auth.ts'
import { degrees, genders, passwordMask, roles, titleCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { IdInAddress, IdInBody, IdParams, line, SeenVersion, TermQuery, Translation } from './fields.ts'
import { encode, type Message, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'
import { MemberScores } from './scoring.ts'

const missing = messages.users.requiredFields
const required = encode(missing)

/** An empty choice is stored as null. */
function optionalCode<const T extends string>(codes: readonly T[], whenWrong: Message) {
  return z
    .union([z.enum(codes), z.literal(''), z.null()], encode(whenWrong))
    .optional()
    .transform((code) => code || null)
}

const Role = z.literal([roles.admin, roles.staff])

/** The fields of a user that are not the password. */
export const userFields = {
  name: line(200, missing),
  email: line(254, missing).pipe(z.string().regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, encode(messages.users.invalidEmail))),
  degree: optionalCode(degrees, messages.users.invalidDegree),
  title: optionalCode(titleCodes, messages.users.invalidTitle),
  username: line(100, missing),
  department_id: IdInBody(missing),
  role_id: z.union([Role, IdInAddress.pipe(Role)], required),
  gender: z
    .string(required)
    .min(1, required)
    .pipe(z.enum(genders, encode(messages.users.invalidGender))),
}
const password = z.string(required).min(1, required)

export const NewUserInput = z.object({ ...userFields, password: password.pipe(NewPassword) })
export type NewUserInput = z.infer<typeof NewUserInput>

export const EditUserInput = z.object({
  ...userFields,
  password: password.pipe(z.union([z.literal(passwordMask), NewPassword])),
  version: SeenVersion,
})
export type EditUserInput = z.infer<typeof EditUserInput>

/** The role that the caller saw and wants to replace. Its own name: the client adds the caller's `role_id` to every body. */
export const ToggleRoleInput = z.object({ replaces: Role.optional() })
export type ToggleRoleInput = z.infer<typeof ToggleRoleInput>

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  degree: z.string().nullable(),
  title: z.string().nullable(),
  username: z.string(),
  department_id: z.int().nullable(),
  /** Null if the department was removed. */
  department_name: z.string().nullable(),
  department_name_ckb: Translation,
  department_name_ar: Translation,
  role_id: z.int(),
  gender: z.string().nullable(),
  /** False without a password: imported users may have none yet. */
  can_sign_in: z.boolean(),
  /** Ever: an initial password that never reached its owner can be replaced. */
  has_signed_in: z.boolean(),
  /** They sign in with a password that nobody else chose, or at the provider. */
  has_own_sign_in: z.boolean(),
  /** The account at the provider with which they sign in; null without one. */
  linked_account: z.string().nullable(),
  version: z.int(),
  /** Whether the term has scores of them: not of an administrator, nor of who is not in the results of a closed term. */
  is_member: z.boolean(),
  /** The title that counts for the grade in the term: the frozen one if it is closed. */
  graded_title: z.string().nullable(),
  ...MemberScores.shape,
})
export type User = z.infer<typeof User>

export const UsersReply = z.object({ users: z.array(User) })
export const UserReply = z.object({ user: User })
const SavedUserReply = z.object({ message: z.string(), user: User })
const ToggledRoleReply = z.object({ message: z.string(), newRole: z.int() })

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'admin',
  summary: 'All users, with their scores of a term',
  query: TermQuery,
  replies: { 200: UsersReply },
})

export const readUser = endpoint({
  method: 'GET',
  path: '/users/id/:id',
  access: 'see-member',
  person: 'id',
  summary: 'One user, with the scores of a term',
  params: IdParams,
  query: TermQuery,
  replies: { 200: UserReply },
})

export const addUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'admin',
  repeatable: true,
  summary: 'Add a user',
  body: NewUserInput,
  replies: { 201: SavedUserReply },
})

export const editUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Edit a user. The mask in place of the password keeps it',
  params: IdParams,
  body: EditUserInput,
  replies: { 200: SavedUserReply },
})

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Remove a user',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const restoreUser = endpoint({
  method: 'PUT',
  path: '/users/restore/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Undo the removal of a user',
  params: IdParams,
  replies: { 200: SavedUserReply },
})

export const toggleRole = endpoint({
  method: 'PUT',
  path: '/users/toggle-role/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Make staff an administrator, or back. With `replaces`, only where that is still their role',
  params: IdParams,
  body: ToggleRoleInput.nullish(),
  replies: { 200: ToggledRoleReply },
})
