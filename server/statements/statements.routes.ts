import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/statements.ts'
import { CodeParams, readableCode } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { NotFound } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn, varyByLanguage } from '../http/language.ts'
import { requesterOf } from '../http/requester.ts'
import { archiveSection } from '../results/archive-page.ts'
import type { Settings } from '../settings.ts'
import { checkFormPage, checkStyle, genuinePage, unknownPage } from './check-page.ts'
import { pdfBranding } from './pdf-branding.ts'
import { renderPdf } from './render-pdf.ts'
import { confirmStatement, issueStatement } from './statements.actions.ts'
import { statements } from './statements.queries.ts'

const html = 'text/html; charset=utf-8'
const publicPage = { config: { access: 'public' }, schema: { hide: true } } as const

export function statementsRoutes(
  database: Database,
  settings: Settings,
  brandings: Brandings,
  fontFaces: string,
): FastifyPluginAsyncZod {
  return async (app) => {
    handle(app, endpoints.readStatement, async (request) => ({
      statement: await statements(database).of(viewerOf(request), request.query.user_id, request.query.term_id),
    }))

    handle(app, endpoints.issueStatement, async (request, reply) => {
      const { statement, issued } = await issueStatement(database, settings, actorOf(request), request.query)
      // Never from the Host header: a client could make the PDF print the address of another site.
      const address = settings.PUBLIC_URL
      const current = await brandings.read()
      const language = languageOf(request, current)
      const branding = await pdfBranding(brandings, current.in(language))
      return reply
        .type('application/pdf')
        .header(
          'content-disposition',
          attachment(sayIn(language)(messages.statements.file({ code: readableCode(issued.code) })), 'pdf'),
        )
        .send(await renderPdf({ language, statement, issued, address, branding }, requesterOf(request, reply)))
    })

    handle(app, endpoints.confirmStatement, async (request) => ({
      statement: await confirmStatement(database, request.params.code),
    }))

    // For readers of a PDF without an account: a page that needs no script.
    app.get(
      '/check',
      { ...publicPage, schema: { hide: true, querystring: z.object({ code: z.string().max(100).optional() }) } },
      async (request, reply) => {
        const { code } = request.query
        if (code?.trim()) return reply.redirect(`/check/${encodeURIComponent(code.trim())}`)
        const current = await brandings.readOrLastKnown()
        const language = languageOf(request, current)
        return varyByLanguage(reply)
          .type(html)
          .send(checkFormPage(language, current.in(language), archiveSection(language)))
      },
    )
    app.get('/check/:code', { ...publicPage, schema: { hide: true, params: CodeParams } }, async (request, reply) => {
      const current = await brandings.read()
      const language = languageOf(request, current)
      const branding = current.in(language)
      varyByLanguage(reply).type(html)
      try {
        return reply.send(genuinePage(language, branding, await confirmStatement(database, request.params.code)))
      } catch (error) {
        if (error instanceof NotFound) return reply.code(404).send(unknownPage(language, branding, request.params.code))
        throw error
      }
    })
    app.get('/check/style.css', publicPage, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(`${fontFaces}${checkStyle}`),
    )
  }
}
