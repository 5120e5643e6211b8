import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../../contract/languages/catalogue.ts'
import { directionOf } from '../../../contract/languages/languages.ts'
import { sso as limits, smallForm } from '../../../contract/limits.ts'
import { pages } from '../../../contract/pages.ts'
import * as endpoints from '../../../contract/sso.ts'
import { type SsoOutcome, secondStep } from '../../../contract/sso-outcomes.ts'
import type { Database } from '../../../database/connect.ts'
import { HttpError, NotFound, Unavailable } from '../../errors/errors.ts'
import { actorOf, sessionOf, signedInUser } from '../../http/access.ts'
import { handle } from '../../http/handle.ts'
import { languageOf, sayTo } from '../../http/language.ts'
import { escapeHtml } from '../../pages/escape-html.ts'
import { logOf } from '../../process/logging.ts'
import type { Settings } from '../../settings.ts'
import { confirmPassword, refuseInitialPassword } from '../auth.actions.ts'
import { pendingCookie } from '../second-factor/pending-sign-in.ts'
import { hashToken, newToken, sessionCookie } from '../session-cookie.ts'
import type { Provider } from './provider.ts'
import { SsoRefusal } from './refusal.ts'
import { endSessionsBy, finishRequest, recordSsoRefusal, startRequest, unlink } from './sso.actions.ts'
import { identities } from './sso.queries.ts'

/** These routes change something, so they have no HEAD route. */
const onlyGet = { exposeHeadRoute: false }

/** The cookie that ties a sign-in to the browser that started it. It is Lax: the provider sends the browser back from another site. */
function browserCookie(settings: Pick<Settings, 'PUBLIC_URL'>) {
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const name = secure ? '__Host-portal_sso' : 'portal_sso'
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: limits.requestSeconds } as const
  return {
    /** The secret is read only if the portal made it: that of an empty cookie would be that of every browser that has none. */
    read(request: FastifyRequest): string | undefined {
      const secret = request.cookies[name]
      return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
    },
    set: (reply: FastifyReply, secret: string) => reply.setCookie(name, secret, attributes),
  }
}

export function ssoRoutes(database: Database, settings: Settings, configured: Provider | undefined): FastifyPluginAsync {
  const cookie = sessionCookie(settings)
  const browsers = browserCookie(settings)
  const pending = pendingCookie(settings)

  function provider(): Provider {
    if (!configured) throw new NotFound()
    return configured
  }

  /** One secret for all sign-ins of a browser within ten minutes: two tabs, or two clicks, do not end each other. */
  function browserOf(request: FastifyRequest, reply: FastifyReply): string {
    const secret = browsers.read(request) ?? newToken()
    browsers.set(reply, secret)
    return secret
  }

  const toLogin = (reply: FastifyReply, outcome: SsoOutcome) => reply.redirect(`${pages.login}?sso=${outcome}`, 303)

  /** The login page explains why the sign-in did not go on: a person is in front of the browser. */
  async function explain(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    if (!(error instanceof SsoRefusal)) throw error
    logOf(request).warn({ outcome: error.outcome, reason: error.reason }, 'sign-in with the provider refused')
    if (error.outcome !== 'tooMany') await recordSsoRefusal(database, error, settings.SSO_NAME, request.ip)
    return toLogin(reply, error.outcome)
  }

  return async (app) => {
    handle(
      app,
      endpoints.startSso,
      async (request, reply) => {
        const at = provider()
        const token = cookie.read(request)
        const start = {
          browser: browserOf(request, reply),
          address: request.ip,
          returnTo: request.query.return_to,
          session: token ? hashToken(token) : undefined,
          isLink: false,
          stays: request.query.stay !== undefined,
        }
        const url = await startRequest(database, at, start).catch((error: unknown) => explain(request, reply, error))
        return typeof url === 'string' ? reply.redirect(url, 303) : url
      },
      onlyGet,
    )

    handle(
      app,
      endpoints.finishSso,
      async (request, reply) => {
        const from = {
          search: request.url.split('?').slice(1).join('?'),
          browser: browsers.read(request),
          ...cookie.clientOf(request),
        }
        try {
          const finished = await finishRequest(database, provider(), settings, from)
          if (finished.kind === 'linked') return toLogin(reply, 'linked')
          if (finished.kind === 'second step') {
            pending.set(reply, finished.pendingToken)
            logOf(request).info({ user_id: finished.userId }, 'a second step after the provider')
            return sendOn(request, reply, `${pages.login}?sso=${secondStep}`)
          }
          cookie.set(reply, finished.session)
          logOf(request).info({ user_id: finished.userId }, 'signed in with the provider')
          return sendOn(request, reply, finished.landing)
        } catch (error) {
          return explain(request, reply, error)
        }
      },
      onlyGet,
    )

    handle(app, endpoints.readLinkedAccount, async (request) => {
      provider()
      return { linked_account: await identities(database).accountOf(signedInUser(request).id) }
    })

    handle(app, endpoints.linkAccount, async (request, reply) => {
      const at = provider()
      await refuseInitialPassword(database, signedInUser(request).id)
      await confirmPassword(database, actorOf(request), signedInUser(request), request.body.current_password)
      const start = {
        browser: browserOf(request, reply),
        address: request.ip,
        returnTo: undefined,
        session: sessionOf(request).tokenHash,
        isLink: true,
        stays: false,
      }
      try {
        return { url: await startRequest(database, at, start) }
      } catch (error) {
        if (!(error instanceof SsoRefusal)) throw error
        logOf(request).warn({ outcome: error.outcome, reason: error.reason }, 'link with the provider refused')
        throw new HttpError(
          error.outcome === 'tooMany' ? 429 : 503,
          messages.sso.outcomes[error.outcome]({ name: settings.SSO_NAME }),
        )
      }
    })

    handle(app, endpoints.unlinkAccount, async (request) => {
      await unlink(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.sso.unlinked) }
    })

    // The form has a context of its own: no other call accepts a form that a page of another site could send.
    await app.register(async (form) => {
      form.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: smallForm.logoutToken },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      handle(form, endpoints.endSsoSessions, async (request, reply) => {
        try {
          const people = await endSessionsBy(database, provider(), request.body.logout_token, request.ip)
          logOf(request).info({ user_ids: people }, 'signed out by the provider')
        } catch (error) {
          if (!(error instanceof SsoRefusal)) throw error
          logOf(request).warn({ reason: error.reason }, 'the keys of the provider could not be read')
          throw new Unavailable()
        }
        return reply.send()
      })
    })
  }
}

/**
 * The reply is a page and not a redirect: a redirect would still count as coming from the provider's site, and the new cookie
 * (SameSite=Strict) would not be sent with it.
 */
function sendOn(request: FastifyRequest, reply: FastifyReply, to: string) {
  const say = sayTo(request)
  const language = languageOf(request)
  return reply
    .header('refresh', `0;url=${to}`)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8">` +
        `<title>${escapeHtml(say(messages.signInReplies.signingIn))}</title><a href="${escapeHtml(to)}">${escapeHtml(say(messages.signInReplies.goOn))}</a></html>`,
    )
}
