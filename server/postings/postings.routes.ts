import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dayIn } from '../../contract/dates.ts'
import * as doneEndpoints from '../../contract/done-report.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pageSize, queues } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import * as endpoints from '../../contract/postings.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn, sayTo } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { smallXlsxFile } from '../http/xlsx-file.ts'
import { seesEverybody } from '../policy/policy.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { review } from '../review/review.queries.ts'
import type { Settings } from '../settings.ts'
import { readChosen, readDoneReport } from './done.ts'
import { doneDocument, doneRows } from './done-files.ts'
import { type Filters, onlyOne, type PostingRow, postings as postingsOf } from './postings.queries.ts'
import { postingsCsv, postingsXlsx } from './postings-file.ts'

/** Writing a long file keeps a core busy: a few at a time, until each is sent or its reader is gone. */
const queue = fairQueue(queues.postings)
const render = documentRenderer()

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** A HEAD request would make the whole file without sending it. */
const noHead = { exposeHeadRoute: false } as const

const cursorOf = ({ id, value }: PostingRow) => ({ after: id, after_value: value })

export function postingsRoutes(database: Database, { TIME_ZONE }: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  const postings = postingsOf(database)

  /** The filters with what a text and a warning mean now. */
  async function filtersOf({
    q,
    warning,
    ...filters
  }: Pick<endpoints.PostingsQuery, 'q' | 'warning'> & Filters): Promise<Filters> {
    const wanted = onlyOne(warning)
    return {
      ...filters,
      ...(q ? { words: await review(database).search(q) } : {}),
      ...(wanted
        ? { warned: { ids: await postings.withWarning(), are: wanted === 'with' ? 'listed' : 'left out' } as const }
        : {}),
    }
  }

  async function sendList(
    request: FastifyRequest<{ Querystring: Omit<endpoints.PostingsQuery, 'after' | 'after_value'> }>,
    reply: FastifyReply,
    file: { extension: string; type: string; write: typeof postingsCsv },
  ) {
    const { sort, ...query } = request.query
    const viewer = viewerOf(request)
    await queue(impatient(request, requesterOf(request, reply), 'longFile'), async () => {
      const filters = await filtersOf(query)
      const content: Readable = file.write(
        (after, size) => postings.page(filters, { sort, ...(after ? cursorOf(after) : {}) }, viewer, size),
        { language: languageOf(request, await brandings.read()), zone: TIME_ZONE },
      )
      const name = sayTo(request)(messages.postingList.file({ day: dayIn(TIME_ZONE, new Date()) }))
      reply.type(file.type).header('content-disposition', attachment(name, file.extension)).send(content)
      // The connection of a reader who goes away early is finished, too.
      await finished(reply.raw).catch(() => {})
    })
    return reply
  }

  return async (app) => {
    handle(app, endpoints.listPostings, async (request) => {
      const { sort, after, after_value, ...query } = request.query
      const viewer = viewerOf(request)
      const filters = await filtersOf(query)
      const [listed, count] = await Promise.all([
        postings.page(filters, { sort, after, after_value }, viewer, pageSize.postings),
        after === undefined ? postings.count(filters, viewer) : null,
      ])
      const last = listed.length === pageSize.postings ? listed.at(-1) : undefined
      return { postings: listed.map(({ value: _, ...posting }) => posting), count, next: last ? cursorOf(last) : null }
    })

    handle(
      app,
      endpoints.exportPostingsCsv,
      async (request, reply) =>
        sendList(request, reply, { extension: 'csv', type: 'text/csv; charset=utf-8', write: postingsCsv }),
      noHead,
    )

    handle(
      app,
      endpoints.exportPostingsXlsx,
      async (request, reply) => sendList(request, reply, { extension: 'xlsx', type: xlsx, write: postingsXlsx }),
      noHead,
    )

    handle(app, doneEndpoints.readDone, async (request) => readDoneReport(database, viewerOf(request), request.query))

    handle(
      app,
      doneEndpoints.downloadDoneXlsx,
      async (request, reply) => {
        const language = languageOf(request, await brandings.read())
        const report = await readDoneReport(database, viewerOf(request), request.query)
        const say = sayIn(language)
        const { title, file } = messages.postingList.done
        const chosen = await readChosen(database, request.query)
        const bytes = await smallXlsxFile(doneRows(language, report, chosen), say(title).slice(0, 31), language)
        const name = say(file({ day: dayIn(TIME_ZONE, new Date()) }))
        return reply.type(xlsx).header('content-disposition', attachment(name, 'xlsx')).send(bytes)
      },
      noHead,
    )

    handle(
      app,
      doneEndpoints.downloadDonePdf,
      async (request, reply) => {
        const viewer = viewerOf(request)
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), async () => {
          const report = await readDoneReport(database, viewer, request.query)
          const scope = seesEverybody(viewer) ? null : (viewer.faculty ?? viewer.department)
          const department = scope ? localized(language, scope, 'name') : undefined
          const onlyVerified = request.query.only === 'verified'
          const chosen = await readChosen(database, request.query)
          const made = { report, chosen, onlyVerified, department, made_at: new Date().toISOString(), zone: TIME_ZONE }
          return render(doneDocument(language, made, letterhead))
        })
        const name = sayIn(language)(messages.postingList.done.file({ day: dayIn(TIME_ZONE, new Date()) }))
        return reply.type('application/pdf').header('content-disposition', attachment(name, 'pdf')).send(pdf)
      },
      noHead,
    )
  }
}
