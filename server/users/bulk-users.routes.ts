import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/bulk-users.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { moveUsers, removeUsers, restoreUsers } from './bulk-users.actions.ts'

export function bulkUsersRoutes(database: Database): FastifyPluginAsync {
  const { moved, removed, restored } = messages.bulkUsers

  return async (app) => {
    handle(app, endpoints.moveUsers, async (request) => {
      const outcome = await moveUsers(database, request.body, actorOf(request))
      return { message: sayTo(request)(moved({ count: outcome.done.length })), ...outcome }
    })

    handle(app, endpoints.removeUsers, async (request) => {
      const outcome = await removeUsers(database, request.body, actorOf(request))
      return { message: sayTo(request)(removed({ count: outcome.done.length })), ...outcome }
    })

    handle(app, endpoints.restoreUsers, async (request) => {
      const outcome = await restoreUsers(database, request.body, actorOf(request))
      return { message: sayTo(request)(restored({ count: outcome.done.length })), ...outcome }
    })
  }
}
