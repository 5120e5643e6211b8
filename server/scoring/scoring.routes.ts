import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { body } from '../../contract/limits.ts'
import * as sheet from '../../contract/score-sheet.ts'
import * as endpoints from '../../contract/scoring.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { readWholeList, sendJson } from '../http/send-json.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { setScores } from './score-sheet.actions.ts'
import { setScore, undoScore } from './scoring.actions.ts'
import { staff } from './staff.queries.ts'

export function scoringRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listStaff, async (request, reply) =>
      sendJson(request, reply, await readWholeList(() => staff(database).list(viewerOf(request), request.query.term_id))),
    )

    handle(app, endpoints.setFeedback, async (request) => ({
      message: sayTo(request)(messages.scoring.feedbackUpdated),
      scores: await setScore(database, settings, actorOf(request), {
        userId: request.params.id,
        termId: request.query.term_id,
        column: 'fb',
        value: request.body.fb,
        previous: request.body.previous,
      }),
    }))

    handle(app, endpoints.setTeacherPoints, async (request) => ({
      message: sayTo(request)(messages.scoring.tpUpdated),
      scores: await setScore(database, settings, actorOf(request), {
        userId: request.params.id,
        termId: request.query.term_id,
        column: 'tp',
        value: request.body.tp,
        previous: request.body.previous,
      }),
    }))

    handle(
      app,
      sheet.setScores,
      async (request) => {
        const { members } = await setScores(database, settings, actorOf(request), request.body)
        return { message: sayTo(request)(messages.scoreSheet.saved({ count: members })), members }
      },
      { bodyLimit: body.scores },
    )

    handle(app, endpoints.undoScore, async (request) => ({
      message: sayTo(request)(messages.scoring.restored),
      scores: await undoScore(database, settings, actorOf(request), {
        userId: request.params.id,
        termId: request.query.term_id,
        column: request.body.score,
        saved: request.body.saved,
      }),
    }))
  }
}
