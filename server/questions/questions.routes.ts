import type { FastifyPluginAsync } from 'fastify'
import { quotaBytes } from '../../contract/evidence-quota.ts'
import * as endpoints from '../../contract/questions.ts'
import { QuestionInput } from '../../contract/questions.ts'
import type { Database } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { privateFile } from '../http/private-file.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { evidenceQuota } from '../posted-activities/evidence-quota.queries.ts'
import { readFormWithImage } from '../posted-activities/posting-form.ts'
import type { Settings } from '../settings.ts'
import { acceptQuestion, askQuestion, declineQuestion, withdrawQuestion, writeToQuestion } from './questions.actions.ts'
import { questions as questionsOf } from './questions.queries.ts'

export function questionsRoutes(
  database: Database,
  settings: PolicySettings & Pick<Settings, 'EVIDENCE_QUOTA_MB'>,
): FastifyPluginAsync {
  const quota = quotaBytes(settings.EVIDENCE_QUOTA_MB)
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
      const room = async () => ({ left: await evidenceQuota(database, quota).room(viewerOf(request).id, undefined), quota })
      const { input, image } = await readFormWithImage(request, reply, QuestionInput, room)
      return { question: await askQuestion(database, settings, quota, input, image?.bytes, actorOf(request)) }
    })

    handle(app, endpoints.writeToQuestion, async (request) => ({
      question: await writeToQuestion(database, settings, request.params.id, request.body.text, actorOf(request)),
    }))

    handle(app, endpoints.listEarlierMessages, async (request) => ({
      messages: await questions.earlierMessages(viewerOf(request), request.params.id, request.query.before),
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
      const { image_id } = request.params
      const file = privateFile(request, reply, image_id)
      const bytes = await questions.image(viewerOf(request), image_id, file.isKnown)
      if (!bytes) throw new NotFound()
      return file.send('image/jpeg', bytes)
    })
  }
}
