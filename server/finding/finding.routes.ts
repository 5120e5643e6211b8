import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/finding.ts'
import { searchWords, splitWords } from '../../contract/searching.ts'
import type { Database } from '../../database/connect.ts'
import { findPages } from '../handbook/handbook.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf } from '../http/language.ts'
import { findActionsFor, withoutSmallWords } from './find-actions.ts'
import { finding } from './finding.queries.ts'

export function findingRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.find, async (request) => {
      const { q } = request.query
      const [viewer, language] = [viewerOf(request), languageOf(request)]
      const words = withoutSmallWords(language, splitWords(q))
      const rows = await finding(database).find(viewer, q)
      // A name may have a small word, so they are left out only where nothing has all words.
      const isNothing = Object.values(rows).every(({ found }) => found.length === 0)
      const shorter = withoutSmallWords(language, searchWords(q))
      const isShorter = shorter.length < searchWords(q).length
      return {
        ...(isNothing && isShorter ? await finding(database).find(viewer, shorter.join(' ')) : rows),
        actions: findActionsFor(viewer, language, words),
        handbook: findPages(viewer, language, words),
      }
    })
  }
}
