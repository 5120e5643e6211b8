import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/given-rights.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { confirmAdministrator, refuseAdministrator, setRights } from './rights.actions.ts'
import { rights } from './rights.queries.ts'

export function rightsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listRights, async () => ({
      people: await rights(database).list(),
      confirms_administrators: await rights(database).areConfirmed(),
    }))

    handle(app, endpoints.setRights, async (request, reply) => {
      const { person, waits } = await setRights(database, request.params.id, request.body, actorOf(request))
      if (waits) reply.code(202)
      const message = sayTo(request)(waits ? messages.givenRights.waits : messages.givenRights.saved)
      return { message, person, ...(waits && { waits }) }
    })

    handle(app, endpoints.listAdministratorRequests, async (request) => ({
      requests: await rights(database).requests(signedInUser(request).id),
    }))

    handle(app, endpoints.confirmAdministrator, async (request) => {
      await confirmAdministrator(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.givenRights.confirmed) }
    })

    handle(app, endpoints.refuseAdministrator, async (request) => {
      await refuseAdministrator(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.givenRights.refused) }
    })
  }
}
