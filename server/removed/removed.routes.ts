import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/removed.ts'
import type { Database } from '../../database/connect.ts'
import { handle } from '../http/handle.ts'
import { sendJson } from '../http/send-json.ts'
import { removedRows } from './removed.queries.ts'

export function removedRoutes(database: Database): FastifyPluginAsync {
  const removed = removedRows(database)

  return async (app) => {
    handle(app, endpoints.listRemovedUsers, async (request, reply) => sendJson(request, reply, await removed.users()))

    handle(app, endpoints.listRemovedDepartments, async (request, reply) => sendJson(request, reply, await removed.departments()))

    handle(app, endpoints.listRemovedActivities, async (request, reply) => sendJson(request, reply, await removed.activities()))
  }
}
