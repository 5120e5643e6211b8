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
import { authenticateByPassword, changePassword, signOut, startSession } from './auth.actions.ts'
import { preferences } from './auth.queries.ts'
import { languageCookieOf } from './language-cookie.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Provider } from './sso/provider.ts'

export function authRoutes(database: Database, settings: Settings, provider: Provider | undefined): FastifyPluginAsync {
  const cookie = sessionCookie(settings)
  const languageCookie = languageCookieOf(settings)

  /** The account's language goes with it to every browser. The browser's is not stored: it may be that of another member. */
  async function followAccount(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const language = await preferences(database).language(userId)
    if (language && language !== languageCookie.read(request)) languageCookie.set(reply, language)
  }

  return async (app) => {
    handle(app, endpoints.logIn, async (request, reply) => {
      const authenticated = await authenticateByPassword(database, request.body, request.ip, settings)
      const from = { address: request.ip, oldToken: cookie.read(request) }
      const { token, user } = await startSession(database, authenticated, from)
      cookie.set(reply, token)
      logOf(request).info({ user_id: user.id }, 'signed in')
      await followAccount(request, reply, user.id)
      return { message: loginSuccessful, user }
    })

    handle(app, endpoints.logOut, async (request, reply) => {
      const method = await signOut(database, actorOf(request), cookie.read(request) ?? '')
      cookie.clear(reply)
      const provider_url = method === 'sso' ? await provider?.endSessionUrl() : undefined
      return { message: sayTo(request)(messages.auth.loggedOut), ...(provider_url ? { provider_url } : {}) }
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
