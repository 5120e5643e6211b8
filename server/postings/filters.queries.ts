import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'

export const has = <Code>(codes: readonly Code[] | undefined): codes is readonly Code[] => codes !== undefined && codes.length > 0

/** Whether a column has one of the codes of a filter; `none` is that of rows where it is missing. */
function isOneOf(sql: Sql, column: Fragment, isMissing: Fragment, codes: readonly (number | string)[]): Fragment {
  const known = sql`(not ${isMissing} and ${column} = any(${codes.filter((code) => code !== 'none')}))`
  return codes.includes('none') ? sql`(${isMissing} or ${known})` : known
}

/** The conditions on the department and the title of the member `m`; they begin with `and`. */
export function ofDepartmentAndTitle(
  sql: Sql,
  { department_id, title }: { department_id?: readonly (number | string)[] | undefined; title?: readonly string[] | undefined },
): Fragment {
  const noDepartment = sql`(m.department_id is null or m.department_name is null)`
  return sql`${has(department_id) ? sql`and ${isOneOf(sql, sql`m.department_id`, noDepartment, department_id)}` : sql``}
    ${has(title) ? sql`and ${isOneOf(sql, sql`m.title`, sql`(m.title is null)`, title)}` : sql``}`
}
