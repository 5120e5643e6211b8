import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { encode, messages } from './languages/catalogue.ts'

/** The form of an idempotency key. Its length is that of a random key, which cannot be guessed. */
export const idempotencyKeyForm = /^[\w-]{16,128}$/

const KeyParams = z.object({ key: z.string().regex(idempotencyKeyForm, encode(messages.general.invalidIdempotencyKey)) })

/** The call is for a page whose reply was lost: it must not send a change again without its user. */
export const readSentChange = endpoint({
  method: 'GET',
  path: '/sent-changes/:key',
  access: 'signed-in',
  summary: 'Whether an own change with this Idempotency-Key was done, within days',
  params: KeyParams,
  replies: { 200: z.object({ done: z.boolean() }) },
})
