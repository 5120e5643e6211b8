import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/finding.ts'
import { searchWords } from '../../contract/searching.ts'
import type { Database } from '../../database/connect.ts'
import { findPages } from '../handbook/handbook.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf } from '../http/language.ts'
import { findActionsFor } from './find-actions.ts'
import { finding } from './finding.queries.ts'

export function findingRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.find, async (request) => {
      const { q } = request.query
      const [viewer, language, words] = [viewerOf(request), languageOf(request), searchWords(q)]
      return {
        ...(await finding(database).find(viewer, q)),
        actions: findActionsFor(viewer, language, words),
        handbook: findPages(viewer, language, words),
      }
    })
  }
}
