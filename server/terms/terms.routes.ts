import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import { CloseInput, ClosingPreview, ReopenInput, TermInput, TermReply, TermsReply } from '../../contract/terms.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { sendJson } from '../http/send-json.ts'
import { addTerm, closeTerm, editTerm, makeTermCurrent, previewClosing, removeTerm, reopenTerm } from './terms.actions.ts'
import { terms } from './terms.queries.ts'

export function termsRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/terms',
      { config: { access: 'signed-in' }, schema: { summary: 'All terms, newest first', response: { 200: TermsReply } } },
      async (request, reply) => sendJson(request, reply, await terms(database).list()),
    )

    app.post(
      '/terms',
      { config: { access: 'admin' }, schema: { summary: 'Add a term', body: TermInput, response: { 201: TermReply } } },
      async (request, reply) => reply.code(201).send({ term: await addTerm(database, request.body, actorOf(request)) }),
    )

    app.put(
      '/terms/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Edit an open term', params: IdParams, body: TermInput, response: { 200: TermReply } },
      },
      async (request) => ({ term: await editTerm(database, request.params.id, request.body, actorOf(request)) }),
    )

    app.put(
      '/terms/make-current/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Make a term the current one', params: IdParams, response: { 200: TermReply } },
      },
      async (request) => ({ term: await makeTermCurrent(database, request.params.id, actorOf(request)) }),
    )

    app.get(
      '/terms/close/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'What closing the term would freeze, and how that differs from its last closing',
          params: IdParams,
          response: { 200: ClosingPreview },
        },
      },
      async (request) => previewClosing(database, request.params.id),
    )

    app.put(
      '/terms/close/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Close a term: everything in it stays as it is',
          params: IdParams,
          body: CloseInput.nullish(),
          response: { 200: TermReply },
        },
      },
      async (request) => ({ term: await closeTerm(database, request.params.id, request.body ?? {}, actorOf(request)) }),
    )

    app.put(
      '/terms/reopen/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Open a closed term again', params: IdParams, body: ReopenInput, response: { 200: TermReply } },
      },
      async (request) => ({ term: await reopenTerm(database, request.params.id, request.body.reason, actorOf(request)) }),
    )

    app.delete(
      '/terms/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Delete a term in which nothing happened', params: IdParams, response: { 200: MessageReply } },
      },
      async (request) => {
        await removeTerm(database, request.params.id, actorOf(request))
        return { message: messages.terms.deleted }
      },
    )
  }
}
