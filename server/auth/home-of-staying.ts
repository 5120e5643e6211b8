import type { FastifyRequest } from 'fastify'
import { homeOf } from '../../contract/landing.ts'
import type { Database } from '../../database/connect.ts'
import { rightsOf } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'
import { sessions } from './auth.queries.ts'
import { hashToken, sessionCookie } from './session-cookie.ts'

/**
 * The dashboard of somebody who stays signed in and opens the portal by its address. The pages know that from what they store, which Safari
 * deletes after a week without a visit; the cookie stays. Undefined for everybody else, and for requests that open no page.
 */
export function homeOfStaying(database: Database, settings: Settings) {
  const cookie = sessionCookie(settings)
  return async (request: FastifyRequest): Promise<string | undefined> => {
    const token = cookie.read(request)
    if (!token || request.headers['sec-fetch-mode'] !== 'navigate' || request.url.includes('?')) return undefined
    const found = await sessions(database)
      .userOf(hashToken(token), settings, request.headers['user-agent'])
      // Without the database the login page says what is wrong.
      .catch(() => null)
    return found && typeof found !== 'string' && found.stays ? homeOf(found.user, rightsOf(found.viewer)) : undefined
  }
}
