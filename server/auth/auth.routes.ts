import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '../../contract/auth.ts'
import { loginSuccessful } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayIn, sayTo } from '../http/language.ts'
import { logOf } from '../process/logging.ts'
import type { Settings } from '../settings.ts'
import { authenticateByPassword, changePassword, signOut } from './auth.actions.ts'
import { preferences } from './auth.queries.ts'
import { languageCookieOf } from './language-cookie.ts'
import { pendingCookie } from './second-factor/pending-sign-in.ts'
import { signInByPassword } from './second-factor/second-factor.actions.ts'
import { relyingPartyOf } from './second-factor/web-authn.ts'
import { sessionCookie } from './session-cookie.ts'

export function authRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  const cookie = sessionCookie(settings)
  const pending = pendingCookie(settings)
  const languageCookie = languageCookieOf(settings)

  /** The account's language goes with it to every browser. The browser's is not stored: it may be that of another member. */
  async function followAccount(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const language = await preferences(database).language(userId)
    if (language && language !== languageCookie.read(request)) languageCookie.set(reply, language)
  }

  return async (app) => {
    handle(app, endpoints.logIn, async (request, reply) => {
      const authenticated = await authenticateByPassword(database, request.body, request.ip)
      const from = { address: request.ip, oldToken: cookie.read(request) }
      const result = await signInByPassword(database, settings, authenticated, from, relyingPartyOf(settings, request))
      if ('pendingToken' in result) {
        const { pendingToken, next, kinds } = result
        pending.set(reply, pendingToken)
        const { next: secondStep, nextSetUp } = messages.secondFactor
        return { message: sayTo(request)(next === 'set-up' ? nextSetUp : secondStep), next, kinds }
      }
      const { token, user } = result
      cookie.set(reply, token)
      logOf(request).info({ user_id: user.id }, 'signed in')
      await followAccount(request, reply, user.id)
      return { message: loginSuccessful, user }
    })

    handle(app, endpoints.logOut, async (request, reply) => {
      await signOut(database, actorOf(request), cookie.read(request) ?? '')
      cookie.clear(reply)
      return { message: sayTo(request)(messages.auth.loggedOut) }
    })

    handle(app, endpoints.readMe, async (request, reply) => {
      const user = signedInUser(request)
      await followAccount(request, reply, user.id)
      return { user }
    })

    handle(app, endpoints.chooseLanguage, async (request, reply) => {
      const { language } = request.body
      await auditedTransaction(database, actorOf(request), (tx, by) => preferences(tx).setLanguage(by, language))
      languageCookie.set(reply, language)
      return { message: sayIn(language)(messages.auth.languageChanged) }
    })

    handle(app, endpoints.changePassword, async (request, reply) => {
      const { token } = await changePassword(database, actorOf(request), signedInUser(request), request.body)
      cookie.set(reply, token)
      return { message: sayTo(request)(messages.password.changed) }
    })
  }
}
