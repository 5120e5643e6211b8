import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EditableCalls } from '../../contract/editable.ts'
import type { Message } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { sendJson } from '../http/send-json.ts'
import type { EditableRows } from './editable-rows.queries.ts'

interface Options {
  rows: (sql: Sql) => EditableRows
  /** The list, if not every user sees all of it. */
  list?: (request: FastifyRequest) => Promise<string>
  /** The message of the reply to a removal. */
  deleted: Message
}

/**
 * The routes of a list whose rows are added, edited, removed and restored, each change in a transaction of its own. `editableCalls` types
 * the bodies; they are parsed before they arrive here.
 */
export function editableRoutes(app: FastifyInstance, database: Database, calls: EditableCalls, options: Options) {
  const { rows, list = () => rows(database).list(), deleted } = options
  const one = (row: object) => ({ [calls.one]: row })

  handle(app, calls.list, async (request, reply) => sendJson(request, reply, await list(request)))

  handle(app, calls.listRemoved, async (request, reply) => sendJson(request, reply, await rows(database).listRemoved()))

  handle(app, calls.add, async (request) =>
    one(await auditedTransaction(database, actorOf(request), (tx, by) => rows(tx).add(request.body, by))),
  )

  handle(app, calls.edit, async (request) =>
    one(await auditedTransaction(database, actorOf(request), (tx, by) => rows(tx).edit(request.params.id, request.body, by))),
  )

  handle(app, calls.remove, async (request) => {
    await auditedTransaction(database, actorOf(request), (tx, by) => rows(tx).remove(request.params.id, by))
    return { message: sayTo(request)(deleted) }
  })

  handle(app, calls.restore, async (request) =>
    one(await auditedTransaction(database, actorOf(request), (tx, by) => rows(tx).restore(request.params.id, by))),
  )
}
