import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/home.ts'
import type { Database } from '../../database/connect.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { readHome } from './home.ts'

export function homeRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readHome, async (request) => ({ home: await readHome(database, viewerOf(request).id) }))
  }
}
