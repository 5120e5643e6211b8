import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { withImportFile } from './import-file.ts'
import { importNamed, previewNamed } from './import-named.actions.ts'
import { importScores, previewScores } from './import-scores.actions.ts'
import { giveFilePasswords, importUsers, makeInitialPasswords, previewUsers } from './import-users.actions.ts'
import { importedMessage } from './preview-fingerprint.ts'
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
        .send(await templateFile(say, database, kind, format, term_id))
    })

    handle(app, endpoints.previewImport, async (request, reply) => {
      const { kind } = request.params
      const say = sayTo(request)
      return withImportFile(request, reply, (file) => {
        if (kind === 'users') return previewUsers(say, database, file)
        if (kind === 'scores') return previewScores(say, database, request.query.term_id, file)
        return previewNamed(say, database, kind, file)
      })
    })

    handle(app, endpoints.importFile, async (request, reply) => {
      const { kind } = request.params
      const actor = actorOf(request)
      const say = sayTo(request)
      const imported = await withImportFile(request, reply, (file) => {
        if (kind === 'users') return importUsers(database, actor, file)
        if (kind === 'scores') return importScores(database, actor, request.query.term_id, file)
        return importNamed(database, actor, kind, file)
      })
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
