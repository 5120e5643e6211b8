import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/review.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { decide } from './review.actions.ts'
import { review as reviewOf } from './review.queries.ts'

const pageSize = 50
const sentences = { verified: messages.review.verified, returned: messages.review.returned, posted: messages.review.takenBack }

export function reviewRoutes(database: Database): FastifyPluginAsync {
  const review = reviewOf(database)

  return async (app) => {
    handle(app, endpoints.listPostingsToReview, async (request) => {
      const { id } = signedInUser(request)
      const [postings, count] = await Promise.all([review.page(request.query, id, pageSize), review.count(request.query, id)])
      return { postings, count, next: postings.length === pageSize ? (postings.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.reviewPostings, async (request) => {
      const postings = await decide(database, request.body, actorOf(request))
      return { message: sayTo(request)(sentences[request.body.state]({ count: postings.length })), postings }
    })
  }
}
