import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { sendJson } from '../http/send-json.ts'
import { can } from '../policy/policy.ts'
import { setHeads } from './departments.actions.ts'
import { departments } from './departments.queries.ts'

export function departmentsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listDepartments, async (request, reply) => {
      const { list, listWithoutHeads } = departments(database)
      return sendJson(request, reply, await (can(viewerOf(request), 'admin') ? list() : listWithoutHeads()))
    })

    handle(app, endpoints.addDepartment, async (request) => ({
      department: await auditedTransaction(database, actorOf(request), (tx, by) => departments(tx).add(request.body, by)),
    }))

    handle(app, endpoints.editDepartment, async (request) => ({
      department: await auditedTransaction(database, actorOf(request), (tx, by) =>
        departments(tx).edit(request.params.id, request.body, by),
      ),
    }))

    handle(app, endpoints.removeDepartment, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx, by) => departments(tx).remove(request.params.id, by))
      return { message: sayTo(request)(messages.departments.deleted) }
    })

    handle(app, endpoints.restoreDepartment, async (request) => ({
      department: await auditedTransaction(database, actorOf(request), (tx, by) =>
        departments(tx).restore(request.params.id, by),
      ),
    }))

    handle(app, endpoints.setHeads, async (request) => ({
      department: await setHeads(database, request.params.id, request.body, actorOf(request)),
    }))
  }
}
