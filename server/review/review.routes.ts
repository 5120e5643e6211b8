import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messages } from '../../contract/messages.ts'
import { ReviewedReply, ReviewInput, ReviewQuery, ReviewReply } from '../../contract/review.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../access.ts'
import { decide } from './review.actions.ts'
import { review as reviewOf } from './review.queries.ts'

const pageSize = 50
const sentences = { verified: messages.review.verified, returned: messages.review.returned, posted: messages.review.takenBack }

export function reviewRoutes(database: Database): FastifyPluginAsyncZod {
  const review = reviewOf(database)

  return async (app) => {
    app.get(
      '/review',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Postings nobody has looked at, oldest first',
          querystring: ReviewQuery,
          response: { 200: ReviewReply },
        },
      },
      async (request) => {
        const { id } = signedInUser(request)
        const [postings, count] = await Promise.all([review.page(request.query, id, pageSize), review.count(request.query, id)])
        return { postings, count, next: postings.length === pageSize ? (postings.at(-1)?.id ?? null) : null }
      },
    )

    app.put(
      '/review',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Verify postings, return them with a reason, or take that back',
          body: ReviewInput,
          response: { 200: ReviewedReply },
        },
      },
      async (request) => {
        const postings = await decide(database, request.body, actorOf(request))
        return { message: sentences[request.body.state](postings.length), postings }
      },
    )
  }
}
