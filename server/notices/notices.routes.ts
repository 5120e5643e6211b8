import type { FastifyPluginAsync } from 'fastify'
import { pageSize } from '../../contract/limits.ts'
import * as endpoints from '../../contract/notices.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf, sessionOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import type { Settings } from '../settings.ts'
import { noticeStreams } from './notice-streams.ts'
import { notices as noticesOf } from './notices.queries.ts'

export function noticesRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  const notices = noticesOf(database)

  return async (app) => {
    const streams = noticeStreams(database, settings, app.log)
    app.addHook('preClose', streams.stop)

    handle(app, endpoints.listNotices, async (request) => {
      const page = await notices.page(viewerOf(request), request.query.before, pageSize.notices)
      return { ...page, next: page.notices.length === pageSize.notices ? (page.notices.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.markNoticesRead, async (request) => {
      return auditedTransaction(database, actorOf(request), async (tx, id) => {
        await noticesOf(tx).markRead(id, request.body)
        return { unread: await noticesOf(tx).unread(id) }
      })
    })

    handle(
      app,
      endpoints.streamNotices,
      async (request, reply) => {
        const { user, tokenHash } = sessionOf(request)
        reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
        return reply.send(streams.open(user.id, tokenHash))
      },
      // HEAD would open a stream that is never closed; compression would buffer the events.
      { exposeHeadRoute: false, compress: false },
    )
  }
}
