import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { membersHeader } from '../../contract/counted-file.ts'
import type { Translations } from '../../contract/fields.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { queues } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { downloadNamesToSign } from '../../contract/names-to-sign.ts'
import * as endpoints from '../../contract/results.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { NotFound, Unavailable } from '../errors/errors.ts'
import { actorOf, signedInUser, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayIn } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { issueStatements } from '../statements/statements.actions.ts'
import { archiveZip, closingOf, confirmArchive } from './archive.ts'
import { pemOf, readKeyFile, signingKey } from './archive-keys.ts'
import { archives } from './archives.queries.ts'
import { type NameToSign, namesToSign } from './names-to-sign.queries.ts'
import { namesToSignPdf } from './names-to-sign-pdf.ts'
import { readReport } from './report.ts'
import { renderReport } from './report-pdf.ts'
import { results } from './results.queries.ts'
import { statementsPdf } from './statements-pdf.ts'

/** The queue of long documents: one at a time keeps a core busy; the others wait. */
const queue = fairQueue(queues.terms)

/** A HEAD request would make the whole document without sending it. */
const noHead = { exposeHeadRoute: false } as const

interface LongFile {
  name: Message
  language: Language
  extension: 'pdf' | 'zip'
  members: number
  content: AsyncGenerator<Uint8Array>
}
const types = { pdf: 'application/pdf', zip: 'application/zip' } as const

/** A long file is streamed as it is made, at the pace of the reader. Its turn in the queue ends when it is sent or its reader is gone. */
async function sendLongFile(request: FastifyRequest, reply: FastifyReply, prepare: () => Promise<LongFile>) {
  await queue(impatient(request, requesterOf(request, reply), 'longFile'), async () => {
    const { name, language, extension, members, content } = await prepare()
    reply
      .type(types[extension])
      .header('content-disposition', attachment(sayIn(language)(name), extension))
      .header(membersHeader, String(members))
      .send(Readable.from(content, { objectMode: false }))
    // The connection of a reader who goes away early is finished, too.
    await finished(reply.raw).catch(() => {})
  })
  return reply
}

export function resultsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  // The address is never that of the Host header: see statements.
  const { PUBLIC_URL: address, TIME_ZONE: zone } = settings
  const keyFromFile = settings.ARCHIVE_KEY_FILE ? readKeyFile(settings.ARCHIVE_KEY_FILE) : undefined

  return async (app) => {
    handle(
      app,
      endpoints.downloadReport,
      async (request, reply) => {
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        await queue(impatient(request, requesterOf(request, reply), 'longFile'), async () => {
          const report = await readReport(database, viewerOf(request), request.query.term_id)
          const pdf = await renderReport(language, zone, report, letterhead)
          reply
            .type('application/pdf')
            .header(
              'content-disposition',
              attachment(sayIn(language)(messages.results.reportFile({ term: localized(language, report.term, 'name') })), 'pdf'),
            )
            .send(pdf)
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
          const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
          const termName = localized(language, await results(database).term(term_id), 'name')
          const department = department_id === undefined ? undefined : await results(database).departmentName(department_id)
          const codes = await issueStatements(database, actorOf(request), { term_id, department_id })
          if (codes.length === 0) throw new NotFound(messages.results.noMembers)
          const { statementsFile, departmentStatementsFile } = messages.results
          return {
            name: department ? departmentStatementsFile({ term: termName, department }) : statementsFile({ term: termName }),
            language,
            extension: 'pdf',
            members: codes.length,
            content: statementsPdf(database, { codes, language, letterhead, termName, address, zone }),
          }
        }),
      noHead,
    )

    handle(
      app,
      downloadNamesToSign,
      async (request, reply) =>
        sendLongFile(request, reply, async () => {
          const { term_id, department_id } = request.query
          const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
          const term = await results(database).term(term_id)
          const members = await namesToSign(database, viewerOf(request), term_id, department_id)
          if (members.length === 0) throw new NotFound(messages.results.noMembers)
          return {
            name: namesFile(language, term, members),
            language,
            extension: 'pdf',
            members: members.length,
            content: namesToSignPdf({ language, letterhead, term, members, zone, madeAt: new Date().toISOString() }),
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
          const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
          const privateKey = await signingKey(database, keyFromFile)
          const archive = {
            term: report.term,
            report,
            codes,
            language,
            letterhead,
            address,
            zone,
            actor,
            actorName: signedInUser(request).name,
            privateKey,
          }
          return {
            name: messages.results.archiveFile({ term: localized(language, report.term, 'name'), number: closing.number }),
            language,
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
  }
}

/** The name of the paper, with its department if there is one alone. */
function namesFile(language: Language, named: { name: string; names: Translations }, members: readonly NameToSign[]): Message {
  const words = messages.postingList.names
  const term = localized(language, named, 'name')
  const [first, ...others] = new Map(members.map((member) => [member.department_name, member])).values()
  if (!first || others.length > 0) return words.file({ term })
  const department = localized(language, first, 'department_name') ?? sayIn(language)(messages.postingList.noDepartment)
  return words.fileOf({ department, term })
}
