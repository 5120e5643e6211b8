import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { LoginInput, LoginReply, MeReply, PasswordInput } from '../../contract/auth.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../access.ts'
import { logOf } from '../logging.ts'
import type { Settings } from '../settings.ts'
import { authenticateByPassword, changePassword, signOut, startSession } from './auth.actions.ts'
import { sessionCookie } from './session-cookie.ts'

export function authRoutes(database: Database, settings: Settings): FastifyPluginAsyncZod {
  const cookie = sessionCookie(settings)

  return async (app) => {
    app.post(
      '/auth/login',
      {
        config: { access: 'public' },
        schema: { summary: 'Sign in', body: LoginInput, response: { 200: LoginReply } },
      },
      async (request, reply) => {
        const authenticated = await authenticateByPassword(database, request.body, request.ip)
        const from = { address: request.ip, oldToken: cookie.read(request) }
        const { token, user } = await startSession(database, authenticated, from)
        cookie.set(reply, token)
        logOf(request).info({ user_id: user.id }, 'signed in')
        return { message: messages.auth.success, user }
      },
    )

    app.post(
      '/auth/logout',
      { config: { access: 'signed-in' }, schema: { summary: 'Sign out', response: { 200: MessageReply } } },
      async (request, reply) => {
        await signOut(database, actorOf(request), cookie.read(request) ?? '')
        cookie.clear(reply)
        return { message: messages.auth.loggedOut }
      },
    )

    app.get(
      '/auth/me',
      { config: { access: 'signed-in' }, schema: { summary: 'Who is signed in', response: { 200: MeReply } } },
      async (request) => ({ user: signedInUser(request) }),
    )

    app.put(
      '/auth/password',
      {
        config: { access: 'signed-in' },
        schema: { summary: 'Change the own password', body: PasswordInput, response: { 200: MessageReply } },
      },
      async (request, reply) => {
        const { token } = await changePassword(database, actorOf(request), signedInUser(request), request.body)
        cookie.set(reply, token)
        return { message: messages.password.changed }
      },
    )
  }
}
