import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AuditPeopleReply, AuditQuery, AuditReply } from '../../contract/audit.ts'
import type { Database } from '../../database/connect.ts'
import { audit as auditOf } from './audit.queries.ts'
import { auditCsv, auditFileName, auditXlsx } from './audit-file.ts'

const pageSize = 100

export function auditRoutes(database: Database): FastifyPluginAsyncZod {
  const audit = auditOf(database)

  return async (app) => {
    app.get(
      '/audit',
      {
        config: { access: 'admin' },
        schema: { summary: 'Who changed what, newest first', querystring: AuditQuery, response: { 200: AuditReply } },
      },
      async (request) => {
        const records = await audit.page(request.query, pageSize)
        return { records, next: records.length === pageSize ? (records.at(-1)?.id ?? null) : null }
      },
    )

    app.get(
      '/audit/people',
      { config: { access: 'admin' }, schema: { summary: 'Whose records there can be', response: { 200: AuditPeopleReply } } },
      async () => ({ people: await audit.people() }),
    )

    app.get(
      '/audit.csv',
      { config: { access: 'admin' }, schema: { summary: 'The table that the panel shows, as a file', querystring: AuditQuery } },
      async ({ query }, reply) => {
        const names = await audit.names()
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${auditFileName('csv', query)}"`)
          .send(auditCsv({ records: audit, names }, query))
      },
    )

    app.get(
      '/audit.xlsx',
      { config: { access: 'admin' }, schema: { summary: 'The same as a spreadsheet', querystring: AuditQuery } },
      async ({ query }, reply) => {
        const names = await audit.names()
        return reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .header('content-disposition', `attachment; filename="${auditFileName('xlsx', query)}"`)
          .send(auditXlsx({ records: audit, names }, query))
      },
    )
  }
}
