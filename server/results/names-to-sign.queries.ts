import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'
import { visibleMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

export interface NameToSign {
  user_id: number
  name: string
  other_name: string | null
  username: string
  title: string | null
  department_id: number | null
  /** Null for members whose department was removed, or who have none. */
  department_name: string | null
  department_names: Translations
  total_score: number
  /** The grade with feedback, as in the Staff panel. */
  grade: string
}

/** The members of a term whom the viewer sees, by name, with the scores that are published: those are what they sign for. */
export async function namesToSign(
  sql: Sql,
  viewer: Viewer,
  termId: number,
  departments: readonly (number | 'none')[] | undefined,
): Promise<NameToSign[]> {
  const ids = departments?.filter((code) => code !== 'none') ?? []
  const hasNone = departments?.includes('none') ?? false
  const wanted = sql`(m.department_name is not null and m.department_id = any(${ids})) ${hasNone ? sql`or m.department_name is null` : sql``}`
  return sql<NameToSign[]>`
    select m.user_id, m.name, m.other_name, u.username, m.title, m.department_id, m.department_name, coalesce(m.department_names, '{}') as department_names,
      m.total_score, m.grade
    from term_standing m join users u on u.id = m.user_id where m.term_id = ${termId} and m.is_member and ${visibleMembers(sql, viewer, 'm')}
      ${departments ? sql`and (${wanted})` : sql``}
    order by m.sort_name, m.user_id`
}
