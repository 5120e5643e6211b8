import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostBulkUsers } from './limits.ts'

const tooMany = encode(messages.bulkUsers.tooMany({ most: mostBulkUsers }))
const userIds = z.array(Id).min(1).max(mostBulkUsers, tooMany)

/** The reasons why a user gets no invitation, which have sentences of the same names. */
export const notInvitedReasons = ['gone', 'signedIn', 'noAddress', 'provider', 'recent'] as const
export type NotInvitedReason = (typeof notInvitedReasons)[number]

/** The state of the last invitation of a user. */
export const invitationStates = ['waiting', 'sent', 'failed'] as const

export const InvitationsInput = z.object({ user_ids: userIds })
export type InvitationsInput = z.infer<typeof InvitationsInput>

const InvitationsReply = z.object({
  message: z.string(),
  invited: z.array(z.int()),
  skipped: z.array(z.object({ id: z.int(), name: z.string(), reason: z.enum(notInvitedReasons) })),
})
export type InvitationsReply = z.infer<typeof InvitationsReply>

const SlipsInput = z.object({
  user_ids: userIds,
  /** The users among them who get a new initial password, on their slip; only those who never signed in. */
  password_ids: z.array(Id).max(mostBulkUsers, tooMany).default([]),
})

export const inviteUsers = endpoint({
  method: 'POST',
  path: '/users/invitations',
  access: 'admin',
  repeatable: true,
  summary: 'Send users a link by e-mail to choose their first password. Those who have signed in are left out',
  description: 'At most once an hour for each user. 409 where the portal sends no e-mail. No reply contains a link.',
  body: InvitationsInput,
  replies: { 200: InvitationsReply },
})

/** Not repeatable: the reply may hold passwords, which are stored nowhere. */
export const printSlips = endpoint({
  method: 'POST',
  path: '/users/slips',
  access: 'admin',
  summary:
    'A PDF of slips to cut out, by department: how each user signs in, with a new initial password where that is asked for',
  body: SlipsInput,
})
