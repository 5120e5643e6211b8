import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'

export const hasInbox = (sql: Sql, person: Fragment) => sql`exists (
  select from users w where w.id = ${person} and w.removed_at is null
    and (reviews_everybody(w.id) or exists (select from department_heads h where h.user_id = w.id)
      or exists (select from faculty_deans n where n.user_id = w.id)
      or exists (select from delegation_scopes g where g.delegate_id = w.id)))`

/** The person who has taken a line, since it began to wait. Who has no inbox any more has none. */
export function takenOf(sql: Sql, kind: Fragment, id: Fragment, begin?: Fragment): Fragment {
  return sql`(select json_build_object('by_id', w.id, 'by_name', w.name, 'at', to_char(taken.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from inbox_takes taken join users w on w.id = taken.taken_by
    where taken.kind = ${kind} and taken.subject_id = ${id} and ${hasInbox(sql, sql`taken.taken_by`)}
      ${begin ? sql`and taken.taken_at >= ${begin}` : sql``})`
}
