import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ImageParams, PostedActivitiesQuery, PostedActivitiesReply } from '../../contract/posted-activities.ts'
import type { Database } from '../../database/connect.ts'
import { signedInUser } from '../access.ts'
import { NotFound } from '../errors.ts'
import { postedActivities as postedActivitiesOf } from './posted-activities.queries.ts'

export function postedActivitiesRoutes(database: Database): FastifyPluginAsyncZod {
  const postedActivities = postedActivitiesOf(database)

  return async (app) => {
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
      async (request) => ({ postedActivities: await postedActivities.ofUser(request.query.user_id) }),
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
