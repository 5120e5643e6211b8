import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/auth.ts'
import { dashboardsOf, openingPanels } from '../../contract/landing.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import * as offers from '../../contract/offers.ts'
import * as ownSessions from '../../contract/own-sessions.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import type { Brandings } from '../branding/branding.ts'
import { BadRequest } from '../errors/errors.ts'
import { actorOf, sessionOf, signedInUser, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayIn, sayTo } from '../http/language.ts'
import { languageCookieOf } from '../http/language-cookie.ts'
import { isAdmin, rightsOf } from '../policy/policy.ts'
import type { Settings } from '../settings.ts'
import { authenticateByPassword, changePassword, endOtherSessions, endSession, signOut } from './auth.actions.ts'
import { preferences, sessions } from './auth.queries.ts'
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
  const { followAccount, reply: replySignedIn } = signedIn(database, settings, brandings)

  return async (app) => {
    handle(app, endpoints.logIn, async (request, reply) => {
      const authenticated = await authenticateByPassword(database, request.body, request.ip, settings)
      const stays = request.body.stay_signed_in ?? false
      const result = await signInByPassword(
        database,
        settings,
        { ...authenticated, stays },
        cookie.clientOf(request),
        relyingPartyOf(settings, request),
      )
      if ('pendingToken' in result) {
        const { pendingToken, ...step } = result
        pending.set(reply, pendingToken)
        const { next: secondStep, nextSetUp } = messages.signInReplies
        return { message: sayTo(request)(step.next === 'set-up' ? nextSetUp : secondStep), ...step }
      }
      return replySignedIn(request, reply, result)
    })

    handle(app, endpoints.logOut, async (request, reply) => {
      const method = await signOut(database, actorOf(request), cookie.read(request) ?? '')
      cookie.clear(reply)
      // The cache may contain pictures and lists. "storage" is not cleared: the page deletes what belongs to this person there, and knows
      // what does not.
      reply.header('clear-site-data', '"cache"')
      const provider_url = method === 'sso' ? await provider?.endSessionUrl() : undefined
      return { message: sayTo(request)(messages.auth.loggedOut), ...(provider_url ? { provider_url } : {}) }
    })

    handle(app, endpoints.readMe, async (request, reply) => {
      const { user, tokenHash, endsAt } = sessionOf(request)
      const rights = rightsOf(viewerOf(request))
      const { account, newest_notice } = await followAccount(request, reply, { tokenHash, user, rights })
      return { user, rights, ...account, newest_notice, session_ends_at: endsAt.toISOString(), outbox_days: settings.OUTBOX_DAYS }
    })

    handle(app, ownSessions.listSessions, async (request) => {
      const { user, tokenHash } = sessionOf(request)
      return { sessions: await sessions(database).listOf(user.id, tokenHash, settings) }
    })

    handle(app, ownSessions.endOtherSessions, async (request) => {
      const count = await endOtherSessions(database, { ...actorOf(request), session: sessionOf(request).tokenHash })
      return { message: sayTo(request)(messages.ownSessions.othersEnded({ count })) }
    })

    handle(app, ownSessions.endSession, async (request) => {
      const actor = { ...actorOf(request), session: sessionOf(request).tokenHash }
      await endSession(database, actor, signedInUser(request).id, request.params.id)
      return { message: sayTo(request)(messages.ownSessions.oneEnded) }
    })

    handle(app, endpoints.chooseLanguage, async (request, reply) => {
      const { language } = request.body
      if (!(await brandings.read()).languages.includes(language))
        throw new BadRequest(messages.settings.languageNotOffered, 'language')
      await auditedTransaction(database, actorOf(request), (tx, by) => preferences(tx).setLanguage(by, language))
      languageCookie.set(reply, language)
      return { message: sayIn(language)(messages.auth.languageChanged) }
    })

    handle(app, endpoints.chooseOpeningPanel, async (request) => {
      const { panel } = request.body
      if (panel !== null && !openingPanels(signedInUser(request), rightsOf(viewerOf(request))).includes(panel))
        throw new BadRequest(messages.inbox.noSuchPanel, 'panel')
      await auditedTransaction(database, actorOf(request), (tx, by) => preferences(tx).setOpeningPanel(by, panel))
      return { message: sayTo(request)(messages.inbox.openingSaved) }
    })

    handle(app, endpoints.chooseDashboard, async (request) => {
      const { dashboard } = request.body
      const own = dashboardsOf(signedInUser(request), rightsOf(viewerOf(request)))
      if (!own.includes(dashboard)) throw new BadRequest(messages.inbox.noSuchPanel, 'dashboard')
      await auditedTransaction(database, actorOf(request), (tx, by) => preferences(tx).setDashboard(by, dashboard))
      return { message: sayTo(request)(messages.inbox.openingSaved) }
    })

    handle(app, offers.noteOffer, async (request) => {
      const { offer } = request.body
      return { is_first: await auditedTransaction(database, actorOf(request), (tx, by) => preferences(tx).noteOffer(by, offer)) }
    })

    handle(app, endpoints.changePassword, async (request, reply) => {
      const actor = { ...actorOf(request), session: sessionOf(request).tokenHash }
      const user = { ...signedInUser(request), is_administrator: isAdmin(viewerOf(request)) }
      cookie.set(reply, await changePassword(database, settings, actor, user, request.body))
      return { message: sayTo(request)(messages.password.changed) }
    })
  }
}
