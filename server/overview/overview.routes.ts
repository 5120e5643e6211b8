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

    handle(app, endpoints.readProgress, async (request) => {
      const queries = overview(database)
      const term = await queries.term(request.query.term_id)
      return { departments: await queries.progress(viewerOf(request), term.id) }
    })

    handle(app, endpoints.readPath, async (request) => ({
      path: await overview(database).path(viewerOf(request), request.query.user_id),
    }))
  }
}
