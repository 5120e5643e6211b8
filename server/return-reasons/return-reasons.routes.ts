import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { returnReasonCalls } from '../../contract/return-reasons.ts'
import type { Database } from '../../database/connect.ts'
import { editableRoutes } from '../editable/editable-routes.ts'
import { returnReasons } from './return-reasons.queries.ts'

export function returnReasonsRoutes(database: Database): FastifyPluginAsync {
  return async (app) =>
    editableRoutes(app, database, returnReasonCalls, { rows: returnReasons, deleted: messages.returnReasons.deleted })
}
