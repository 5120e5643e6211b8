import { createHash, createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { longestParameter } from '../../contract/limits.ts'
import { idempotencyKeyForm } from '../../contract/sent-changes.ts'
import type { IdempotencyKey } from '../../database/idempotency-keys.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatable?: true | undefined
  }
  interface FastifyRequest {
    isReplay: boolean
  }
}

const header = 'idempotency-key'
/** The header with the id of the person whose change it is. With another person's session the request is refused. */
export const expectedUserHeader = 'expected-user'

/** The headers of a repeatable endpoint. The length is that of a random key, which cannot be guessed. */
export const RepeatableHeaders = z.looseObject({
  [header]: z
    .string()
    .regex(idempotencyKeyForm, encode(messages.general.invalidIdempotencyKey))
    .optional()
    .describe(
      'A random key, such as a UUID. The same request with the same key is done once, and gets the same reply for days (the setting OUTBOX_DAYS), with the header Idempotent-Replayed: it says what was stored then, not now.',
    ),
  [expectedUserHeader]: z
    .string()
    .max(longestParameter)
    .optional()
    .describe('The id of the user whose change it is. If another one is signed in, it is refused with 412, and nothing is done.'),
})

/** The key of a request to a repeatable endpoint. The body must have been read: its hash is part of it. */
export function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers[header]
  if (!request.routeOptions.config.repeatable || typeof key !== 'string') return undefined
  const requestHash = createHmac('sha256', key)
    .update(`${request.method} ${request.url}\n`)
    .update(request.formHash ?? JSON.stringify(request.body ?? null))
    .digest()
  const onReplay = () => {
    request.isReplay = true
  }
  return { keyHash: hashOfKey(key), requestHash, onReplay }
}

export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A replayed reply says what was stored then: the page must read what is stored now. */
export function markReplays(app: FastifyInstance) {
  app.decorateRequest('isReplay', false)
  app.addHook('onSend', async (request, reply) => {
    if (request.isReplay) reply.header('Idempotent-Replayed', 'true')
  })
}
