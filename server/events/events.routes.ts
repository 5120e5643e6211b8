import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { queues } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { readableCode } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { NotFound } from '../errors/errors.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayIn, sayTo } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { certificateDocument } from './certificate-pdf.ts'
import { addGuest, issueCertificate, removeGuest } from './certificates.actions.ts'
import { certificates } from './certificates.queries.ts'
import { codeNow } from './door-code.ts'
import { eventCsv, eventListDocument, eventXlsx } from './event-list.ts'
import {
  addEvent,
  answerEvent,
  cancelEvent,
  checkIn,
  editEvent,
  finishEvent,
  removeFromEvent,
  scanMember,
  tickMembers,
  untickMember,
} from './events.actions.ts'
import { events as eventsOf } from './events.queries.ts'

const words = messages.events

const render = documentRenderer()
const queue = fairQueue(queues.papers)

export function eventsRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsync {
  const events = eventsOf(database)

  return async (app) => {
    handle(app, endpoints.listEvents, async (request) => ({
      events: await events.list(viewerOf(request), request.query.term_id),
    }))

    handle(app, endpoints.readEvent, async (request) => ({
      event: await events.byId(viewerOf(request), request.params.id),
    }))

    handle(app, endpoints.addEvent, async (request) => {
      const event = await addEvent(database, settings, request.body, actorOf(request))
      return { message: sayTo(request)(words.added), event }
    })

    handle(app, endpoints.editEvent, async (request) => {
      const event = await editEvent(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(words.updated), event }
    })

    handle(app, endpoints.cancelEvent, async (request) => {
      const event = await cancelEvent(database, settings, request.params.id, actorOf(request))
      return { message: sayTo(request)(words.cancelled), event }
    })

    handle(app, endpoints.answerEvent, async (request) => ({
      event: await answerEvent(database, settings, request.params.id, request.body.is_coming, actorOf(request)),
    }))

    handle(app, endpoints.readDoor, async (request, reply) => {
      const { secret, now_ms, opens_in, state, arrivals } = await events.door(
        viewerOf(request),
        request.params.id,
        request.query.session_id,
      )
      void reply.header('cache-control', 'no-store')
      if (state !== 'open') return { code: null, changes_in: Math.ceil(opens_in), arrivals, state }
      return { ...codeNow(secret, `session ${request.query.session_id}`, now_ms), arrivals, state }
    })

    handle(app, endpoints.checkIn, async (request) => {
      const event = await checkIn(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(words.checkedIn), event }
    })

    handle(app, endpoints.readOwnCode, async (request, reply) => {
      const viewer = viewerOf(request)
      const { secret, now_ms } = await events.secretFor(viewer, request.params.id)
      const { code, changes_in } = codeNow(secret, `member ${viewer.id}`, now_ms)
      void reply.header('cache-control', 'no-store')
      return { code: `${viewer.id}-${code}`, changes_in }
    })

    handle(app, endpoints.scanMember, async (request) => {
      const person = await scanMember(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(words.nameChecked({ name: person.name })), person }
    })

    handle(app, endpoints.tickMembers, async (request) => {
      const count = await tickMembers(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(count === 0 ? words.alreadyThere : words.ticked({ count })) }
    })

    handle(app, endpoints.listEventPeople, async (request) => {
      const { id } = request.params
      const { may_manage } = await events.byId(viewerOf(request), id)
      if (!may_manage) throw new NotFound(words.notFound)
      return { people: await events.people(id) }
    })

    handle(app, endpoints.listEventMembers, async (request) => {
      const { id } = request.params
      const { may_manage } = await events.byId(viewerOf(request), id)
      if (!may_manage) throw new NotFound(words.notFound)
      return { members: await events.members(id) }
    })

    handle(app, endpoints.listGuests, async (request) => {
      const { id } = request.params
      const { may_manage } = await events.byId(viewerOf(request), id)
      if (!may_manage) throw new NotFound(words.notFound)
      return { guests: await certificates(database).guests(id) }
    })

    handle(app, endpoints.addGuest, async (request) => {
      const guest = await addGuest(database, settings, request.params.id, request.body.name, actorOf(request))
      return { message: sayTo(request)(words.guestAdded({ name: guest.name })), guest }
    })

    handle(app, endpoints.removeGuest, async (request) => {
      await removeGuest(database, settings, request.params.id, request.params.guest_id, actorOf(request))
      return { message: sayTo(request)(words.guestRemoved) }
    })

    handle(
      app,
      endpoints.issueCertificate,
      async (request, reply) => {
        const { user_id, guest_id, language: chosen } = request.query
        const attendee = guest_id === undefined ? { user_id: user_id ?? viewerOf(request).id } : { guest_id }
        const { facts, issued } = await issueCertificate(database, settings, request.params.id, attendee, actorOf(request))
        const { language, letterhead } = await letterheadFor(request, brandings, chosen)
        const page = { facts, issued, address: settings.PUBLIC_URL, zone: settings.TIME_ZONE }
        const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), () =>
          render(certificateDocument(language, page, letterhead)),
        )
        const name = sayIn(language)(words.certificateFile({ code: readableCode(issued.code) }))
        return reply.type('application/pdf').header('content-disposition', attachment(name, 'pdf')).send(pdf)
      },
      // The route stores what it issues: a HEAD request would store a paper and not send it.
      { exposeHeadRoute: false },
    )

    handle(app, endpoints.downloadEventList, async (request, reply) => {
      const { id } = request.params
      const event = await events.byId(viewerOf(request), id)
      if (!event.may_manage) throw new NotFound(words.notFound)
      const { format } = request.query
      const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
      const [people, guests] = [await events.people(id), await certificates(database).guests(id)]
      const list = { event, people, guests, language, zone: settings.TIME_ZONE }
      const name = sayIn(language)(words.listFile({ name: localized(language, event, 'name') }))
      reply.header('content-disposition', attachment(name, format))
      if (format === 'csv') return reply.type('text/csv; charset=utf-8').send(eventCsv(list))
      if (format === 'xlsx')
        return reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(await eventXlsx(list))
      const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), () =>
        render(eventListDocument(list, letterhead, new Date().toISOString())),
      )
      return reply.type('application/pdf').send(pdf)
    })

    handle(app, endpoints.removeFromEvent, async (request) => {
      const { name } = await removeFromEvent(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(words.takenOff({ name })) }
    })

    handle(app, endpoints.untickMember, async (request) => {
      const { name } = await untickMember(database, settings, request.params.id, request.body, actorOf(request))
      return { message: sayTo(request)(words.untickedNamed({ name })) }
    })

    handle(app, endpoints.finishEvent, async (request) => {
      const { event, posted } = await finishEvent(database, settings, request.params.id, actorOf(request))
      return { message: sayTo(request)(words.done({ count: posted })), event, posted }
    })
  }
}
