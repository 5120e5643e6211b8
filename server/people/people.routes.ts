import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { pageSize } from '../../contract/limits.ts'
import * as endpoints from '../../contract/people.ts'
import type { Database } from '../../database/connect.ts'
import { endSession, endSessionsOf } from '../auth/auth.actions.ts'
import { type SessionLimits, sessions } from '../auth/auth.queries.ts'
import { actorOf, sessionOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { questions as questionsOf } from '../questions/questions.queries.ts'
import { people as peopleOf } from './people.queries.ts'

/** Everything about one person, each part by a call of its own: the page loads what its reader comes to. */
export function peopleRoutes(database: Database, settings: SessionLimits): FastifyPluginAsync {
  const people = peopleOf(database)
  const questions = questionsOf(database)

  return async (app) => {
    handle(app, endpoints.readPerson, async (request) => ({ person: await people.read(viewerOf(request), request.params.id) }))

    handle(app, endpoints.listPersonTerms, async (request) => {
      const viewer = viewerOf(request)
      await people.refuseUnseen(viewer, request.params.id)
      return { terms: await people.terms(viewer, request.params.id) }
    })

    handle(app, endpoints.listPersonQuestions, async (request) => {
      const viewer = viewerOf(request)
      await people.refuseUnseen(viewer, request.params.id)
      return questions.ofMember(viewer, request.params.id)
    })

    handle(app, endpoints.listPersonReviews, async (request) => {
      const viewer = viewerOf(request)
      const { side, before } = request.query
      await people.refuseUnseen(viewer, request.params.id)
      const reviews = await people.reviews(viewer, request.params.id, side, before)
      return { reviews, next: reviews.length === pageSize.personReviews ? (reviews.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.listPersonSessions, async (request) => {
      await people.refuseUnseen(viewerOf(request), request.params.id)
      return { sessions: await sessions(database).listOf(request.params.id, sessionOf(request).tokenHash, settings) }
    })

    handle(app, endpoints.endPersonSessions, async (request) => {
      const { id } = request.params
      await people.refuseUnseen(viewerOf(request), id)
      const count = await endSessionsOf(database, { ...actorOf(request), session: sessionOf(request).tokenHash }, id)
      return { message: sayTo(request)(messages.person.sessionsEnded({ count })) }
    })

    handle(app, endpoints.endPersonSession, async (request) => {
      const { id, session_id } = request.params
      await people.refuseUnseen(viewerOf(request), id)
      await endSession(database, { ...actorOf(request), session: sessionOf(request).tokenHash }, id, session_id)
      return { message: sayTo(request)(messages.person.sessionsEnded({ count: 1 })) }
    })
  }
}
