import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DepartmentInput, DepartmentReply, DepartmentsReply } from '../../contract/departments.ts'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { changing } from '../audit/changing.ts'
import type { SendList } from '../kept-lists.ts'
import { departments as departmentsOf } from './departments.queries.ts'

export function departmentsRoutes(database: Database, sendList: SendList): FastifyPluginAsyncZod {
  const departments = departmentsOf(database)

  return async (app) => {
    app.get(
      '/departments',
      { config: { access: 'signed-in' }, schema: { summary: 'All departments', response: { 200: DepartmentsReply } } },
      async (request, reply) => sendList(request, reply, { key: 'departments' }, departments.list),
    )

    app.post(
      '/departments',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add a department', body: DepartmentInput, response: { 201: DepartmentReply } },
      },
      async (request, reply) =>
        reply
          .code(201)
          .send({ department: await changing(database, actorOf(request), (tx, by) => departmentsOf(tx).add(request.body, by)) }),
    )

    app.put(
      '/departments/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Rename a department', params: IdParams, body: DepartmentInput, response: { 200: DepartmentReply } },
      },
      async (request) => ({
        department: await changing(database, actorOf(request), (tx, by) =>
          departmentsOf(tx).edit(request.params.id, request.body, by),
        ),
      }),
    )

    app.delete(
      '/departments/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Remove a department', params: IdParams, response: { 200: MessageReply } },
      },
      async (request) => {
        await changing(database, actorOf(request), (tx, by) => departmentsOf(tx).remove(request.params.id, by))
        return { message: messages.departments.deleted }
      },
    )

    app.put(
      '/departments/restore/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Undo the removal of a department', params: IdParams, response: { 200: DepartmentReply } },
      },
      async (request) => ({
        department: await changing(database, actorOf(request), (tx, by) => departmentsOf(tx).restore(request.params.id, by)),
      }),
    )
  }
}
