import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import {
  AvailableActivitiesReply,
  ImageParams,
  OwnerQuery,
  PostedActivitiesQuery,
  PostedActivitiesReply,
  PostedActivityReply,
} from '../../contract/posted-activities.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../access.ts'
import { activities } from '../activities/activities.queries.ts'
import { NotFound } from '../errors.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { sendJson } from '../http/send-json.ts'
import { editPosting, postActivity, refuseForOthers, removePosting } from './posted-activities.actions.ts'
import { postedActivities as postedActivitiesOf } from './posted-activities.queries.ts'
import { readPostingForm } from './posting-form.ts'

const formSchema = {
  consumes: ['multipart/form-data'],
  description:
    'Fields: activity_name or activity_id, starting_date, link (optional), user_id (optional), image (optional .jpg, 5 MB).',
}

export function postedActivitiesRoutes(database: Database): FastifyPluginAsyncZod {
  const postedActivities = postedActivitiesOf(database)

  return async (app) => {
    await acceptMultipart(app)

    app.get(
      '/posted-activities',
      {
        config: { access: 'self-or-admin', person: 'user_id' },
        schema: {
          summary: 'What a member posted, newest first',
          querystring: PostedActivitiesQuery,
          response: { 200: PostedActivitiesReply },
        },
      },
      async (request, reply) => sendJson(request, reply, await postedActivities.ofUser(request.query.user_id)),
    )

    app.get(
      '/posted-activities/available',
      {
        config: { access: 'signed-in' },
        schema: { summary: 'The activities that can be posted now', response: { 200: AvailableActivitiesReply } },
      },
      async (request, reply) => sendJson(request, reply, await activities(database).list('availableActivities')),
    )

    app.post(
      '/posted-activities',
      {
        config: { access: 'staff' },
        schema: { summary: 'Post an activity, with an image', ...formSchema, response: { 201: PostedActivityReply } },
      },
      async (request, reply) => {
        const owner = actorOf(request)
        const form = await readPostingForm(request, reply)
        refuseForOthers(owner, form.input.user_id)
        return reply.code(201).send({ postedActivity: await postActivity(database, owner, form) })
      },
    )

    app.put(
      '/posted-activities/:id',
      {
        config: { access: 'staff' },
        schema: { summary: 'Edit an own posting', ...formSchema, params: IdParams, response: { 200: PostedActivityReply } },
      },
      async (request, reply) => {
        const owner = actorOf(request)
        const form = await readPostingForm(request, reply)
        refuseForOthers(owner, form.input.user_id)
        return { postedActivity: await editPosting(database, owner, request.params.id, form) }
      },
    )

    app.delete(
      '/posted-activities/:id',
      {
        config: { access: 'staff' },
        schema: {
          summary: 'Delete an own posting, image and all',
          params: IdParams,
          querystring: OwnerQuery,
          response: { 200: MessageReply },
        },
      },
      async (request) => {
        const owner = actorOf(request)
        refuseForOthers(owner, request.query.user_id)
        await removePosting(database, owner, request.params.id)
        return { message: messages.postedActivities.deleted }
      },
    )

    app.get(
      '/uploads/activities/:image_id.jpg',
      { config: { access: 'signed-in' }, schema: { summary: 'The image of a posting', params: ImageParams } },
      async (request, reply) => {
        const bytes = await postedActivities.image(request.params.image_id, signedInUser(request))
        if (!bytes) throw new NotFound()
        // An image never changes under its id, and nobody but this browser may keep it.
        return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/jpeg').send(bytes)
      },
    )
  }
}
