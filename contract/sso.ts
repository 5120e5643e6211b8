import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { longestLogoutToken } from './limits.ts'
import { MessageReply } from './replies.ts'

/** The address to return to. A browser follows a link with it, so a wrong value leads to the start page instead of an error. */
const StartQuery = z.object({
  return_to: z.string().max(2000).optional().catch(undefined),
  /** Whether to stay signed in on this device. */
  stay: z.enum(['yes']).optional().catch(undefined),
})

export const LinkInput = z.object({
  current_password: z
    .string(encode(messages.password.currentRequired))
    .min(1, encode(messages.password.currentRequired))
    .max(1000, encode(messages.password.currentWrong)),
})
export type LinkInput = z.infer<typeof LinkInput>

const LinkReply = z.object({ url: z.url() })
const LinkedAccountReply = z.object({ linked_account: z.string().nullable() })
const LogoutTokenInput = z.object(
  {
    logout_token: z
      .string(encode(messages.sso.invalidLogoutToken))
      .max(longestLogoutToken, encode(messages.sso.invalidLogoutToken)),
  },
  encode(messages.sso.invalidLogoutToken),
)

export const startSso = endpoint({
  method: 'GET',
  path: '/auth/sso',
  access: 'public',
  summary: 'Sign in with the university account: redirects to the provider',
  query: StartQuery,
})

export const finishSso = endpoint({
  method: 'GET',
  path: '/auth/sso/callback',
  access: 'public',
  summary: 'Where the provider sends the browser back to',
})

export const endSsoSessions = endpoint({
  method: 'POST',
  path: '/auth/sso/logout-token',
  access: 'public',
  crossOrigin: true,
  summary: 'Back-channel logout: the provider ends sessions that began with it',
  consumes: ['application/x-www-form-urlencoded'],
  body: LogoutTokenInput,
})

export const readLinkedAccount = endpoint({
  method: 'GET',
  path: '/auth/sso/link',
  access: 'admin',
  summary: 'The account at the provider that is linked to the own one',
  replies: { 200: LinkedAccountReply },
})

export const linkAccount = endpoint({
  method: 'POST',
  path: '/auth/sso/link',
  access: 'admin',
  summary: 'Link the own account with one at the provider: replies with the address to go to',
  body: LinkInput,
  replies: { 200: LinkReply },
})

export const unlinkAccount = endpoint({
  method: 'DELETE',
  path: '/auth/sso/link/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Unlink a user from their account at the provider, and end the sessions that began with it',
  params: IdParams,
  replies: { 200: MessageReply },
})
