import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditQuery } from '../../contract/audit.ts'
import * as endpoints from '../../contract/audit.ts'
import { pageSize, queues } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { searchableAudit } from './audit.queries.ts'
import { auditCsv, auditFileName, auditXlsx } from './audit-file.ts'

const exportQueue = fairQueue(queues.auditTrail)

/** Writing a long file keeps the event loop busy: one at a time per person, until it is sent or its reader is gone. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; extension: string; type: string; content: () => Readable },
) {
  await exportQueue(impatient(request, requesterOf(request, reply), 'longFile'), async () => {
    reply.type(file.type).header('content-disposition', attachment(file.name, file.extension)).send(file.content())
    // The connection of a reader who goes away early is finished, too.
    await finished(reply.raw).catch(() => {})
  })
  return reply
}

export function auditRoutes(database: Database, { TIME_ZONE }: Settings): FastifyPluginAsync {
  const audit = searchableAudit(database)
  const asked = (request: FastifyRequest<{ Querystring: AuditQuery }>) => {
    const { query } = request
    return { ...query, zone: query.zone ?? TIME_ZONE, language: languageOf(request), readerId: viewerOf(request).id }
  }

  return async (app) => {
    handle(app, endpoints.readAudit, async (request) => {
      const records = await audit.page(asked(request), pageSize.audit)
      return { records, next: records.length === pageSize.audit ? (records.at(-1)?.id ?? null) : null }
    })

    handle(app, endpoints.listAuditPeople, async () => {
      // The names of users are in the list of people already.
      const { user: _, ...names } = await audit.names()
      return { people: await audit.people(), names }
    })

    handle(app, endpoints.exportAuditCsv, async (request, reply) => {
      const query = asked(request)
      const names = await audit.names()
      const say = sayTo(request)
      const content = () => auditCsv({ records: audit, names, say, language: languageOf(request) }, query)
      const name = auditFileName(say, query)
      return sendFile(request, reply, { name, extension: 'csv', type: 'text/csv; charset=utf-8', content })
    })

    handle(app, endpoints.exportAuditXlsx, async (request, reply) => {
      const query = asked(request)
      const names = await audit.names()
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      const say = sayTo(request)
      const content = () => auditXlsx({ records: audit, names, say, language: languageOf(request) }, query)
      return sendFile(request, reply, { name: auditFileName(say, query), extension: 'xlsx', type, content })
    })
  }
}
