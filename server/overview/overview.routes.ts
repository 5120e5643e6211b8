import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/overview.ts'
import type { Database } from '../../database/connect.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { overview } from './overview.queries.ts'
import { readOverview } from './overview.ts'

export function overviewRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readOverview, async (request) => readOverview(database, viewerOf(request), request.query))

    handle(app, endpoints.readPath, async (request) => ({
      path: await overview(database).path(viewerOf(request), request.query.user_id),
    }))
  }
}
