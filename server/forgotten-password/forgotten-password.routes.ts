import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/forgotten-password.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { logOf } from '../process/logging.ts'
import { type Settings, sendsPasswordLinks } from '../settings.ts'
import { requestPasswordLink, resetPasswordByLink } from './forgotten-password.actions.ts'

export function forgottenPasswordRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.requestPasswordLink, async (request) => {
      if (!sendsPasswordLinks(settings)) throw new NotFound(messages.forgottenPassword.off)
      await requestPasswordLink(database, settings, request.body, request.ip)
      return { message: sayTo(request)(messages.forgottenPassword.sent) }
    })

    handle(app, endpoints.resetPassword, async (request) => {
      const { id } = await resetPasswordByLink(database, request.body, request.ip)
      logOf(request).info({ user_id: id }, 'password changed by link')
      return { message: sayTo(request)(messages.forgottenPassword.changed) }
    })
  }
}
