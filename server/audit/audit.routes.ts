import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '../../contract/audit.ts'
import type { Database } from '../../database/connect.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { audit as auditOf } from './audit.queries.ts'
import { auditCsv, auditFileName, auditXlsx } from './audit-file.ts'

const pageSize = 100
const exportQueue = fairQueue({ concurrency: 2, maxPerPerson: 3, maxWaiting: 20 })

/** Writing a long file keeps the event loop busy: one at a time per person, until it is sent or its reader is gone. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; extension: string; type: string; content: () => Readable },
) {
  await exportQueue(requesterOf(request, reply), async () => {
    reply.type(file.type).header('content-disposition', attachment(file.name, file.extension)).send(file.content())
    // A reader who goes away early is an end, too.
    await finished(reply.raw).catch(() => {})
  })
  return reply
}

export function auditRoutes(database: Database): FastifyPluginAsync {
  const audit = auditOf(database)

  return async (app) => {
    handle(app, endpoints.readAudit, async (request) => {
      const records = await audit.page(request.query, pageSize)
      return { records, next: records.length === pageSize ? (records.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.listAuditPeople, async () => ({ people: await audit.people() }))

    handle(app, endpoints.exportAuditCsv, async (request, reply) => {
      const { query } = request
      const names = await audit.names()
      const say = sayTo(request)
      const content = () => auditCsv({ records: audit, names, say }, query)
      const name = auditFileName(say, query)
      return sendFile(request, reply, { name, extension: 'csv', type: 'text/csv; charset=utf-8', content })
    })

    handle(app, endpoints.exportAuditXlsx, async (request, reply) => {
      const { query } = request
      const names = await audit.names()
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      const say = sayTo(request)
      const content = () => auditXlsx({ records: audit, names, say }, query)
      return sendFile(request, reply, { name: auditFileName(say, query), extension: 'xlsx', type, content })
    })
  }
}
