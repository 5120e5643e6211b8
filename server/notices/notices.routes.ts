import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NoticesQuery, NoticesReply, ReadInput, ReadReply } from '../../contract/notices.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf, sessionOf, signedInUser } from '../access.ts'
import type { Settings } from '../settings.ts'
import { noticeStreams } from './notice-streams.ts'
import { notices as noticesOf } from './notices.queries.ts'

const pageSize = 30

export function noticesRoutes(database: Database, settings: Settings): FastifyPluginAsyncZod {
  const notices = noticesOf(database)

  return async (app) => {
    const streams = noticeStreams(database, settings)
    app.addHook('preClose', streams.stop)

    app.get(
      '/notices',
      {
        config: { access: 'signed-in' },
        schema: { summary: 'The own notices, newest first', querystring: NoticesQuery, response: { 200: NoticesReply } },
      },
      async (request) => {
        const { id } = signedInUser(request)
        const page = await notices.page(id, request.query.before, pageSize)
        return { ...page, next: page.notices.length === pageSize ? (page.notices.at(-1)?.id ?? null) : null }
      },
    )

    app.put(
      '/notices/read',
      {
        config: { access: 'signed-in' },
        schema: { summary: 'Mark own notices as read', body: ReadInput, response: { 200: ReadReply } },
      },
      async (request) => {
        return auditedTransaction(database, actorOf(request), async (tx, id) => {
          await noticesOf(tx).markRead(id, request.body)
          return { unread: await noticesOf(tx).unread(id) }
        })
      },
    )

    app.get(
      '/notices/stream',
      {
        config: { access: 'signed-in' },
        // It would open a stream that nobody reads and nothing closes.
        exposeHeadRoute: false,
        // A compressor would hold events back.
        compress: false,
        schema: { summary: 'Tells, as server-sent events, that there is something new' },
      },
      async (request, reply) => {
        const { user, tokenHash } = sessionOf(request)
        reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
        return reply.send(streams.open(user.id, tokenHash))
      },
    )
  }
}
