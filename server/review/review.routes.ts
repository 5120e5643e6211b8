import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/review.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { decide } from './review.actions.ts'
import { review as reviewOf } from './review.queries.ts'

const pageSize = 50
const sentences = { verified: messages.review.verified, returned: messages.review.returned, posted: messages.review.takenBack }

export function reviewRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  const review = reviewOf(database)

  return async (app) => {
    handle(app, endpoints.listPostingsToReview, async (request) => {
      const viewer = viewerOf(request)
      const [postings, count] = await Promise.all([
        review.page(request.query, viewer, pageSize),
        review.count(request.query, viewer),
      ])
      return { postings, count, next: postings.length === pageSize ? (postings.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.reviewPostings, async (request) => {
      const postings = await decide(database, settings, request.body, actorOf(request))
      return { message: sayTo(request)(sentences[request.body.state]({ count: postings.length })), postings }
    })
  }
}
