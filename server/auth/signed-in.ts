import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../contract/auth.ts'
import { loginSuccessful } from '../../contract/codes.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { viewers } from '../policy/policy.queries.ts'
import { rightsOf } from '../policy/policy.ts'
import { logOf } from '../process/logging.ts'
import type { Settings } from '../settings.ts'
import { preferences, sessions } from './auth.queries.ts'
import { languageCookieOf } from './language-cookie.ts'
import { hashToken, sessionCookie } from './session-cookie.ts'

/** What every way to sign in ends with. */
export function signedIn(database: Database, settings: Settings, brandings: Brandings) {
  const cookie = sessionCookie(settings)
  const languageCookie = languageCookieOf(settings)

  /** The account's language goes with it to every browser. The browser's is not stored: it may be that of another member. */
  async function followAccount(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const language = await preferences(database).language(userId)
    if (!language || language === languageCookie.read(request)) return
    // One that is no longer offered stays stored, for the day on which it is offered again.
    if ((await brandings.read()).languages.includes(language)) languageCookie.set(reply, language)
  }

  /** Whether the pages ask for an own password first. */
  async function initialPassword(tokenHash: Buffer) {
    return (await sessions(database).mustChangePassword(tokenHash)) ? { must_change_password: true as const } : {}
  }

  return {
    followAccount,
    initialPassword,

    async reply(request: FastifyRequest, reply: FastifyReply, { token, user }: { token: string; user: SignedInUser }) {
      cookie.set(reply, token)
      logOf(request).info({ user_id: user.id }, 'signed in')
      await followAccount(request, reply, user.id)
      const rights = rightsOf(await viewers(database, settings).read(user.id))
      return { message: loginSuccessful, user, rights, ...(await initialPassword(hashToken(token))) }
    },
  }
}
