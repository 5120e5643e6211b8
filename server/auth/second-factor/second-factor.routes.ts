import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../../contract/auth.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import * as endpoints from '../../../contract/second-factor.ts'
import type { Database } from '../../../database/connect.ts'
import type { Brandings } from '../../branding/branding.ts'
import { Forbidden, Unauthorized } from '../../errors/errors.ts'
import { actorOf, pendingSignInOf, sessionOf, signedInUser } from '../../http/access.ts'
import { handle } from '../../http/handle.ts'
import { sayTo } from '../../http/language.ts'
import type { Settings } from '../../settings.ts'
import { refuseInitialPassword } from '../auth.actions.ts'
import { type NewSession, sessionCookie } from '../session-cookie.ts'
import { signedIn } from '../signed-in.ts'
import * as factors from './factors.actions.ts'
import { pendingCookie } from './pending-sign-in.ts'
import {
  readStep,
  replaceInitialPassword,
  sendChallenge,
  sendSignInChallenge,
  signInAfterSetUp,
  signInByPasskey,
  takeSecondStep,
} from './second-factor.actions.ts'
import { relyingPartyOf } from './web-authn.ts'

export function secondFactorRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsync {
  const cookie = sessionCookie(settings)
  const pending = pendingCookie(settings)
  const { reply: replySignedIn } = signedIn(database, settings, brandings)
  /** The title of the portal, as authenticators list it. */
  const portalTitle = async () => {
    const current = await brandings.read()
    return current.in(current.defaultLanguage).portal_title
  }
  const partyOf = (request: FastifyRequest) => relyingPartyOf(settings, request)
  const inSession = (request: FastifyRequest) => ({ ...actorOf(request), session: sessionOf(request).tokenHash })
  const setUpOf = (request: FastifyRequest) => {
    const started = pendingSignInOf(request)
    if (started.purpose !== 'set up') throw new Unauthorized(messages.secondFactor.expired)
    return started
  }
  /** A set-up needs the user's own password: another person knows an initial one, and might be the first to add a factor. */
  const setUpWithOwnPassword = (request: FastifyRequest) => {
    const started = setUpOf(request)
    if (started.mustChangePassword) throw new Forbidden(messages.signInSecurity.initialPassword)
    return started
  }
  /** The options that the browser library needs, as they are. */
  const sent = (options: object) => ({ options: { ...options } })

  async function finish(request: FastifyRequest, reply: FastifyReply, session: NewSession & { user: SignedInUser }) {
    pending.clear(reply)
    return replySignedIn(request, reply, session)
  }

  return async (app) => {
    // Signing in: the second step, a passkey alone, or setting up what is required -------------------------------------------------

    handle(app, endpoints.takeSecondStep, async (request, reply) => {
      const step = await takeSecondStep(
        database,
        pendingSignInOf(request),
        request.body,
        cookie.clientOf(request),
        partyOf(request),
        settings,
      )
      return finish(request, reply, step)
    })

    handle(app, endpoints.readStep, async (request) => ({
      message: sayTo(request)(messages.secondFactor.title),
      ...(await readStep(database, settings, pendingSignInOf(request), partyOf(request))),
    }))

    handle(app, endpoints.setUpPassword, async (request, reply) => {
      const token = await replaceInitialPassword(database, setUpOf(request), request.body.new_password, request.ip)
      pending.set(reply, token)
      return { message: sayTo(request)(messages.password.changed) }
    })

    handle(app, endpoints.secondStepOptions, async (request) =>
      sent(await sendChallenge(database, partyOf(request), 'sign in', pendingSignInOf(request).user.id)),
    )

    handle(app, endpoints.passkeySignInOptions, async (request) =>
      sent(await sendSignInChallenge(database, partyOf(request), request.ip)),
    )

    handle(app, endpoints.signInWithPasskey, async (request, reply) =>
      finish(request, reply, await signInByPasskey(database, settings, request.body, cookie.clientOf(request), partyOf(request))),
    )

    handle(app, endpoints.startSetUp, async (request) =>
      factors.startRequiredAuthenticator(database, setUpWithOwnPassword(request).user, request.ip, await portalTitle()),
    )

    handle(app, endpoints.finishSetUp, async (request, reply) => {
      const started = setUpWithOwnPassword(request)
      const add = (tx: Parameters<typeof factors.confirmApp>[0]) => factors.confirmApp(tx, started.user.id, request.body.code)
      const { added, ...session } = await signInAfterSetUp(database, started, cookie.clientOf(request), add, settings)
      return { ...(await finish(request, reply, session)), recovery_codes: added }
    })

    handle(app, endpoints.setUpPasskeyOptions, async (request) =>
      sent(await factors.newPasskeyOptions(database, setUpWithOwnPassword(request).user, partyOf(request), await portalTitle())),
    )

    handle(app, endpoints.setUpPasskey, async (request, reply) => {
      const started = setUpWithOwnPassword(request)
      const add = await factors.checkNewPasskey(database, started.user.id, request.body, partyOf(request))
      const { added, ...session } = await signInAfterSetUp(database, started, cookie.clientOf(request), add, settings)
      return { ...(await finish(request, reply, session)), recovery_codes: added }
    })

    // The user's own factors -------------------------------------------------------------------------------------------------------

    handle(app, endpoints.readFactors, async (request) =>
      factors.readFactors(database, settings, signedInUser(request).id, partyOf(request)),
    )

    handle(app, endpoints.confirmOptions, async (request) => {
      const { id } = signedInUser(request)
      await refuseInitialPassword(database, id)
      return sent(await sendChallenge(database, partyOf(request), 'confirm', id))
    })

    handle(app, endpoints.confirmIdentity, async (request) => {
      await factors.confirmIdentity(database, inSession(request), signedInUser(request), request.body, partyOf(request))
      return { message: sayTo(request)(messages.signInSecurity.confirmed) }
    })

    handle(app, endpoints.addPasskeyOptions, async (request) =>
      sent(
        await factors.newPasskeyOptions(
          database,
          signedInUser(request),
          partyOf(request),
          await portalTitle(),
          inSession(request),
        ),
      ),
    )

    handle(app, endpoints.addPasskey, async (request) => {
      const recovery_codes = await factors.addPasskey(database, inSession(request), request.body, partyOf(request))
      return { message: sayTo(request)(messages.signInSecurity.passkeyAdded), recovery_codes }
    })

    handle(app, endpoints.renamePasskey, async (request) => {
      await factors.renamePasskey(database, actorOf(request), request.params.id, request.body.name)
      return { message: sayTo(request)(messages.signInSecurity.passkeyRenamed) }
    })

    handle(app, endpoints.removePasskey, async (request) => {
      await factors.removePasskey(database, settings, inSession(request), request.params.id)
      return { message: sayTo(request)(messages.signInSecurity.passkeyRemoved) }
    })

    handle(app, endpoints.startAuthenticator, async (request) =>
      factors.startAuthenticator(database, inSession(request), signedInUser(request), await portalTitle()),
    )

    handle(app, endpoints.finishAuthenticator, async (request) => {
      const recovery_codes = await factors.finishAuthenticator(database, inSession(request), request.body.code)
      return { message: sayTo(request)(messages.signInSecurity.appAdded), recovery_codes }
    })

    handle(app, endpoints.removeAuthenticator, async (request) => {
      await factors.removeAuthenticator(database, settings, inSession(request))
      return { message: sayTo(request)(messages.signInSecurity.appRemoved) }
    })

    handle(app, endpoints.makeRecoveryCodes, async (request) => {
      const recovery_codes = await factors.makeRecoveryCodes(database, inSession(request))
      return { message: sayTo(request)(messages.signInSecurity.codesMade), recovery_codes }
    })

    handle(app, endpoints.removeFactors, async (request) => {
      await factors.removeFactorsOf(database, inSession(request), request.params.id)
      return { message: sayTo(request)(messages.signInSecurity.factorsRemoved) }
    })
  }
}
