import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/releases.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { previewRelease, releaseScores, takeBackRelease } from './releases.actions.ts'

export function releasesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.previewRelease, async (request) =>
      previewRelease(database, viewerOf(request), request.params.id, request.query.department_ids),
    )

    handle(app, endpoints.releaseScores, async (request) => {
      const members = await releaseScores(database, viewerOf(request), request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(messages.releases.released({ count: members })), members }
    })

    handle(app, endpoints.takeBackRelease, async (request) => {
      await takeBackRelease(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.releases.takenBack) }
    })
  }
}
