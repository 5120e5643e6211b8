import type { AttendanceOfDepartment, AttendanceQuery, AttendanceReport } from '../../contract/attendance.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import { nameOrder } from '../../contract/sorting.ts'
import type { Database } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import type { Viewer } from '../policy/policy.ts'
import { attendance, type MemberRow } from './attendance.queries.ts'

/** The sums of each department, by name; members without one last. */
function departmentsOf(members: readonly MemberRow[]): AttendanceOfDepartment[] {
  const rows = new Map<number | null, AttendanceOfDepartment>()
  for (const { department_id, department_name, department_names, events } of members) {
    const none = { department_id, department_name, department_names, members: 0, attendances: 0, attended: 0 }
    const row = rows.get(department_id) ?? none
    rows.set(department_id, {
      ...row,
      members: row.members + 1,
      attendances: row.attendances + events,
      attended: row.attended + Number(events > 0),
    })
  }
  const compare = nameOrder('en')
  return [...rows.values()].toSorted(
    (one, other) =>
      Number(one.department_name === null) - Number(other.department_name === null) ||
      compare(one.department_name ?? '', other.department_name ?? ''),
  )
}

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
      const members = await queries.members(viewer, narrowed)
      return {
        term,
        events: await queries.events(viewer, narrowed),
        departments: departmentsOf(members),
        members: members.filter(({ events }) => events > 0).map(({ department_id: _, ...member }) => member),
      }
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.long },
  )
}
