import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { editOwnDetails as editOwnDetailsEndpoint } from '../../contract/own-details.ts'
import * as endpoints from '../../contract/users.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { readWholeList, sendJson } from '../http/send-json.ts'
import { terms as termsOf } from '../terms/terms.queries.ts'
import { addUser, editOwnDetails, editUser, removeUser, restoreUser, toggleRole } from './users.actions.ts'
import { users as usersOf } from './users.queries.ts'

export function usersRoutes(database: Database): FastifyPluginAsync {
  const users = usersOf(database)
  const terms = termsOf(database)

  return async (app) => {
    handle(app, endpoints.listUsers, async (request, reply) => {
      const termId = await terms.idOrCurrent(request.query.term_id)
      return sendJson(request, reply, await readWholeList(() => users.list(viewerOf(request), termId)))
    })

    handle(app, endpoints.listRemovedUsers, async (request, reply) => sendJson(request, reply, await users.listRemoved()))

    handle(app, endpoints.readUser, async (request, reply) =>
      sendJson(request, reply, await users.json(viewerOf(request), request.params.id, request.query.term_id)),
    )

    handle(app, endpoints.addUser, async (request, reply) => {
      const { user, waits } = await addUser(database, request.body, actorOf(request))
      if (waits) reply.code(202)
      const message = sayTo(request)(waits ? messages.givenRights.addedWaits : messages.users.added)
      return { message, user, ...(waits && { waits }) }
    })

    handle(app, endpoints.editUser, async (request, reply) => {
      const { user, waits } = await editUser(database, request.params.id, request.body, actorOf(request))
      if (waits) reply.code(202)
      const message = sayTo(request)(waits ? messages.givenRights.editedWaits : messages.users.updated)
      return { message, user, ...(waits && { waits }) }
    })

    handle(app, editOwnDetailsEndpoint, async (request) => ({
      message: sayTo(request)(messages.ownDetailsForm.saved),
      user: await editOwnDetails(database, request.body, actorOf(request)),
    }))

    handle(app, endpoints.removeUser, async (request) => {
      await removeUser(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.users.deleted) }
    })

    handle(app, endpoints.restoreUser, async (request) => ({
      message: sayTo(request)(messages.users.restored),
      user: await restoreUser(database, request.params.id, actorOf(request)),
    }))

    handle(app, endpoints.toggleRole, async (request, reply) => {
      const { newRole, waits } = await toggleRole(database, request.params.id, request.body ?? {}, actorOf(request))
      if (waits) reply.code(202)
      const message = sayTo(request)(waits ? messages.givenRights.waits : messages.users.roleUpdated)
      return { message, newRole, ...(waits && { waits }) }
    })
  }
}
