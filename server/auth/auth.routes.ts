import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/auth.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import type { Brandings } from '../branding/branding.ts'
import { actorOf, sessionOf, signedInUser, viewerOf } from '../http/access.ts'
import { BadRequest } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { sayIn, sayTo } from '../http/language.ts'
import { rightsOf } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'
import { authenticateByPassword, changePassword, signOut } from './auth.actions.ts'
import { preferences } from './auth.queries.ts'
import { languageCookieOf } from './language-cookie.ts'
import { pendingCookie } from './second-factor/pending-sign-in.ts'
import { signInByPassword } from './second-factor/second-factor.actions.ts'
import { relyingPartyOf } from './second-factor/web-authn.ts'
import { sessionCookie } from './session-cookie.ts'
import { signedIn } from './signed-in.ts'
import type { Provider } from './sso/provider.ts'

export function authRoutes(
  database: Database,
  settings: Settings,
  brandings: Brandings,
  provider: Provider | undefined,
): FastifyPluginAsync {
  const cookie = sessionCookie(settings)
  const pending = pendingCookie(settings)
  const languageCookie = languageCookieOf(settings)
  const { followAccount, initialPassword, reply: replySignedIn } = signedIn(database, settings, brandings)

  return async (app) => {
    handle(app, endpoints.logIn, async (request, reply) => {
      const authenticated = await authenticateByPassword(database, request.body, request.ip, settings)
      const from = { address: request.ip, oldToken: cookie.read(request) }
      const result = await signInByPassword(database, settings, authenticated, from, relyingPartyOf(settings, request))
      if ('pendingToken' in result) {
        const { pendingToken, next, kinds } = result
        pending.set(reply, pendingToken)
        const { next: secondStep, nextSetUp } = messages.secondFactor
        return { message: sayTo(request)(next === 'set-up' ? nextSetUp : secondStep), next, kinds }
      }
      return replySignedIn(request, reply, result)
    })

    handle(app, endpoints.logOut, async (request, reply) => {
      const method = await signOut(database, actorOf(request), cookie.read(request) ?? '')
      cookie.clear(reply)
      const provider_url = method === 'sso' ? await provider?.endSessionUrl() : undefined
      return { message: sayTo(request)(messages.auth.loggedOut), ...(provider_url ? { provider_url } : {}) }
    })

    handle(app, endpoints.readMe, async (request, reply) => {
      const { user, tokenHash, endsAt } = sessionOf(request)
      await followAccount(request, reply, user.id)
      return {
        user,
        rights: rightsOf(viewerOf(request)),
        ...(await initialPassword(tokenHash)),
        session_ends_at: endsAt.toISOString(),
      }
    })

    handle(app, endpoints.chooseLanguage, async (request, reply) => {
      const { language } = request.body
      if (!(await brandings.read()).languages.includes(language))
        throw new BadRequest(messages.settings.languageNotOffered, 'language')
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
