import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { deviceOf } from './device.ts'

/** The browser from which a person signs in. */
export interface Client {
  address: string
  /** The session that the new one replaces. */
  oldToken: string | undefined
  device: string | null
}

/** The token is the session. The database stores only its hash, so that a stolen dump cannot be used to sign in. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function sessionCookie(settings: Pick<Settings, 'PUBLIC_URL'>) {
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
      device: deviceOf(request.headers['user-agent']),
    }),
    set: (reply: FastifyReply, token: string) => reply.setCookie(name, token, attributes),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
