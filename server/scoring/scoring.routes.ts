import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams, TermQuery } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { FeedbackInput, SavedScoreReply, StaffReply, TpInput } from '../../contract/scoring.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { sendJson } from '../http/send-json.ts'
import { setScore } from './scoring.actions.ts'
import { staff } from './staff.queries.ts'

export function scoringRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/staff',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'All staff with their scores and grade in a term',
          querystring: TermQuery,
          response: { 200: StaffReply },
        },
      },
      async (request, reply) => sendJson(request, reply, await staff(database).list(request.query.term_id)),
    )

    app.put(
      '/users/edit-feedback/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Set the feedback score of a member in a term',
          params: IdParams,
          querystring: TermQuery,
          body: FeedbackInput,
          response: { 200: SavedScoreReply },
        },
      },
      async (request) => ({
        message: messages.scoring.feedbackUpdated,
        scores: await setScore(database, actorOf(request), {
          userId: request.params.id,
          termId: request.query.term_id,
          column: 'fb',
          value: request.body.fb,
          previous: request.body.previous,
        }),
      }),
    )

    app.put(
      '/users/edit-tp/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Set the teacher points of a member in a term',
          params: IdParams,
          querystring: TermQuery,
          body: TpInput,
          response: { 200: SavedScoreReply },
        },
      },
      async (request) => ({
        message: messages.scoring.tpUpdated,
        scores: await setScore(database, actorOf(request), {
          userId: request.params.id,
          termId: request.query.term_id,
          column: 'tp',
          value: request.body.tp,
          previous: request.body.previous,
        }),
      }),
    )
  }
}
