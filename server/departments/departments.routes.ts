import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DepartmentInput, DepartmentReply, DepartmentsReply } from '../../contract/departments.ts'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf } from '../access.ts'
import { sendJson } from '../http/send-json.ts'
import { departments as departmentsOf } from './departments.queries.ts'

export function departmentsRoutes(database: Database): FastifyPluginAsyncZod {
  const departments = departmentsOf(database)

  return async (app) => {
    app.get(
      '/departments',
      { config: { access: 'signed-in' }, schema: { summary: 'All departments', response: { 200: DepartmentsReply } } },
      async (request, reply) => sendJson(request, reply, await departments.list()),
    )

    app.post(
      '/departments',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add a department', body: DepartmentInput, response: { 201: DepartmentReply } },
      },
      async (request, reply) =>
        reply.code(201).send({
          department: await auditedTransaction(database, actorOf(request), (tx, by) => departmentsOf(tx).add(request.body, by)),
        }),
    )

    app.put(
      '/departments/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Rename a department', params: IdParams, body: DepartmentInput, response: { 200: DepartmentReply } },
      },
      async (request) => ({
        department: await auditedTransaction(database, actorOf(request), (tx, by) =>
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
        await auditedTransaction(database, actorOf(request), (tx, by) => departmentsOf(tx).remove(request.params.id, by))
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
        department: await auditedTransaction(database, actorOf(request), (tx, by) =>
          departmentsOf(tx).restore(request.params.id, by),
        ),
      }),
    )
  }
}
