import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Branding } from '../../contract/branding.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { ChecksumParams } from '../../contract/results.ts'
import { CodeParams } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings, ZonedBranding } from '../branding/branding.ts'
import { NotFound } from '../errors/errors.ts'
import { confirmCertificate } from '../events/certificates.actions.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import { confirmArchive } from '../results/archive.ts'
import { confirmStatement } from '../statements/statements.actions.ts'
import { archiveScript, archiveSection, genuineArchivePage, unknownArchivePage } from './archive-page.ts'
import { genuineCertificatePage } from './certificate-page.ts'
import { checkStyle } from './check-style.ts'
import { checkFormPage, genuinePage, unknownPage } from './statement-page.ts'

const html = 'text/html; charset=utf-8'
const publicPage = { config: { access: 'public' }, schema: { hide: true } } as const
const cached = 'public, max-age=3600'

/** A code is that of a statement or of a certificate: both are drawn from so many that none is the same. */
async function confirmEither(database: Database, code: string) {
  try {
    return { statement: await confirmStatement(database, code) }
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return { certificate: await confirmCertificate(database, code) }
  }
}

function eitherPage(language: Language, branding: ZonedBranding, found: Awaited<ReturnType<typeof confirmEither>>) {
  return 'statement' in found
    ? genuinePage(language, branding, found.statement)
    : genuineCertificatePage(language, branding, found.certificate)
}

/** Pages for readers of a statement or an archive who have no account. They need no script. */
export function checkRoutes(database: Database, brandings: Brandings, fontFaces: string): FastifyPluginAsyncZod {
  async function sendChecked<Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: string,
    find: (database: Database, typed: string) => Promise<Found>,
    genuine: (language: Language, branding: ZonedBranding, found: Found) => string,
    unknown: (language: Language, branding: Branding, typed: string) => string,
  ) {
    const current = await brandings.read()
    const language = languageOf(request, current)
    const branding = current.in(language)
    varyByLanguage(reply).type(html)
    try {
      return reply.send(genuine(language, branding, await find(database, typed)))
    } catch (error) {
      if (error instanceof NotFound) return reply.code(404).send(unknown(language, branding, typed))
      throw error
    }
  }

  return async (app) => {
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
    app.get('/check/:code', { ...publicPage, schema: { hide: true, params: CodeParams } }, async (request, reply) =>
      sendChecked(request, reply, request.params.code, confirmEither, eitherPage, unknownPage),
    )

    app.get(
      '/check/archives',
      { ...publicPage, schema: { hide: true, querystring: z.object({ checksum: z.string().max(100).optional() }) } },
      async (request, reply) => {
        const checksum = request.query.checksum?.trim().toLowerCase()
        return reply.redirect(checksum ? `/check/archives/${encodeURIComponent(checksum)}` : '/check')
      },
    )
    app.get(
      '/check/archives/:checksum',
      { ...publicPage, schema: { hide: true, params: ChecksumParams } },
      async (request, reply) =>
        sendChecked(request, reply, request.params.checksum, confirmArchive, genuineArchivePage, unknownArchivePage),
    )

    app.get('/check/archive.js', publicPage, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', cached).send(archiveScript),
    )
    app.get('/check/style.css', publicPage, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', cached).send(`${fontFaces}${checkStyle}`),
    )
  }
}
