import type { FastifyPluginAsync } from 'fastify'
import { degreeCalls } from '../../contract/degrees.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { editableRoutes } from '../editable/editable-routes.ts'
import { degrees } from './degrees.queries.ts'

export function degreesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => editableRoutes(app, database, degreeCalls, { rows: degrees, deleted: messages.degrees.deleted })
}
