import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/attendance.ts'
import { dayIn } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { queues } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { Database } from '../../database/connect.ts'
import type { Brandings } from '../branding/branding.ts'
import { letterheadFor } from '../branding/letterhead.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { viewerOf } from '../http/access.ts'
import { attachment } from '../http/attachment.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayIn } from '../http/language.ts'
import { impatient, requesterOf } from '../http/requester.ts'
import { smallXlsxSheets } from '../http/xlsx-file.ts'
import { seesEverybody } from '../policy/policy.ts'
import { fairQueue } from '../process/fair-queue.ts'
import type { Settings } from '../settings.ts'
import { attendance } from './attendance.queries.ts'
import { readAttendanceReport } from './attendance.ts'
import { attendanceDocument, attendanceSheets } from './attendance-files.ts'

const { file } = messages.events.attendance
const render = documentRenderer()
const queue = fairQueue(queues.papers)
/** A HEAD request would make the whole file without sending it. */
const noHead = { exposeHeadRoute: false } as const

export function attendanceRoutes(database: Database, { TIME_ZONE }: Settings, brandings: Brandings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readAttendance, async (request) => readAttendanceReport(database, viewerOf(request), request.query))

    handle(
      app,
      endpoints.downloadAttendanceXlsx,
      async (request, reply) => {
        const language = languageOf(request, await brandings.read())
        const report = await readAttendanceReport(database, viewerOf(request), request.query)
        const name = sayIn(language)(file({ day: dayIn(TIME_ZONE, new Date()) }))
        return reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .header('content-disposition', attachment(name, 'xlsx'))
          .send(await smallXlsxSheets(attendanceSheets(language, report), language))
      },
      noHead,
    )

    handle(
      app,
      endpoints.downloadAttendancePdf,
      async (request, reply) => {
        const viewer = viewerOf(request)
        const { department_id } = request.query
        const { language, letterhead } = await letterheadFor(request, brandings, request.query.language)
        const pdf = await queue(impatient(request, requesterOf(request, reply), 'paper'), async () => {
          const report = await readAttendanceReport(database, viewer, request.query)
          const chosen = department_id === undefined ? undefined : await attendance(database).department(department_id)
          const own = seesEverybody(viewer) ? null : (viewer.faculty ?? viewer.department)
          const department = chosen ?? own
          const scope = department ? localized(language, department, 'name') : undefined
          const made = { report, scope, isNarrowed: department_id !== undefined, made_at: new Date().toISOString() }
          return render(attendanceDocument(language, { ...made, zone: TIME_ZONE }, letterhead))
        })
        const name = sayIn(language)(file({ day: dayIn(TIME_ZONE, new Date()) }))
        return reply.type('application/pdf').header('content-disposition', attachment(name, 'pdf')).send(pdf)
      },
      noHead,
    )
  }
}
