import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { quotaBytes } from '../../contract/evidence-quota.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/posted-activities.ts'
import type { Database } from '../../database/connect.ts'
import { activities } from '../activities/activities.queries.ts'
import { NotFound } from '../errors/errors.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { privateFile } from '../http/private-file.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { sendJson } from '../http/send-json.ts'
import type { Viewer } from '../policy/policy.ts'
import { logOf } from '../process/logging.ts'
import type { Settings } from '../settings.ts'
import { evidenceQuota } from './evidence-quota.queries.ts'
import { makeThumbnail } from './image.ts'
import { editPosting, postActivity, refuseForOthers, removePosting } from './posted-activities.actions.ts'
import { postedActivities as postedActivitiesOf } from './posted-activities.queries.ts'
import { withPostingForm } from './posting-form.ts'
import { receivedFiles } from './received-files.queries.ts'
import { type InSmall, thumbnails as thumbnailsOf } from './thumbnails.queries.ts'

export function postedActivitiesRoutes(
  database: Database,
  { EVIDENCE_QUOTA_MB }: Pick<Settings, 'EVIDENCE_QUOTA_MB'>,
): FastifyPluginAsync {
  const postedActivities = postedActivitiesOf(database)
  const thumbnails = thumbnailsOf(database)
  const quota = quotaBytes(EVIDENCE_QUOTA_MB)
  const evidence = evidenceQuota(database, quota)

  const roomOf = (request: FastifyRequest, editedId?: number) => async () => ({
    left: await evidence.room(viewerOf(request).id, editedId),
    quota,
  })

  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.listPostedActivities, async (request, reply) =>
      sendJson(request, reply, await postedActivities.ofUser(viewerOf(request), request.query.user_id)),
    )

    handle(app, endpoints.listAvailableActivities, async (request, reply) =>
      sendJson(request, reply, await activities(database).list('availableActivities')),
    )

    handle(app, endpoints.readEvidenceQuota, async (request) => ({ quota, used: await evidence.used(viewerOf(request).id) }))

    handle(app, endpoints.postActivity, (request, reply) =>
      withPostingForm(request, reply, roomOf(request), receivedFiles(database), async (form) => {
        const owner = actorOf(request)
        refuseForOthers(owner, form.input.user_id)
        const { effect, ...postedActivity } = await postActivity(database, quota, owner, form)
        return { postedActivity, effect }
      }),
    )

    handle(app, endpoints.editPosting, async (request, reply) => {
      const { id } = request.params
      return withPostingForm(request, reply, roomOf(request, id), receivedFiles(database), async (form) => {
        const owner = actorOf(request)
        refuseForOthers(owner, form.input.user_id)
        return { postedActivity: await editPosting(database, quota, owner, id, form) }
      })
    })

    handle(app, endpoints.removePosting, async (request) => {
      const owner = actorOf(request)
      refuseForOthers(owner, request.query.user_id)
      await removePosting(database, owner, request.params.id)
      return { message: sayTo(request)(messages.postedActivities.deleted) }
    })

    handle(app, endpoints.readImage, async (request, reply) => {
      const { image_id } = request.params
      const file = privateFile(request, reply, image_id)
      const bytes = await postedActivities.image(viewerOf(request), image_id, file.isKnown)
      if (!bytes) throw new NotFound()
      return file.send('image/jpeg', bytes)
    })

    handle(app, endpoints.readImageThumbnail, async (request, reply) =>
      sendThumbnail(request, reply, request.params.image_id, thumbnails.ofImage, thumbnails.storeOfImage),
    )

    handle(app, endpoints.readEvidenceThumbnail, async (request, reply) =>
      sendThumbnail(request, reply, request.params.file_id, thumbnails.ofFile, thumbnails.storeOfFile),
    )

    handle(app, endpoints.readEvidencePhoto, async (request, reply) => {
      const { file_id } = request.params
      const file = privateFile(request, reply, file_id)
      const stored = await postedActivities.file(viewerOf(request), file_id, 'photo', file.isKnown)
      if (!stored) throw new NotFound()
      return file.send('image/jpeg', stored.bytes)
    })

    handle(app, endpoints.readEvidencePage, async (request, reply) => {
      const { file_id, page } = request.params
      const file = privateFile(request, reply, file_id, page)
      const bytes = await postedActivities.page(viewerOf(request), file_id, page, file.isKnown)
      if (!bytes) throw new NotFound()
      return file.send('image/jpeg', bytes)
    })

    handle(app, endpoints.readEvidencePdf, async (request, reply) => {
      const { file_id } = request.params
      const file = privateFile(request, reply, file_id)
      const stored = await postedActivities.file(viewerOf(request), file_id, 'pdf', file.isKnown)
      if (!stored) throw new NotFound()
      // An untrusted file as it was sent: it is saved, never shown, and if it is shown all the same, without any rights.
      reply.headers({
        'content-disposition': attachment(stored.name.replace(/\.pdf$/i, ''), 'pdf'),
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return file.send('application/pdf', stored.bytes)
    })
  }
}

type ReadThumbnail = (viewer: Viewer, id: string, isKnown: boolean) => Promise<InSmall | undefined>
type StoreThumbnail = (id: string, bytes: Buffer) => Promise<void>

/** A picture that an earlier release stored gets its thumbnail at the first request for it. */
async function sendThumbnail(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  read: ReadThumbnail,
  store: StoreThumbnail,
) {
  const file = privateFile(request, reply, id, 'thumbnail')
  const found = await read(viewerOf(request), id, file.isKnown)
  if (!found) throw new NotFound()
  if (found.thumbnail) return file.send('image/jpeg', found.thumbnail)
  const made = await makeThumbnail(found.picture, impatient(request, requesterOf(request, reply), 'thumbnail'))
  // The picture has its own ETag, so that the next request tries again.
  if (!made) return privateFile(request, reply, id).send('image/jpeg', found.picture)
  // It can be shown all the same, and is made again for the next one.
  await store(id, made).catch((error) => logOf(request).warn({ err: error }, 'a thumbnail could not be stored'))
  return file.send('image/jpeg', made)
}
