import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

const invalid = encode(messages.digest.invalid)
const DigestInput = z.object({ weekly: z.boolean(invalid) }, invalid)

/** Null for a user who cannot get the weekly e-mail: the portal sends none, or does not know an e-mail address. */
const DigestReply = z.object({ weekly: z.boolean().nullable() })

export const readDigest = endpoint({
  method: 'GET',
  path: '/auth/digest',
  access: 'signed-in',
  summary: 'Whether the user gets the weekly e-mail',
  replies: { 200: DigestReply },
})

export const chooseDigest = endpoint({
  method: 'PUT',
  path: '/auth/digest',
  access: 'signed-in',
  summary: 'Switch the own weekly e-mail on or off',
  body: DigestInput,
  replies: { 200: MessageReply },
})
