import { roles } from '../../../contract/codes.ts'
import type { UndoException } from '../../../contract/import-batches.ts'
import type { Sql } from '../../../database/connect.ts'
import { rights } from '../../rights/rights.queries.ts'
import { rules } from '../../rules/rules.queries.ts'
import { imports } from '../imports.queries.ts'
import { batches, type ExceptionOfRow, type StoredChange } from './batches.queries.ts'
import { differing, type StoredValues } from './import-change.ts'
import { type RowNow, type Subject, storedRows } from './stored-rows.queries.ts'

/** The rows that an undo removes or puts back, each with all of its values, and those that it leaves as they are. */
export interface UndoPlan {
  remove: { subject: Subject; id: number }[]
  restore: { subject: Subject; id: number; values: StoredValues }[]
  scores: { id: number; tp: number | null; fb: number | null }[]
  exceptions: ExceptionOfRow[]
}

type Refused = { change: StoredChange; reason: UndoException; by?: string | null; by_id?: number | null; at?: string | null }

/** Decides on each row of an import, by what is stored now. The page of an import shows this, and its undo does it. */
export async function undoPlan(
  sql: Sql,
  { termId, isClosed, changes, by }: { termId: number | null; isClosed: boolean; changes: readonly StoredChange[]; by: number },
): Promise<UndoPlan> {
  const of = (subject: StoredChange['subject']) => changes.filter((change) => change.subject === subject)
  const plan: UndoPlan = { remove: [], restore: [], scores: [], exceptions: [] }
  const refuse = ({ change: { subject, subject_id }, reason, by = null, by_id = null, at = null }: Refused) =>
    plan.exceptions.push({ subject, subject_id, reason, by, by_id, at })

  await planTable(sql, 'user', of('user'), { by, leaving: [], plan, refuse })
  await planTable(sql, 'activity', of('activity'), { by, leaving: [], plan, refuse })
  // Departments come after the users: one that was created for them is empty without them.
  await planTable(sql, 'department', of('department'), { by, leaving: leavingUsers(of('user'), plan), plan, refuse })
  if (termId !== null) await planScores(sql, of('score'), { termId, isClosed, by, plan, refuse })
  return plan
}

/** The users who leave the department that the import gave them. */
function leavingUsers(changes: readonly StoredChange[], { remove, restore }: UndoPlan): number[] {
  const moved = new Set(changes.flatMap(({ subject_id, before }) => (before && 'department_id' in before ? subject_id : [])))
  const ofUsers = (rows: readonly { subject: Subject; id: number }[]) =>
    rows.flatMap(({ subject, id }) => (subject === 'user' ? id : []))
  return [...ofUsers(remove), ...ofUsers(restore).filter((id) => moved.has(id))]
}

type TableContext = { by: number; leaving: readonly number[]; plan: UndoPlan; refuse: (refused: Refused) => void }

async function planTable(
  sql: Sql,
  subject: Subject,
  changes: readonly StoredChange[],
  { by, leaving, plan, refuse }: TableContext,
) {
  if (changes.length === 0) return
  const rows = storedRows(sql, subject)
  const now = await rows.now(
    changes.map(({ subject_id }) => subject_id),
    leaving,
  )
  const former = (column: 'department_id' | 'faculty_id') =>
    changes.flatMap(({ before }) => (typeof before?.[column] === 'number' ? before[column] : []))
  const removedDepartments = await batches(sql).removedDepartments(former('department_id'))
  const removedFaculties = await batches(sql).removedFaculties(former('faculty_id'))
  const taken = await rows.taken(
    changes.flatMap(({ subject_id, before }) =>
      Object.entries(before ?? {}).flatMap(([column, value]) =>
        (column === 'email' || column.startsWith('names.')) && typeof value === 'string' ? { id: subject_id, column, value } : [],
      ),
    ),
  )
  const gives = subject === 'user' && (await rights(sql).gives(by))
  const edited: { change: StoredChange; row: RowNow; fields: string[] }[] = []
  for (const change of changes) {
    const { subject_id: id, before, after } = change
    const row = now.get(id)
    if (!row || row.is_removed) {
      refuse({ change, reason: 'removed', by: row?.by ?? null, by_id: row?.by_id ?? null, at: row?.at ?? null })
      continue
    }
    // A row that was added is compared as a whole, another one only in what the import changed.
    const compared = before ? Object.fromEntries(Object.keys(after).map((key) => [key, row.values[key] ?? null])) : row.values
    const fields = Object.keys(differing(after, compared))
    if (fields.length > 0) {
      edited.push({ change, row, fields })
      continue
    }
    const reason = before
      ? whyNotRestored(subject, { row, before, by, gives, taken, removedDepartments, removedFaculties })
      : whyNotRemoved(subject, row, by)
    if (reason) refuse({ change, reason })
    else if (before) plan.restore.push({ subject, id, values: { ...row.values, ...before } })
    else plan.remove.push({ subject, id })
  }
  const edits =
    subject === 'user'
      ? await batches(sql).lastEdits(
          'user',
          edited.map(({ change, fields }) => ({ id: change.subject_id, fields })),
          null,
        )
      : new Map()
  for (const { change, row } of edited) {
    const { by, by_id, at } = edits.get(change.subject_id) ?? row
    refuse({ change, reason: 'edited', by, by_id, at })
  }
}

/** A user who has begun to use the portal, or to count in it, stays; so does what others use. */
function whyNotRemoved(subject: Subject, row: RowNow, by: number): UndoException | undefined {
  if (subject === 'user' && row.id === by) return 'self'
  if (row.administers && !isRole(row)) return 'admin'
  if (row.posted) return subject === 'activity' ? 'used' : 'posted'
  if (row.signed_in) return 'signedIn'
  if (row.scored) return 'scored'
  if (row.head) return 'head'
  if (row.rights) return 'rights'
  return row.members ? 'members' : undefined
}

const isRole = ({ values }: RowNow) => values['role_id'] === roles.admin

interface Restoring {
  row: RowNow
  before: StoredValues
  by: number
  gives: boolean
  taken: ReadonlySet<number>
  removedDepartments: ReadonlySet<number>
  removedFaculties: ReadonlySet<number>
}

function whyNotRestored(
  subject: Subject,
  { row, before, by, gives, taken, removedDepartments, removedFaculties }: Restoring,
): UndoException | undefined {
  // Nobody changes their own title or department; nor the address of an administrator.
  if (subject === 'user' && row.id === by) return 'self'
  // Only an administrator whom this import made one is changed directly, and only by who makes administrators.
  if (subject === 'user' && row.administers && (isRole(row) ? !('role_id' in before && gives) : 'email' in before)) return 'admin'
  if (removedDepartments.has(Number(before['department_id']))) return 'department'
  if (removedFaculties.has(Number(before['faculty_id']))) return 'faculty'
  return taken.has(row.id) ? 'taken' : undefined
}

type ScoresContext = { termId: number; isClosed: boolean; by: number; plan: UndoPlan; refuse: (refused: Refused) => void }

async function planScores(sql: Sql, changes: readonly StoredChange[], { termId, isClosed, by, plan, refuse }: ScoresContext) {
  if (isClosed) {
    for (const change of changes) refuse({ change, reason: 'closed' })
    return
  }
  const most = await rules(sql).mostScores(termId)
  // The scores are read as an import reads them.
  const users = await batches(sql).usernames(changes.map(({ subject_id }) => subject_id))
  const found = await imports(sql).matchMembers(
    users.map(({ id, username }) => ({ row: id, username, email: null })),
    termId,
  )
  const members = new Map(found.map(({ row, by_username }) => [row, by_username]))
  const edited: { change: StoredChange; fields: string[] }[] = []
  for (const change of changes) {
    const { subject_id: id, before, after } = change
    const member = members.get(id)
    if (!member) {
      refuse({ change, reason: 'removed' })
      continue
    }
    const scores = { tp: member.tp ?? null, fb: member.fb ?? null }
    const columns = (['tp', 'fb'] as const).filter((column) => column in after)
    const fields = columns.filter((column) => scores[column] !== after[column])
    const former = { ...scores, ...before } as typeof scores
    if (fields.length > 0) edited.push({ change, fields })
    else if (id === by) refuse({ change, reason: 'self' })
    else if (member.role_id !== roles.staff) refuse({ change, reason: 'notStaff' })
    else if (columns.some((column) => (former[column] ?? 0) > most[column])) refuse({ change, reason: 'aboveMost' })
    else plan.scores.push({ id, ...former })
  }
  const edits = await batches(sql).lastEdits(
    'score',
    edited.map(({ change, fields }) => ({ id: change.subject_id, fields })),
    termId,
  )
  for (const { change } of edited) refuse({ change, reason: 'edited', ...edits.get(change.subject_id) })
}
