import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Translations } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'
import { givenRights } from './rights.ts'

/** Rights beside being scored: who has which, giving and taking them, and administrators whom a second person confirms. */

const GivenRights = z
  .array(z.enum(givenRights, encode(messages.givenRights.invalid)), encode(messages.givenRights.invalid))
  .max(givenRights.length, encode(messages.givenRights.invalid))
  .transform((chosen) => givenRights.filter((right) => chosen.includes(right)))

export const RightsInput = z.object({
  /** All rights that the person has afterwards: one that is not among them is taken. For the role administrator, `administrator` means nothing. */
  rights: GivenRights,
  /** The rights that were seen; if they have changed, nothing is saved. */
  previous: GivenRights.optional(),
})
export type RightsInput = z.infer<typeof RightsInput>

/** A person with a right about others that is no office: by the role administrator, or given. */
export const PersonWithRights = z.object({
  id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  username: z.string(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  role_id: z.int(),
  /** The rows of the person: for the role administrator without `administrator`, which the role says. */
  rights: z.array(
    z.object({
      right: z.enum(givenRights),
      /** Null where nobody gave it: the portal did, to whoever has the role administrator. */
      given_by_name: z.string().nullable(),
      given_at: z.string(),
    }),
  ),
})
export type PersonWithRights = z.infer<typeof PersonWithRights>

/** Somebody whom one person wants to make an administrator, and a second one has not confirmed yet. */
export const AdministratorRequest = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  other_name: z.string().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  /** Whether it is the role, so that the person is not scored any more, or the right beside being scored. */
  by: z.enum(['role', 'right']),
  /** With a right: all rights that the person has afterwards. */
  rights: z.array(z.enum(givenRights)),
  asked_by_id: z.int(),
  asked_by_name: z.string(),
  asked_at: z.string(),
  /** Whether the caller may confirm it: neither who asked, nor the person concerned. */
  may_confirm: z.boolean(),
})
export type AdministratorRequest = z.infer<typeof AdministratorRequest>

const SavedRightsReply = z.object({
  message: z.string(),
  person: PersonWithRights,
  /** This field exists only where nothing was changed, because a second person confirms it first. */
  waits: z.literal(true).optional(),
})

export const listRights = endpoint({
  method: 'GET',
  path: '/rights',
  access: 'read-all',
  summary: 'Who has rights beside being scored, and the administrators',
  replies: {
    200: z.object({
      people: z.array(PersonWithRights),
      /** Whether a second person confirms administrators at this moment. */
      confirms_administrators: z.boolean(),
    }),
  },
})

export const setRights = endpoint({
  method: 'PUT',
  path: '/users/:id/rights',
  access: 'give-rights',
  repeatable: true,
  summary: 'Set the rights of a person, beside being scored',
  description: 'With 202 nothing was changed: a second person confirms an administrator first.',
  params: IdParams,
  body: RightsInput,
  replies: { 200: SavedRightsReply, 202: SavedRightsReply },
})

export const listAdministratorRequests = endpoint({
  method: 'GET',
  path: '/administrator-requests',
  access: 'give-rights',
  summary: 'Administrators who wait to be confirmed, the oldest first',
  replies: { 200: z.object({ requests: z.array(AdministratorRequest) }) },
})

export const confirmAdministrator = endpoint({
  method: 'PUT',
  path: '/administrator-requests/confirm/:id',
  access: 'give-rights',
  repeatable: true,
  summary: 'Confirm an administrator, as a second person',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const refuseAdministrator = endpoint({
  method: 'PUT',
  path: '/administrator-requests/refuse/:id',
  access: 'give-rights',
  repeatable: true,
  summary: 'Refuse an administrator, or withdraw the own request',
  params: IdParams,
  replies: { 200: MessageReply },
})
