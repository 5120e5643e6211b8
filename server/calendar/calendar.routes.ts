import type { FastifyPluginAsync } from 'fastify'
import * as addresses from '../../contract/calendar-address.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/term-extensions.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import type { Brandings } from '../branding/branding.ts'
import { NotFound } from '../errors/errors.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn, sayTo } from '../http/language.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import type { Settings } from '../settings.ts'
import { calendarAddresses } from './addresses.queries.ts'
import { extendDay, withdrawExtension } from './extensions.actions.ts'
import { extensions } from './extensions.queries.ts'
import { ownCalendar } from './own-calendar.ts'

type CalendarSettings = PolicySettings & Pick<Settings, 'PUBLIC_URL'>

export function calendarRoutes(database: Database, settings: CalendarSettings, brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listExtensions, async (request) => ({
      extensions: await extensions(database).ofTerm(request.params.id),
    }))

    handle(app, endpoints.extendDay, async (request) => ({
      extension: await extendDay(database, request.params.id, request.body, actorOf(request)),
    }))

    handle(app, endpoints.withdrawExtension, async (request) => ({
      extension: await withdrawExtension(database, request.params.id, actorOf(request)),
    }))

    handle(app, endpoints.listOwnExtensions, async (request) => ({
      extensions: await extensions(database).ofPerson(viewerOf(request).id),
    }))

    handle(app, addresses.readCalendarAddress, async (request) => ({
      created_at: await calendarAddresses(database).createdAt(viewerOf(request).id),
    }))

    handle(app, addresses.makeCalendarAddress, async (request) => {
      const token = newToken()
      await auditedTransaction(database, actorOf(request), (tx, by) => calendarAddresses(tx).set(by, hashToken(token)))
      return { path: `/calendar/${token}.ics` }
    })

    handle(app, addresses.revokeCalendarAddress, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx, by) => calendarAddresses(tx).revoke(by))
      return { message: sayTo(request)(messages.calendar.addressRevoked) }
    })

    handle(app, addresses.readCalendar, async (request, reply) => {
      const owner = await calendarAddresses(database).ownerOf(hashToken(request.params.token))
      if (!owner) throw new NotFound()
      const current = await brandings.read()
      const language = current.languageFor(owner.language ?? languageOf(request, current))
      const calendar = await ownCalendar(database, await viewers(database, settings).read(owner.id), {
        say: sayIn(language),
        language,
        portal: current.in(language).portal_title,
        host: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL).host : request.host,
      })
      // A program asks each time: the days, and the right to them, change at any moment.
      reply.headers({ 'cache-control': 'private, no-cache' })
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    })
  }
}
