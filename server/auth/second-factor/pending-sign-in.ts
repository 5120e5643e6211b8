import type { FastifyReply, FastifyRequest } from 'fastify'
import { secondFactor } from '../../../contract/limits.ts'
import type { Database } from '../../../database/connect.ts'
import type { PendingSignIn } from '../../http/access.ts'
import type { Settings } from '../../settings.ts'
import { hashToken } from '../session-cookie.ts'
import { pendingSignIns } from './second-factor.queries.ts'

/** The cookie of a sign-in between its two steps. It is not the session's cookie, so that no other route looks at it. */
export function pendingCookie(settings: Pick<Settings, 'PUBLIC_URL'>) {
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const name = secure ? '__Host-portal_sign_in' : 'portal_sign_in'
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...attributes, maxAge: secondFactor.pendingMinutes * 60 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}

/** Finds the pending sign-in, for the access `signing-in`. */
export function pendingSignInFinder(database: Database, settings: Pick<Settings, 'PUBLIC_URL'>) {
  const cookie = pendingCookie(settings)
  return async (request: FastifyRequest): Promise<PendingSignIn | null> => {
    const token = cookie.read(request)
    return token ? pendingSignIns(database).find(hashToken(token)) : null
  }
}
