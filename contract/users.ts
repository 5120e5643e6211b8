import { z } from 'zod'
import { NewPassword } from './auth.ts'
import { genders, passwordMask, roles, titleCodes } from './codes.ts'
import { removal } from './editable.ts'
import { endpoint } from './endpoint.ts'
import {
  accountName,
  IdInAddress,
  IdInBody,
  IdParams,
  line,
  optionalLine,
  SeenVersion,
  TermQuery,
  Translations,
  TranslationsByName,
} from './fields.ts'
import { invitationStates } from './invitations.ts'
import { encode, type Message, messages } from './languages/catalogue.ts'
import { longestDegree } from './limits.ts'
import { MessageReply } from './replies.ts'
import { MemberScores } from './scoring.ts'

const missing = messages.users.requiredFields
const required = encode(missing)

/** An optional code. An empty choice is stored as null. */
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
  /** The name in the other script, Latin or Arabic. */
  other_name: optionalLine(200),
  email: line(254, missing).pipe(z.string().regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, encode(messages.users.invalidEmail))),
  /** One of the list in Settings. An empty choice is stored as null. */
  degree: optionalLine(longestDegree).transform((name) => name ?? null),
  title: optionalCode(titleCodes, messages.users.invalidTitle),
  username: accountName(100, missing),
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

/**
 * The role that the caller saw and wants to replace. The field has a name of its own, because the client adds the caller's `role_id` to
 * every body.
 */
export const ToggleRoleInput = z.object({ replaces: Role.optional() })
export type ToggleRoleInput = z.infer<typeof ToggleRoleInput>

export const User = z.object({
  id: z.int(),
  name: z.string(),
  /** The name in the other script, Latin or Arabic. */
  other_name: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the mail server refused e-mails to the address, several times. */
  email_refused: z.boolean(),
  degree: z.string().nullable(),
  degrees: Translations.nullable(),
  title: z.string().nullable(),
  username: z.string(),
  department_id: z.int().nullable(),
  /** Null for a removed department. */
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  role_id: z.int(),
  gender: z.string().nullable(),
  /** Whether the user has a password: imported users may have none yet. */
  can_sign_in: z.boolean(),
  /** Whether the user ever signed in: an initial password that never reached its owner can be replaced. */
  has_signed_in: z.boolean(),
  /** Whether the user signs in with a password that they chose themselves, or at the provider. */
  has_own_sign_in: z.boolean(),
  /** When the user was last invited to choose a password; null if never. */
  invited_at: z.string().nullable(),
  invitation: z.enum(invitationStates).nullable(),
  /** What the mail server said when it refused the invitation. */
  invitation_failure: z.string().nullable(),
  /** The account at the provider with which the user signs in; null without one. */
  linked_account: z.string().nullable(),
  /** Whether the user has a passkey or an authenticator app. */
  has_second_factor: z.boolean(),
  version: z.int(),
  /** Whether the user has scores in the term: neither an administrator nor a person who is not in the results of a closed term has any. */
  is_member: z.boolean(),
  /** The title that counts for the grade in the term: the frozen one if it is closed. */
  graded_title: z.string().nullable(),
  ...MemberScores.shape,
})
export type User = z.infer<typeof User>

export const UsersReply = z.object({
  users: z.array(User.omit({ department_names: true, degrees: true })),
  department_names: TranslationsByName,
  degree_names: TranslationsByName,
})
export const UserReply = z.object({ user: User })
/** This field exists only where the role administrator was asked for, and a second person confirms it first: the role is as before. */
const waits = z.literal(true).optional()
const SavedUserReply = z.object({ message: z.string(), user: User, waits })
const ToggledRoleReply = z.object({ message: z.string(), newRole: z.int(), waits })

export const RemovedUser = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  username: z.string(),
  email: z.string().nullable(),
  /** Null for a department that was removed, too. */
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  ...removal,
})
export type RemovedUser = z.infer<typeof RemovedUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'read-all',
  summary: 'All users, with their scores of a term',
  query: TermQuery,
  replies: { 200: UsersReply },
})

export const listRemovedUsers = endpoint({
  method: 'GET',
  path: '/users/removed',
  access: 'read-all',
  summary: 'Deleted users, the latest first',
  replies: { 200: z.object({ users: z.array(RemovedUser) }) },
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
  replies: { 201: SavedUserReply, 202: SavedUserReply },
})

export const editUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Edit a user. The mask in place of the password keeps it',
  params: IdParams,
  body: EditUserInput,
  replies: { 200: SavedUserReply, 202: SavedUserReply },
})

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Delete a user',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const restoreUser = endpoint({
  method: 'PUT',
  path: '/users/restore/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Restore a deleted user',
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
  replies: { 200: ToggledRoleReply, 202: ToggledRoleReply },
})
