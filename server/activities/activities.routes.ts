import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ActivitiesReply, ActivityInput, ActivityReply } from '../../contract/activities.ts'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf } from '../access.ts'
import { sendJson } from '../http/send-json.ts'
import { activities as activitiesOf } from './activities.queries.ts'

export function activitiesRoutes(database: Database): FastifyPluginAsyncZod {
  const activities = activitiesOf(database)

  return async (app) => {
    app.get(
      '/activities',
      { config: { access: 'signed-in' }, schema: { summary: 'The catalogue of activities', response: { 200: ActivitiesReply } } },
      async (request, reply) => sendJson(request, reply, await activities.list('activities')),
    )

    app.post(
      '/activities',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add an activity', body: ActivityInput, response: { 201: ActivityReply } },
      },
      async (request, reply) =>
        reply.code(201).send({
          activity: await auditedTransaction(database, actorOf(request), (tx, by) => activitiesOf(tx).add(request.body, by)),
        }),
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
      async (request) => ({
        activity: await auditedTransaction(database, actorOf(request), (tx, by) =>
          activitiesOf(tx).edit(request.params.id, request.body, by),
        ),
      }),
    )

    app.delete(
      '/activities/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Retire an activity', params: IdParams, response: { 200: MessageReply } },
      },
      async (request) => {
        await auditedTransaction(database, actorOf(request), (tx, by) => activitiesOf(tx).remove(request.params.id, by))
        return { message: messages.activities.deleted }
      },
    )

    app.put(
      '/activities/restore/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Undo the retirement of an activity', params: IdParams, response: { 200: ActivityReply } },
      },
      async (request) => ({
        activity: await auditedTransaction(database, actorOf(request), (tx, by) =>
          activitiesOf(tx).restore(request.params.id, by),
        ),
      }),
    )
  }
}
