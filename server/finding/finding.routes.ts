import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/finding.ts'
import type { Database } from '../../database/connect.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { finding } from './finding.queries.ts'

export function findingRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.find, async (request) => finding(database).find(viewerOf(request), request.query.q))
  }
}
