import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/recounts.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { previewRecount, recountActivity } from './recounts.actions.ts'

export function recountsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.previewRecount, async (request) => previewRecount(database, request.params.id))

    handle(app, endpoints.recountActivity, async (request) => {
      const postings = await recountActivity(database, request.params.id, request.body.fingerprint, actorOf(request))
      return { message: sayTo(request)(messages.recounts.done({ count: postings })), postings }
    })
  }
}
