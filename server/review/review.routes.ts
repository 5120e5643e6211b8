import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { pageSize } from '../../contract/limits.ts'
import { readPostingHistory, writeAboutPosting } from '../../contract/posting-history.ts'
import * as endpoints from '../../contract/review.ts'
import { listSameEvidence } from '../../contract/same-evidence.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'
import { postingHistory } from './posting-history.queries.ts'
import { historyOf } from './posting-history.ts'
import { addPostingMessage } from './posting-messages.actions.ts'
import { decide } from './review.actions.ts'
import { review as reviewOf } from './review.queries.ts'
import { sameEvidence } from './same-evidence.queries.ts'

const sentences = { verified: messages.review.verified, returned: messages.review.returned, posted: messages.review.takenBack }

export function reviewRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  const review = reviewOf(database)
  const history = postingHistory(database)

  return async (app) => {
    const filtersOf = async ({ q, ...query }: endpoints.ReviewQuery) => (q ? { ...query, words: await review.search(q) } : query)

    handle(app, endpoints.listPostingsToReview, async (request) => {
      const viewer = viewerOf(request)
      const filters = await filtersOf(request.query)
      const [listed, count] = await Promise.all([review.page(filters, viewer, pageSize.review), review.count(filters, viewer)])
      const last = listed.length === pageSize.review ? listed.at(-1) : undefined
      const postings = listed.map(({ moment: _, ...posting }) => posting)
      return { postings, count, next: last?.id ?? null, next_moment: last?.moment ?? null }
    })

    handle(app, endpoints.countPostingsToReview, async (request) =>
      review.counts(await filtersOf(request.query), viewerOf(request)),
    )

    handle(app, endpoints.readDecisionEffect, async (request) => {
      const effect = await review.effect(request.params.id, viewerOf(request))
      await review.noteSeen(request.params.id)
      return effect
    })

    handle(app, readPostingHistory, async (request) => {
      const { id } = request.params
      const viewer = viewerOf(request)
      const [{ ownerId, records }, in_charge] = await Promise.all([history.records(viewer, id), history.inCharge(viewer, id)])
      return { entries: historyOf(records, ownerId), in_charge }
    })

    handle(app, writeAboutPosting, async (request) => ({
      id: await addPostingMessage(database, settings, request.params.id, request.body.text, actorOf(request)),
    }))

    handle(app, listSameEvidence, async (request) => {
      const viewer = viewerOf(request)
      const { user_id } = request.query
      await postedActivities(database).refuseUnseen(viewer, user_id)
      return { postings: await sameEvidence(database, viewer).ofUser(user_id) }
    })

    handle(app, endpoints.reviewPostings, async (request) => {
      const postings = await decide(database, settings, request.body, actorOf(request))
      return { message: sayTo(request)(sentences[request.body.state]({ count: postings.length })), postings }
    })
  }
}
