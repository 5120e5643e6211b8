import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { deviceOf } from './device.ts'
import { stayingHours } from './staying.ts'

/** The browser from which a person signs in. */
export interface Client {
  address: string
  /** The session that the new one replaces. */
  oldToken: string | undefined
  userAgent?: string | undefined
  device: string | null
}

/** The token is the session. The database stores only its hash, so that a stolen dump cannot be used to sign in. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type CookieSettings = Pick<Settings, 'PUBLIC_URL' | 'STAY_SIGNED_IN_DAYS' | 'SESSION_MAX_HOURS'>

/** What the browser gets: a new session. */
export interface NewSession {
  token: string
  /** Whether the user chose to stay signed in on the device. */
  stays: boolean
}

export function sessionCookie(settings: CookieSettings) {
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const name = secure ? '__Host-portal_session' : 'portal_session'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    /** The browser that signs in, and the session that it has. */
    clientOf: (request: FastifyRequest): Client => ({
      address: request.ip,
      oldToken: request.cookies[name],
      userAgent: request.headers['user-agent'],
      device: deviceOf(request.headers['user-agent']),
    }),
    /** The browser forgets the cookie when it is closed; one of a session that stays, when the session ends at the latest. */
    set: (reply: FastifyReply, { token, stays }: NewSession) =>
      reply.setCookie(name, token, {
        ...attributes,
        ...(stays && settings.STAY_SIGNED_IN_DAYS > 0 && { maxAge: stayingHours(settings) * 60 * 60 }),
      }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
