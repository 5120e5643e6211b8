import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/inbox.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { giveLineBack, takeLine } from './inbox.actions.ts'
import { countInbox, readInbox } from './inbox.ts'

export function inboxRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readInbox, async (request) => readInbox(database, viewerOf(request)))

    handle(app, endpoints.countInbox, async (request) => ({ count: await countInbox(database, viewerOf(request)) }))

    handle(app, endpoints.takeLine, async (request) => ({
      taken: await takeLine(database, viewerOf(request), request.body, actorOf(request)),
    }))

    handle(app, endpoints.giveLineBack, async (request) => {
      await giveLineBack(database, request.body, actorOf(request))
      return { taken: null }
    })
  }
}
