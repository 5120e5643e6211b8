import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../contract/auth.ts'
import { loginSuccessful } from '../../contract/codes.ts'
import { isAdministrator, openingPanels } from '../../contract/landing.ts'
import type { Rights } from '../../contract/rights.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { languageCookieOf } from '../http/language-cookie.ts'
import { viewers } from '../policy/policy.queries.ts'
import { rightsOf } from '../policy/policy.ts'
import { logOf } from '../process/logging.ts'
import type { Settings } from '../settings.ts'
import { isLeftToProvider } from './auth.actions.ts'
import { sessions } from './auth.queries.ts'
import { relyingPartyOf } from './second-factor/web-authn.ts'
import { hashToken, type NewSession, sessionCookie } from './session-cookie.ts'

/** The end of every way to sign in. */
export function signedIn(database: Database, settings: Settings, brandings: Brandings) {
  const cookie = sessionCookie(settings)
  const languageCookie = languageCookieOf(settings)

  /**
   * What the session says beside the user: whether the pages ask for a password of the user's own first, and the panel that was chosen to
   * open with, if the user still has it. A browser in which no language was
   * chosen follows the account. The browser's is not stored: it may be that of another member.
   */
  async function followAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    { tokenHash, user, rights }: { tokenHash: Buffer; user: SignedInUser; rights: Rights },
  ) {
    const { language, opens_with, must_change_password, newest_notice, offers_passkey } =
      await sessions(database).preferencesOf(tokenHash)
    const follows = language && languageCookie.read(request) === undefined
    // A language that is no longer offered stays stored, for the day on which it is offered again.
    if (follows && (await brandings.read()).languages.includes(language)) languageCookie.set(reply, language)
    const opens = opens_with !== null && openingPanels(user, rights).includes(opens_with)
    const isOffered =
      offers_passkey &&
      !isLeftToProvider(settings, { is_administrator: isAdministrator(user, rights) }) &&
      relyingPartyOf(settings, request) !== undefined
    const account = {
      ...(must_change_password && { must_change_password: true as const }),
      ...(opens && { opens_with }),
      ...(isOffered && { offers_passkey: true as const }),
    }
    return { account, newest_notice }
  }

  return {
    followAccount,

    async reply(request: FastifyRequest, reply: FastifyReply, { user, ...session }: NewSession & { user: SignedInUser }) {
      cookie.set(reply, session)
      logOf(request).info({ user_id: user.id }, 'signed in')
      const rights = rightsOf(await viewers(database, settings).read(user.id))
      const { account } = await followAccount(request, reply, { tokenHash: hashToken(session.token), user, rights })
      return { message: loginSuccessful, user, rights, ...account }
    },
  }
}
