import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messages } from '../../contract/languages/catalogue.ts'
import { queues } from '../../contract/limits.ts'
import * as endpoints from '../../contract/statements.ts'
import { readableCode } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayIn } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { statementDocument } from './statement-pdf.ts'
import { confirmStatement, issueStatement } from './statements.actions.ts'
import { statements } from './statements.queries.ts'

const render = documentRenderer()
const queue = fairQueue(queues.papers)

/** The route stores what it issues: a HEAD request would store a paper and not send it. */
const noHead = { exposeHeadRoute: false } as const

export function statementsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(app, endpoints.readStatement, async (request) => ({
      statement: await statements(database).of(viewerOf(request), request.query.user_id, request.query.term_id),
    }))

    handle(
      app,
      endpoints.issueStatement,
      async (request, reply) => {
        const { statement, issued } = await issueStatement(database, settings, actorOf(request), request.query)
        // The address is never that of the Host header: a client could make the PDF print the address of another site.
        const address = settings.PUBLIC_URL
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), () =>
          render(statementDocument(language, { statement, issued, address, zone: settings.TIME_ZONE }, letterhead)),
        )
        return reply
          .type('application/pdf')
          .header(
            'content-disposition',
            attachment(sayIn(language)(messages.statements.file({ code: readableCode(issued.code) })), 'pdf'),
          )
          .send(pdf)
      },
      noHead,
    )

    handle(app, endpoints.confirmStatement, async (request) => ({
      statement: await confirmStatement(database, request.params.code),
    }))
  }
}
