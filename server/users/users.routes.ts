import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams, TermQuery } from '../../contract/fields.ts'
import { messages } from '../../contract/messages.ts'
import { MessageReply } from '../../contract/replies.ts'
import {
  EditUserInput,
  NewUserInput,
  SavedUserReply,
  ToggledRoleReply,
  ToggleRoleInput,
  UserReply,
  UsersReply,
} from '../../contract/users.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { sendJson } from '../http/send-json.ts'
import { terms as termsOf } from '../terms/terms.queries.ts'
import { addUser, editUser, removeUser, restoreUser, toggleRole } from './users.actions.ts'
import { users as usersOf } from './users.queries.ts'

export function usersRoutes(database: Database): FastifyPluginAsyncZod {
  const users = usersOf(database)
  const terms = termsOf(database)

  return async (app) => {
    app.get(
      '/users',
      {
        config: { access: 'admin' },
        schema: { summary: 'All users, with their scores of a term', querystring: TermQuery, response: { 200: UsersReply } },
      },
      async (request, reply) => sendJson(request, reply, await users.list(await terms.idOrCurrent(request.query.term_id))),
    )

    app.get(
      '/users/id/:id',
      {
        config: { access: 'self-or-admin', person: 'id' },
        schema: {
          summary: 'One user, with the scores of a term',
          params: IdParams,
          querystring: TermQuery,
          response: { 200: UserReply },
        },
      },
      async (request, reply) => sendJson(request, reply, await users.json(request.params.id, request.query.term_id)),
    )

    app.post(
      '/users',
      {
        config: { access: 'admin' },
        schema: { summary: 'Add a user', body: NewUserInput, response: { 201: SavedUserReply } },
      },
      async (request, reply) => {
        const user = await addUser(database, request.body, actorOf(request))
        return reply.code(201).send({ message: messages.users.added, user })
      },
    )

    app.put(
      '/users/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Edit a user. The mask in place of the password keeps it',
          params: IdParams,
          body: EditUserInput,
          response: { 200: SavedUserReply },
        },
      },
      async (request) => ({
        message: messages.users.updated,
        user: await editUser(database, request.params.id, request.body, actorOf(request)),
      }),
    )

    app.delete(
      '/users/:id',
      { config: { access: 'admin' }, schema: { summary: 'Remove a user', params: IdParams, response: { 200: MessageReply } } },
      async (request) => {
        await removeUser(database, request.params.id, actorOf(request))
        return { message: messages.users.deleted }
      },
    )

    app.put(
      '/users/restore/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Undo the removal of a user', params: IdParams, response: { 200: SavedUserReply } },
      },
      async (request) => ({
        message: messages.users.restored,
        user: await restoreUser(database, request.params.id, actorOf(request)),
      }),
    )

    app.put(
      '/users/toggle-role/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Make staff an administrator, or back. With `replaces`, only where that is still their role',
          params: IdParams,
          body: ToggleRoleInput.nullish(),
          response: { 200: ToggledRoleReply },
        },
      },
      async (request) => ({
        newRole: await toggleRole(database, request.params.id, request.body ?? {}, actorOf(request)),
        message: messages.users.roleUpdated,
      }),
    )
  }
}
