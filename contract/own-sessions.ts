import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageReply } from './replies.ts'

export const OwnSession = z.object({
  /** The browser and the system, "Firefox · Windows"; null if the browser does not say, or the session is older than this field. */
  device: z.string().nullable(),
  signed_in_at: z.string(),
  /** The time of the last request, within a minute. */
  last_used_at: z.string(),
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
