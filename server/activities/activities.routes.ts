import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { sendJson } from '../http/send-json.ts'
import { activities } from './activities.queries.ts'

export function activitiesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listActivities, async (request, reply) =>
      sendJson(request, reply, await activities(database).list('activities')),
    )

    handle(app, endpoints.addActivity, async (request) => ({
      activity: await auditedTransaction(database, actorOf(request), (tx, by) => activities(tx).add(request.body, by)),
    }))

    handle(app, endpoints.editActivity, async (request) => ({
      activity: await auditedTransaction(database, actorOf(request), (tx, by) =>
        activities(tx).edit(request.params.id, request.body, by),
      ),
    }))

    handle(app, endpoints.removeActivity, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx, by) => activities(tx).remove(request.params.id, by))
      return { message: sayTo(request)(messages.activities.deleted) }
    })

    handle(app, endpoints.restoreActivity, async (request) => ({
      activity: await auditedTransaction(database, actorOf(request), (tx, by) => activities(tx).restore(request.params.id, by)),
    }))
  }
}
