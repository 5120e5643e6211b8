import type { FastifyPluginAsync } from 'fastify'
import { activityCalls } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { editableRoutes } from '../editable/editable-routes.ts'
import { activities } from './activities.queries.ts'

export function activitiesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => editableRoutes(app, database, activityCalls, { rows: activities, deleted: messages.activities.deleted })
}
