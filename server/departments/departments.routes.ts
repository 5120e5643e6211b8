import type { FastifyPluginAsync } from 'fastify'
import { departmentCalls, setHeads as setHeadsEndpoint } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { editableRoutes } from '../editable/editable-routes.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { can } from '../policy/policy.ts'
import { setHeads } from './departments.actions.ts'
import { departments } from './departments.queries.ts'

export function departmentsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    editableRoutes(app, database, departmentCalls, {
      rows: departments,
      list: (request) => {
        const { list, listWithoutHeads } = departments(database)
        return can(viewerOf(request), 'read-all') ? list() : listWithoutHeads()
      },
      deleted: messages.departments.deleted,
    })

    handle(app, setHeadsEndpoint, async (request) => ({
      department: await setHeads(database, request.params.id, request.body, actorOf(request)),
    }))
  }
}
