import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dayIn } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { job, queues } from '../../contract/limits.ts'
import * as endpoints from '../../contract/record.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { type MemberRecord, readRecord } from './record.ts'
import { recordCsv } from './record-csv.ts'
import { recordDocument } from './record-pdf.ts'

/** The queue of records. A record is read when it is its turn, so those that wait take no memory. */
const queue = fairQueue(queues.records)

const render = documentRenderer({ leastTimeoutMs: job.record })

/** A HEAD request would make the whole file without sending it. */
const noHead = { exposeHeadRoute: false } as const

/** The name of the file, such as record-Sara-Aziz-2026-11-15. */
function fileName(language: Language, zone: string, { member, made_at }: MemberRecord): string {
  const name = member.name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu)?.join('-') ?? String(member.id)
  return sayIn(language)(messages.record.file({ name, day: dayIn(zone, made_at) }))
}

export function recordRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(
      app,
      endpoints.downloadRecordPdf,
      async (request, reply) => {
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        // The address is never that of the Host header: a client could make the PDF print the address of another site.
        const place = { address: settings.PUBLIC_URL, zone: settings.TIME_ZONE }
        const { record, pdf } = await queue(impatient(request, requesterOf(request, reply), 'record'), async () => {
          const read = await readRecord(database, viewerOf(request), request.query.user_id)
          return { record: read, pdf: await render(recordDocument(language, read, letterhead, place)) }
        })
        return reply
          .type('application/pdf')
          .header('content-disposition', attachment(fileName(language, settings.TIME_ZONE, record), 'pdf'))
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
          .header('content-disposition', attachment(fileName(language, settings.TIME_ZONE, record), 'csv'))
          .send(recordCsv(language, record))
      },
      noHead,
    )
  }
}
