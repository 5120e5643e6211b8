import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/auth.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { logOf } from '../process/logging.ts'
import type { Settings } from '../settings.ts'
import { authenticateByPassword, changePassword, signOut, startSession } from './auth.actions.ts'
import { sessionCookie } from './session-cookie.ts'

export function authRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  const cookie = sessionCookie(settings)

  return async (app) => {
    handle(app, endpoints.logIn, async (request, reply) => {
      const authenticated = await authenticateByPassword(database, request.body, request.ip)
      const from = { address: request.ip, oldToken: cookie.read(request) }
      const { token, user } = await startSession(database, authenticated, from)
      cookie.set(reply, token)
      logOf(request).info({ user_id: user.id }, 'signed in')
      return { message: messages.auth.success, user }
    })

    handle(app, endpoints.logOut, async (request, reply) => {
      await signOut(database, actorOf(request), cookie.read(request) ?? '')
      cookie.clear(reply)
      return { message: messages.auth.loggedOut }
    })

    handle(app, endpoints.readMe, async (request) => ({ user: signedInUser(request) }))

    handle(app, endpoints.changePassword, async (request, reply) => {
      const { token } = await changePassword(database, actorOf(request), signedInUser(request), request.body)
      cookie.set(reply, token)
      return { message: messages.password.changed }
    })
  }
}
