import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/participants.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { withImportFile } from '../imports/import-file.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { importParticipants, previewParticipants, refuseOthers } from './participants.actions.ts'

const words = messages.events.lists

/** Lists from elsewhere, in a scope of their own: they come as forms. */
export function participantsRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.previewParticipants, async (request, reply) => {
      const viewer = viewerOf(request)
      const { id: eventId } = request.params
      const { session_id: sessionId } = request.query
      await refuseOthers(database, viewer, eventId)
      return withImportFile(request, reply, (file) => previewParticipants(database, { eventId, sessionId, file }, viewer))
    })

    handle(app, endpoints.importParticipants, async (request, reply) => {
      const { id: eventId } = request.params
      const { session_id: sessionId, add_guests } = request.query
      await refuseOthers(database, viewerOf(request), eventId)
      const done = await withImportFile(request, reply, (file) =>
        importParticipants(database, settings, { eventId, sessionId, file }, add_guests === 'true', actorOf(request)),
      )
      const { checked_in, guests } = done
      const parts = [
        ...(checked_in > 0 ? [messages.events.ticked({ count: checked_in })] : []),
        ...(guests > 0 ? [words.guestsAdded({ count: guests })] : []),
      ]
      const say = sayTo(request)
      const message = (parts.length > 0 ? parts : [messages.events.alreadyThere]).map(say)
      return { message: message.join(say(messages.general.factSeparator)), ...done }
    })
  }
}
