import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { MessageReply } from './replies.ts'

export const OwnSession = z.object({
  /** A server of the release before does not send this field. */
  id: z.int().optional(),
  /** The browser and the system, "Firefox · Windows"; null if the browser does not say, or the session is older than this field. */
  device: z.string().nullable(),
  signed_in_at: z.string(),
  /** The time of the last request, within a minute. */
  last_used_at: z.string(),
  /** The end of a session that stays on its device; null for others, which end after some hours. */
  stays_until: z.string().nullable().optional(),
  is_this: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'signed-in',
  summary: 'The own sessions, that of the request first, then by their last use',
  replies: { 200: z.object({ sessions: z.array(OwnSession) }) },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'signed-in',
  summary: 'End all own sessions but that of the request',
  replies: { 200: MessageReply },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'signed-in',
  summary: 'End one of the own sessions, but that of the request',
  params: IdParams,
  replies: { 200: MessageReply },
})
