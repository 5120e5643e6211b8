import type { AttendanceQuery, AttendanceReport } from '../../contract/attendance.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import type { Viewer } from '../policy/policy.ts'
import { attendance } from './attendance.queries.ts'

/** The report, all of it from one snapshot. */
export async function readAttendanceReport(
  database: Database,
  viewer: Viewer,
  query: AttendanceQuery,
): Promise<AttendanceReport> {
  return database.begin(
    async (tx) => {
      const queries = attendance(tx)
      const term = await queries.term(query)
      if (!term) throw new NotFound(messages.terms.notFound)
      const narrowed = { termId: term.id, departmentId: query.department_id }
      return {
        term,
        events: await queries.events(viewer, narrowed),
        departments: await queries.departments(viewer, narrowed),
        members: await queries.members(viewer, narrowed),
      }
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.long },
  )
}
