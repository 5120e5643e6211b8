import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dayIn } from '../../contract/dates.ts'
import * as endpoints from '../../contract/handbook.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { queues } from '../../contract/limits.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { NotFound } from '../errors/errors.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { handbookFor, mayRead, pictureOf } from './handbook.ts'
import { handbookDocument } from './handbook-pdf.ts'

const render = documentRenderer()
const queue = fairQueue(queues.papers)

export function handbookRoutes(settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(app, endpoints.readHandbook, async (request) => {
      const language = request.query.language ?? languageOf(request, await brandings.read())
      return { pages: handbookFor(viewerOf(request), language) }
    })

    handle(
      app,
      endpoints.downloadHandbook,
      async (request, reply) => {
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        const pages = handbookFor(viewerOf(request), language)
        const now = new Date().toISOString()
        const made = { madeAt: now, day: dayIn(settings.TIME_ZONE, now) }
        const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), () =>
          render(handbookDocument(language, pages, letterhead, made)),
        )
        return reply
          .type('application/pdf')
          .header('content-disposition', attachment(sayIn(language)(messages.handbook.file), 'pdf'))
          .send(pdf)
      },
      // A HEAD request would draw the whole file without sending it.
      { exposeHeadRoute: false },
    )

    handle(app, endpoints.readHandbookPicture, async (request, reply) => {
      const { language, page } = request.params
      const picture = mayRead(viewerOf(request), page) ? pictureOf(language, page) : undefined
      if (!picture) throw new NotFound()
      return reply.type('image/png').header('cache-control', 'private, max-age=3600').send(picture.bytes)
    })
  }
}
