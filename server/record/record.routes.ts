import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import * as endpoints from '../../contract/record.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn } from '../http/language.ts'
import { requesterOf } from '../http/requester.ts'
import { allowSilence } from '../http/silence.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { pdfBranding } from '../statements/pdf-branding.ts'
import { type MemberRecord, readRecord } from './record.ts'
import { recordCsv } from './record-csv.ts'
import { renderRecord } from './render-record.ts'

/** A record is read when it is its turn, so those that wait take no memory. */
const queue = fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 50 })

/** Nothing is sent while a record waits for its turn and is made; that must not count as a silent connection. */
const preparingMs = 60_000

/** A HEAD request would make the whole file, for nobody. */
const noHead = { exposeHeadRoute: false } as const

/** record-Sara-Aziz-2026-11-15. */
function fileName(language: Language, { member, made_at }: MemberRecord): string {
  const name = member.name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu)?.join('-') ?? String(member.id)
  return sayIn(language)(messages.record.file({ name, day: made_at.slice(0, 10) }))
}

export function recordRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(
      app,
      endpoints.downloadRecordPdf,
      async (request, reply) => {
        const current = await brandings.read()
        const language = languageOf(request, current)
        const branding = await pdfBranding(brandings, current.in(language))
        // Never from the Host header: a client could make the PDF print the address of another site.
        const address = settings.PUBLIC_URL
        allowSilence(request, preparingMs)
        const { record, pdf } = await queue(requesterOf(request, reply), async () => {
          const read = await readRecord(database, viewerOf(request), request.query.user_id)
          return { record: read, pdf: await renderRecord({ language, record: read, branding, address }) }
        })
        allowSilence(request, request.server.server.timeout)
        return reply
          .type('application/pdf')
          .header('content-disposition', attachment(fileName(language, record), 'pdf'))
          .send(pdf)
      },
      noHead,
    )

    handle(
      app,
      endpoints.downloadRecordCsv,
      async (request, reply) => {
        const language = languageOf(request, await brandings.read())
        const record = await readRecord(database, viewerOf(request), request.query.user_id)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', attachment(fileName(language, record), 'csv'))
          .send(recordCsv(language, record))
      },
      noHead,
    )
  }
}
