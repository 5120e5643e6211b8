import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import { ReopenInput, TermInput, TermReply, TermsReply } from '../../contract/terms.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { changing } from '../audit/changing.ts'
import type { SendList } from '../kept-lists.ts'
import { closeTerm, editTerm, makeTermCurrent, removeTerm, reopenTerm } from './terms.actions.ts'
import { terms as termsOf } from './terms.queries.ts'

export function termsRoutes(database: Database, sendList: SendList): FastifyPluginAsyncZod {
  const terms = termsOf(database)

  return async (app) => {
    app.get(
      '/terms',
      { config: { access: 'signed-in' }, schema: { summary: 'All terms, newest first', response: { 200: TermsReply } } },
      async (request, reply) => sendList(request, reply, { key: 'terms', scores: 'of all' }, terms.list),
    )

    app.post(
      '/terms',
      { config: { access: 'admin' }, schema: { summary: 'Add a term', body: TermInput, response: { 201: TermReply } } },
      async (request, reply) => {
        const id = await changing(database, actorOf(request), (tx, by) => termsOf(tx).add(request.body, by))
        return reply.code(201).send({ term: await terms.byId(id) })
      },
    )

    app.put(
      '/terms/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Edit an open term', params: IdParams, body: TermInput, response: { 200: TermReply } },
      },
      async (request) => {
        await editTerm(database, request.params.id, request.body, actorOf(request))
        return { term: await terms.byId(request.params.id) }
      },
    )

    app.put(
      '/terms/make-current/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Make a term the current one', params: IdParams, response: { 200: TermReply } },
      },
      async (request) => {
        await makeTermCurrent(database, request.params.id, actorOf(request))
        return { term: await terms.byId(request.params.id) }
      },
    )

    app.put(
      '/terms/close/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Close a term: everything in it stays as it is', params: IdParams, response: { 200: TermReply } },
      },
      async (request) => {
        await closeTerm(database, request.params.id, actorOf(request))
        return { term: await terms.byId(request.params.id) }
      },
    )

    app.put(
      '/terms/reopen/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Open a closed term again', params: IdParams, body: ReopenInput, response: { 200: TermReply } },
      },
      async (request) => {
        await reopenTerm(database, request.params.id, request.body.reason, actorOf(request))
        return { term: await terms.byId(request.params.id) }
      },
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
