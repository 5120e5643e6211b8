import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { pageSize } from '../../contract/limits.ts'
import * as endpoints from '../../contract/messages.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { NotFound } from '../errors/errors.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { previewMessage, sendMessage } from './messages.actions.ts'
import { sentMessages } from './messages.queries.ts'

export function messagesRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.previewMessage, async (request) =>
      previewMessage(database, settings, brandings, request.body, signedInUser(request)),
    )

    handle(app, endpoints.sendMessage, async (request) => {
      const sent = await sendMessage(database, settings, brandings, request.body, actorOf(request))
      return { message: sayTo(request)(messages.messages.sentTo({ count: sent.count })), sent }
    })

    handle(app, endpoints.listSentMessages, async (request) => {
      const page = await sentMessages(database).page({ before: request.query.before, size: pageSize.messages })
      return { messages: page, next: page.length === pageSize.messages ? (page.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.readSentMessage, async (request) => {
      const { id } = request.params
      const [message] = await sentMessages(database).page({ id })
      if (!message) throw new NotFound(messages.messages.notFound)
      return { message, recipients: await sentMessages(database).recipients(id) }
    })
  }
}
