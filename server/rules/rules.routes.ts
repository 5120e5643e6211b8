import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/rules.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sendJson } from '../http/send-json.ts'
import { publishRules, simulateRules } from './rules.actions.ts'
import { rules } from './rules.queries.ts'

export function rulesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listRules, async (request, reply) => sendJson(request, reply, await rules(database).list()))

    handle(app, endpoints.simulateRules, async (request) => simulateRules(database, request.body))

    handle(app, endpoints.publishRules, async (request) => ({
      version: await publishRules(database, request.body, actorOf(request)),
    }))
  }
}
