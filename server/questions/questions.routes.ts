import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/questions.ts'
import { QuestionInput } from '../../contract/questions.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { NotFound } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { acceptMultipart } from '../http/multipart.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { readFormWithImage } from '../posted-activities/posting-form.ts'
import { acceptQuestion, askQuestion, declineQuestion, withdrawQuestion, writeToQuestion } from './questions.actions.ts'
import { questions as questionsOf } from './questions.queries.ts'

export function questionsRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  const questions = questionsOf(database)

  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.listOwnQuestions, async (request) => ({ questions: await questions.own(viewerOf(request)) }))

    handle(app, endpoints.listQuestions, async (request) => {
      const viewer = viewerOf(request)
      const [page, count] = await Promise.all([questions.page(request.query, viewer), questions.count(request.query, viewer)])
      return { questions: page, count }
    })

    handle(app, endpoints.countQuestions, async (request) => ({
      count: await questions.count({ state: 'mine' }, viewerOf(request)),
    }))

    handle(app, endpoints.askQuestion, async (request, reply) => {
      const { input, image } = await readFormWithImage(request, reply, QuestionInput)
      return { question: await askQuestion(database, settings, input, image, actorOf(request)) }
    })

    handle(app, endpoints.writeToQuestion, async (request) => ({
      question: await writeToQuestion(database, settings, request.params.id, request.body.text, actorOf(request)),
    }))

    handle(app, endpoints.withdrawQuestion, async (request) => ({
      question: await withdrawQuestion(database, settings, request.params.id, request.body.version, actorOf(request)),
    }))

    handle(app, endpoints.acceptQuestion, async (request) => ({
      question: await acceptQuestion(database, settings, request.params.id, request.body, actorOf(request)),
    }))

    handle(app, endpoints.declineQuestion, async (request) => ({
      question: await declineQuestion(database, settings, request.params.id, request.body, actorOf(request)),
    }))

    handle(app, endpoints.readQuestionImage, async (request, reply) => {
      const bytes = await questions.image(viewerOf(request), request.params.image_id)
      if (!bytes) throw new NotFound()
      // As of a posting: it never changes under its id, and shared caches may not store it.
      return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/jpeg').send(bytes)
    })
  }
}
