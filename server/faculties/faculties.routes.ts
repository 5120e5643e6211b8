import type { FastifyPluginAsync } from 'fastify'
import { facultyCalls, setDeans as setDeansEndpoint } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { editableRoutes } from '../editable/editable-routes.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { can } from '../policy/policy.ts'
import { setDeans } from './faculties.actions.ts'
import { faculties } from './faculties.queries.ts'

export function facultiesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    editableRoutes(app, database, facultyCalls, {
      rows: faculties,
      list: (request) => {
        const { list, listWithoutDeans } = faculties(database)
        return can(viewerOf(request), 'read-all') ? list() : listWithoutDeans()
      },
      deleted: messages.faculties.deleted,
    })

    handle(app, setDeansEndpoint, async (request) => ({
      faculty: await setDeans(database, request.params.id, request.body, actorOf(request)),
    }))
  }
}
