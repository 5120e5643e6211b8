import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { withImportFile } from './import-file.ts'
import { kinds } from './kinds.ts'
import { giveFilePasswords, makeInitialPasswords } from './passwords.actions.ts'
import { templateFile } from './templates.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export function importsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    await acceptMultipart(app)

    handle(app, endpoints.readTemplate, async (request, reply) => {
      const { format, term_id } = request.query
      const { kind } = request.params
      const say = sayTo(request)
      return reply
        .type(mediaTypes[format])
        .header('content-disposition', attachment(say(messages.imports.templateFile[kind]), format))
        .send(await templateFile(languageOf(request), database, viewerOf(request), kind, format, term_id))
    })

    handle(app, endpoints.previewImport, async (request, reply) => {
      const { kind } = request.params
      const say = sayTo(request)
      const { term_id } = request.query
      const json = await withImportFile(request, reply, (file) => kinds[kind].preview(say, database, term_id, file))
      return reply.type('application/json; charset=utf-8').send(json)
    })

    handle(app, endpoints.importFile, async (request, reply) => {
      const { kind } = request.params
      const actor = actorOf(request)
      const say = sayTo(request)
      const { term_id } = request.query
      const imported = await withImportFile(request, reply, (file) => kinds[kind].import(database, actor, term_id, file))
      const { departments_created: count } = imported
      const sentences = [importedMessage(imported), ...(count > 0 ? [messages.imports.departmentsCreated({ count })] : [])]
      return { message: sentences.map(say).join(say(messages.general.factSeparator)), ...imported }
    })

    handle(app, endpoints.setFilePasswords, async (request, reply) =>
      withImportFile(request, reply, (file) => giveFilePasswords(database, actorOf(request), file)),
    )

    handle(app, endpoints.makeInitialPasswords, async (request) => ({
      made: await makeInitialPasswords(database, actorOf(request), request.body.user_ids, request.body.replace),
    }))
  }
}

/** The result of the import, in the words of the reply. */
function importedMessage(counts: { added: number; changed: number; skipped: number }): Message {
  const { imported, importedInPart, importedNothing, importedNothingInPart } = messages.imports
  const { added, changed, skipped } = counts
  if (added + changed === 0) return skipped === 0 ? importedNothing : importedNothingInPart({ skipped })
  return skipped === 0 ? imported({ added, changed }) : importedInPart({ added, changed, skipped })
}
