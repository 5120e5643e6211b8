import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/terms.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo } from '../http/language.ts'
import { sendJson } from '../http/send-json.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { addTerm, closeTerm, editTerm, makeTermCurrent, previewClosing, removeTerm, reopenTerm } from './terms.actions.ts'
import { terms } from './terms.queries.ts'

export function termsRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listTerms, async (request, reply) => sendJson(request, reply, await terms(database).list()))

    handle(app, endpoints.addTerm, async (request) => ({
      term: await addTerm(database, languageOf(request), request.body, actorOf(request)),
    }))

    handle(app, endpoints.editTerm, async (request) => ({
      term: await editTerm(database, languageOf(request), request.params.id, request.body, actorOf(request)),
    }))

    handle(app, endpoints.makeTermCurrent, async (request) => ({
      term: await makeTermCurrent(database, request.params.id, actorOf(request)),
    }))

    handle(app, endpoints.previewClosing, async (request) => previewClosing(database, request.params.id))

    handle(app, endpoints.closeTerm, async (request) => ({
      term: await closeTerm(database, settings, request.params.id, request.body ?? {}, actorOf(request)),
    }))

    handle(app, endpoints.reopenTerm, async (request) => ({
      term: await reopenTerm(database, request.params.id, request.body.reason, actorOf(request)),
    }))

    handle(app, endpoints.removeTerm, async (request) => {
      await removeTerm(database, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.terms.deleted) }
    })
  }
}
