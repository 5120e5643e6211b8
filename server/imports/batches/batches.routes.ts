import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../../contract/import-batches.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { pageSize } from '../../../contract/limits.ts'
import type { Database } from '../../../database/connect.ts'
import { actorOf } from '../../http/access.ts'
import { handle } from '../../http/handle.ts'
import { sayTo } from '../../http/language.ts'
import { readWholeList, sendJson } from '../../http/send-json.ts'
import { batchPage } from './batch-page.ts'
import { batches } from './batches.queries.ts'
import { undoImport } from './undo.actions.ts'

export function importBatchesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listImports, async (request) => {
      const imports = await batches(database).page(request.query.before, pageSize.imports)
      return { imports, next: imports.length === pageSize.imports ? (imports.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.readImport, async (request, reply) => {
      const { id } = request.params
      const json = await readWholeList(() => batchPage(sayTo(request), database, id, actorOf(request).id))
      return sendJson(request, reply, json)
    })

    handle(app, endpoints.undoImport, async (request) => {
      const { restored, exceptions } = await undoImport(database, actorOf(request), request.params.id)
      const { undone, undoneInPart } = messages.importBatches
      const message = exceptions === 0 ? undone({ count: restored }) : undoneInPart({ count: restored, exceptions })
      return { message: sayTo(request)(message), restored, exceptions }
    })
  }
}
