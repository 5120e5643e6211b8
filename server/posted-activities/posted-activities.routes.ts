import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/posted-activities.ts'
import type { Database } from '../../database/connect.ts'
import { activities } from '../activities/activities.queries.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { NotFound } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { sendJson } from '../http/send-json.ts'
import { editPosting, postActivity, refuseForOthers, removePosting } from './posted-activities.actions.ts'
import { postedActivities as postedActivitiesOf } from './posted-activities.queries.ts'
import { readPostingForm } from './posting-form.ts'

export function postedActivitiesRoutes(database: Database): FastifyPluginAsync {
  const postedActivities = postedActivitiesOf(database)

  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.listPostedActivities, async (request, reply) =>
      sendJson(request, reply, await postedActivities.ofUser(viewerOf(request), request.query.user_id)),
    )

    handle(app, endpoints.listAvailableActivities, async (request, reply) =>
      sendJson(request, reply, await activities(database).list('availableActivities')),
    )

    handle(app, endpoints.postActivity, async (request, reply) => {
      const form = await readPostingForm(request, reply)
      const owner = actorOf(request)
      refuseForOthers(owner, form.input.user_id)
      const { effect, ...postedActivity } = await postActivity(database, owner, form)
      return { postedActivity, effect }
    })

    handle(app, endpoints.editPosting, async (request, reply) => {
      const form = await readPostingForm(request, reply)
      const owner = actorOf(request)
      refuseForOthers(owner, form.input.user_id)
      return { postedActivity: await editPosting(database, owner, request.params.id, form) }
    })

    handle(app, endpoints.removePosting, async (request) => {
      const owner = actorOf(request)
      refuseForOthers(owner, request.query.user_id)
      await removePosting(database, owner, request.params.id)
      return { message: sayTo(request)(messages.postedActivities.deleted) }
    })

    handle(app, endpoints.readImage, async (request, reply) => {
      const bytes = await postedActivities.image(viewerOf(request), request.params.image_id)
      if (!bytes) throw new NotFound()
      return sendPicture(reply, bytes)
    })

    handle(app, endpoints.readEvidencePhoto, async (request, reply) => {
      const file = await postedActivities.file(viewerOf(request), request.params.file_id, 'photo')
      if (!file) throw new NotFound()
      return sendPicture(reply, file.bytes)
    })

    handle(app, endpoints.readEvidencePage, async (request, reply) => {
      const bytes = await postedActivities.page(viewerOf(request), request.params.file_id, request.params.page)
      if (!bytes) throw new NotFound()
      return sendPicture(reply, bytes)
    })

    handle(app, endpoints.readEvidencePdf, async (request, reply) => {
      const file = await postedActivities.file(viewerOf(request), request.params.file_id, 'pdf')
      if (!file) throw new NotFound()
      // A stranger's file as it was sent: saved, never shown, and if it is shown all the same, without any rights.
      return reply
        .headers({
          'cache-control': immutable,
          'content-disposition': attachment(file.name.replace(/\.pdf$/i, ''), 'pdf'),
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .type('application/pdf')
        .send(file.bytes)
    })
  }
}

// A file never changes under its id: the browser may cache it, shared caches may not.
const immutable = 'private, max-age=31536000, immutable'

function sendPicture(reply: FastifyReply, bytes: Buffer) {
  return reply.header('cache-control', immutable).type('image/jpeg').send(bytes)
}
