import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ActivitiesReply, ActivityInput, ActivityReply } from '../../contract/activities.ts'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { signedInUser } from '../access.ts'
import { activities as activitiesOf } from './activities.queries.ts'

export function activitiesRoutes(database: Database): FastifyPluginAsyncZod {
  const activities = activitiesOf(database)

  return async (app) => {
    app.get(
      '/activities',
      { config: { access: 'signed-in' }, schema: { summary: 'The catalogue of activities', response: { 200: ActivitiesReply } } },
      async () => ({ activities: await activities.list() }),
    )

    app.post(
      '/activities',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add an activity', body: ActivityInput, response: { 201: ActivityReply } },
      },
      async (request, reply) => reply.code(201).send({ activity: await activities.add(request.body, signedInUser(request).id) }),
    )

    app.put(
      '/activities/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Edit an activity, for future postings',
          params: IdParams,
          body: ActivityInput,
          response: { 200: ActivityReply },
        },
      },
      async (request) => ({ activity: await activities.edit(request.params.id, request.body, signedInUser(request).id) }),
    )

    app.delete(
      '/activities/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Retire an activity', params: IdParams, response: { 200: MessageReply } },
      },
      async (request) => {
        await activities.remove(request.params.id, signedInUser(request).id)
        return { message: messages.activities.deleted }
      },
    )

    app.put(
      '/activities/restore/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Undo the retirement of an activity', params: IdParams, response: { 200: ActivityReply } },
      },
      async (request) => ({ activity: await activities.restore(request.params.id, signedInUser(request).id) }),
    )
  }
}
