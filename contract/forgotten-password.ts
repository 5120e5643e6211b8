import { z } from 'zod'
import { NewPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

/** A username or an e-mail address, whichever the member remembers. */
export const PasswordLinkInput = z.object({ account: line(254, messages.forgottenPassword.accountRequired) })
export type PasswordLinkInput = z.infer<typeof PasswordLinkInput>

/** The token of a link: 32 random bytes in base64url. It stands in the fragment of the link, which a browser sends to no server. */
export const PasswordLinkToken = z
  .string(encode(messages.forgottenPassword.linkInvalid))
  .regex(/^[\w-]{43}$/, encode(messages.forgottenPassword.linkInvalid))

export const ResetPasswordInput = z.object({ token: PasswordLinkToken, new_password: NewPassword })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'Ask for a link by e-mail to choose a new password',
  description: 'The reply is the same whether the account exists or not. 404 where the portal sends no e-mail.',
  body: PasswordLinkInput,
  replies: { 200: MessageReply },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Choose a new password with the token of such a link',
  body: ResetPasswordInput,
  replies: { 200: MessageReply },
})
