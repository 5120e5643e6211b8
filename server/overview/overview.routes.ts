import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { OverviewQuery, OverviewReply, PathQuery, PathReply } from '../../contract/overview.ts'
import type { Database } from '../../database/connect.ts'
import { overview } from './overview.queries.ts'
import { readOverview } from './overview.ts'

export function overviewRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/overview',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'A term in numbers: grades, participation, points, and another term beside it',
          querystring: OverviewQuery,
          response: { 200: OverviewReply },
        },
      },
      async (request) => readOverview(database, request.query),
    )

    app.get(
      '/overview/path',
      {
        config: { access: 'self-or-admin', person: 'user_id' },
        schema: {
          summary: "A member's scores and grades from term to term",
          querystring: PathQuery,
          response: { 200: PathReply },
        },
      },
      async (request) => ({ path: await overview(database).path(request.query.user_id) }),
    )
  }
}
