import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { membersHeader } from '../../contract/counted-file.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/results.ts'
import { ChecksumParams } from '../../contract/results.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { actorOf, signedInUser, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { NotFound, Unavailable } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo, varyByLanguage } from '../http/language.ts'
import { requesterOf } from '../http/requester.ts'
import { allowSilence } from '../http/silence.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { pdfBranding } from '../statements/pdf-branding.ts'
import { issueStatements } from '../statements/statements.actions.ts'
import { archiveZip, closingOf, confirmArchive } from './archive.ts'
import { pemOf, readKeyFile, signingKey } from './archive-keys.ts'
import { archiveScript, genuineArchivePage, unknownArchivePage } from './archive-page.ts'
import { archives } from './archives.queries.ts'
import { renderReport } from './render-report.ts'
import { readReport } from './report.ts'
import { results } from './results.queries.ts'
import { statementsPdf } from './statements-pdf.ts'

/** One long document at a time keeps a core busy; the others wait. */
const queue = fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 10 })

const preparingMs = 60_000

/** A HEAD request would make the whole document, for nobody. */
const noHead = { exposeHeadRoute: false } as const

const html = 'text/html; charset=utf-8'
const publicPage = { config: { access: 'public' }, schema: { hide: true } } as const

interface LongFile {
  name: Message
  extension: 'pdf' | 'zip'
  members: number
  content: AsyncGenerator<Uint8Array>
}
const types = { pdf: 'application/pdf', zip: 'application/zip' } as const

/** Streamed while it is made, at the pace of the reader. The turn in the queue ends when it is sent or its reader is gone. */
async function sendLongFile(request: FastifyRequest, reply: FastifyReply, prepare: () => Promise<LongFile>) {
  // Nothing is sent while it waits for its turn and its statements are issued; that must not count as a silent connection.
  allowSilence(request, preparingMs)
  await queue(requesterOf(request, reply), async () => {
    const { name, extension, members, content } = await prepare()
    allowSilence(request, request.server.server.timeout)
    reply
      .type(types[extension])
      .header('content-disposition', attachment(sayTo(request)(name), extension))
      .header(membersHeader, String(members))
      .send(Readable.from(content, { objectMode: false }))
    // A reader who goes away early is an end, too.
    await finished(reply.raw).catch(() => {})
  })
  return reply
}

export function resultsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  /** The language of a file, and the names at its head. */
  async function headOf(request: FastifyRequest) {
    const current = await brandings.read()
    const language = languageOf(request, current)
    return { language, branding: await pdfBranding(brandings, current.in(language)) }
  }
  // Never from the Host header: see statements.
  const address = settings.PUBLIC_URL
  const keyFromFile = settings.ARCHIVE_KEY_FILE ? readKeyFile(settings.ARCHIVE_KEY_FILE) : undefined

  return async (app) => {
    handle(
      app,
      endpoints.downloadReport,
      async (request, reply) => {
        const { language, branding } = await headOf(request)
        await queue(requesterOf(request, reply), async () => {
          const report = await readReport(database, viewerOf(request), request.query.term_id)
          const pdf = await renderReport({ language, report, branding })
          reply
            .type('application/pdf')
            .header(
              'content-disposition',
              attachment(sayTo(request)(messages.results.reportFile({ term: report.term.name })), 'pdf'),
            )
            .send(Buffer.from(pdf))
        })
        return reply
      },
      noHead,
    )

    handle(
      app,
      endpoints.downloadStatements,
      async (request, reply) =>
        sendLongFile(request, reply, async () => {
          const { term_id, department_id } = request.query
          const { language, branding } = await headOf(request)
          const { name: termName } = await results(database).term(term_id)
          const department = department_id === undefined ? undefined : await results(database).departmentName(department_id)
          const codes = await issueStatements(database, actorOf(request), { term_id, department_id })
          if (codes.length === 0) throw new NotFound(messages.results.noMembers)
          const { statementsFile, departmentStatementsFile } = messages.results
          return {
            name: department ? departmentStatementsFile({ term: termName, department }) : statementsFile({ term: termName }),
            extension: 'pdf',
            members: codes.length,
            content: statementsPdf(database, { codes, language, branding, termName, address }),
          }
        }),
      noHead,
    )

    handle(
      app,
      endpoints.downloadArchive,
      async (request, reply) =>
        sendLongFile(request, reply, async () => {
          const { term_id } = request.query
          const closing = closingOf(await results(database).term(term_id))
          const actor = actorOf(request)
          const codes = await issueStatements(database, actor, { term_id })
          const report = await readReport(database, viewerOf(request), term_id)
          // Statements and report were read one after the other: both must be of the same closing.
          if (closingOf(report.term).id !== closing.id) throw new Unavailable()
          const { language, branding } = await headOf(request)
          const privateKey = await signingKey(database, keyFromFile)
          const archive = {
            term: report.term,
            report,
            codes,
            language,
            branding,
            address,
            actor,
            actorName: signedInUser(request).name,
            privateKey,
          }
          return {
            name: messages.results.archiveFile({ term: report.term.name, number: closing.number }),
            extension: 'zip',
            members: codes.length,
            content: archiveZip(database, archive),
          }
        }),
      noHead,
    )

    handle(app, endpoints.readArchive, async (request) => ({ archive: await confirmArchive(database, request.params.checksum) }))

    handle(app, endpoints.listArchiveKeys, async () => ({
      keys: (await archives(database).keys()).map(({ fingerprint, public_key, created_at }) => ({
        fingerprint,
        algorithm: 'Ed25519' as const,
        public_key: pemOf(public_key),
        created_at,
      })),
    }))

    // For those who hold an archive and have no account.
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
      async (request, reply) => {
        const current = await brandings.read()
        const language = languageOf(request, current)
        const portal = current.in(language)
        const { checksum } = request.params
        varyByLanguage(reply).type(html)
        try {
          return reply.send(genuineArchivePage(language, portal, await confirmArchive(database, checksum)))
        } catch (error) {
          if (error instanceof NotFound) return reply.code(404).send(unknownArchivePage(language, portal, checksum))
          throw error
        }
      },
    )
    app.get('/check/archive.js', publicPage, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(archiveScript),
    )
  }
}
