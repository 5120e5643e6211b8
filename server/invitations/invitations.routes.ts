import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/invitations.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { queues } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import { actorOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { type Settings, sendsPasswordLinks } from '../settings.ts'
import { inviteUsers } from './invitations.actions.ts'
import { invitations } from './invitations.queries.ts'
import { slipsPdf } from './slips.ts'

const queue = fairQueue(queues.terms)

export function invitationsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.inviteUsers, async (request) => {
      if (!sendsPasswordLinks(settings)) throw new Conflict(messages.invitations.off)
      const outcome = await inviteUsers(database, settings, actorOf(request), request.body)
      return { message: sayTo(request)(messages.invitations.invited({ count: outcome.invited.length })), ...outcome }
    })

    handle(app, endpoints.printSlips, async (request, reply) => {
      const { user_ids, password_ids } = request.body
      await queue(impatient(request, requesterOf(request, reply), 'longFile'), async () => {
        const { language, letterhead } = await letterheadFor(request, brandings)
        const users = await invitations(database).slipUsers(user_ids)
        if (users.length === 0) throw new NotFound(messages.users.notFound)
        const { contact } = (await brandings.read()).in(language)
        const content = slipsPdf(database, settings, {
          ...{ users, language, letterhead, contact, actor: actorOf(request), passwordIds: new Set(password_ids) },
        })
        reply
          .type('application/pdf')
          .header('content-disposition', attachment(sayTo(request)(messages.invitations.slipsFile), 'pdf'))
          .send(Readable.from(content, { objectMode: false }))
        await finished(reply.raw).catch(() => {})
      })
      return reply
    })
  }
}
