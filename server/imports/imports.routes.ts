import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { TermQuery } from '../../contract/fields.ts'
import {
  FilePasswordsReply,
  ImportParams,
  ImportPreview,
  ImportReply,
  InitialPasswordsInput,
  InitialPasswordsReply,
  TemplateQuery,
} from '../../contract/imports.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf } from '../access.ts'
import { acceptMultipart } from '../http/multipart.ts'
import { withImportFile } from './import-file.ts'
import { importScores, previewScores } from './import-scores.actions.ts'
import { giveFilePasswords, importUsers, makeInitialPasswords, previewUsers } from './import-users.actions.ts'
import { templateFile } from './templates.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const fileSchema = {
  consumes: ['multipart/form-data'],
  params: ImportParams,
  querystring: TermQuery,
}

export function importsRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    await acceptMultipart(app)

    app.get(
      '/imports/:kind/template',
      {
        config: { access: 'admin' },
        schema: { summary: 'A file to fill in', params: ImportParams, querystring: TemplateQuery },
      },
      async (request, reply) => {
        const { format, term_id } = request.query
        const { kind } = request.params
        return reply
          .type(mediaTypes[format])
          .header('content-disposition', `attachment; filename="${kind}-template.${format}"`)
          .send(await templateFile(database, kind, format, term_id))
      },
    )

    app.post(
      '/imports/:kind/preview',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'What importing a file would do, row by row. Nothing is written',
          description: 'Field: file (CSV or XLSX, 5 MB, 20,000 rows).',
          ...fileSchema,
          response: { 200: ImportPreview },
        },
      },
      async (request, reply) =>
        withImportFile(request, reply, (file) =>
          request.params.kind === 'users' ? previewUsers(database, file) : previewScores(database, request.query.term_id, file),
        ),
    )

    app.post(
      '/imports/:kind',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Import a file as its preview showed it: all of it or nothing',
          description: 'Fields: file, fingerprint (of the preview). 409 where the outcome would be another one by now.',
          ...fileSchema,
          response: { 200: ImportReply },
        },
      },
      async (request, reply) =>
        withImportFile(request, reply, (file) =>
          request.params.kind === 'users'
            ? importUsers(database, actorOf(request), file)
            : importScores(database, actorOf(request), request.query.term_id, file),
        ),
    )

    app.post(
      '/imports/users/passwords',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Set the next passwords of an imported file, for users who have none',
          description: 'Field: file. Call it until nothing is left.',
          consumes: ['multipart/form-data'],
          response: { 200: FilePasswordsReply },
        },
      },
      async (request, reply) => withImportFile(request, reply, (file) => giveFilePasswords(database, actorOf(request), file)),
    )

    app.post(
      '/imports/users/initial-passwords',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Make passwords up for users who have none. They are told this once',
          body: InitialPasswordsInput,
          response: { 200: InitialPasswordsReply },
        },
      },
      async (request) => ({ made: await makeInitialPasswords(database, actorOf(request), request.body.user_ids) }),
    )
  }
}
