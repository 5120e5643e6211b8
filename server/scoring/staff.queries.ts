import { gradeFor } from '../../contract/grading.ts'
import { messages } from '../../contract/messages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors.ts'

export function staff(sql: Sql) {
  async function inOpenTerm(termId: number): Promise<StaffMember[]> {
    const rows = await sql<Omit<StaffMember, 'grade'>[]>`
      select u.id, u.name, u.degree, u.title, u.department_id, d.name as department_name, u.email,
        coalesce(s.tp, 0) as tp, coalesce(s.fb, 0) as fb, coalesce(s.atts, 0) as atts, coalesce(s.acts, 0) as acts,
        coalesce(s.escore, 0) as escore, coalesce(s.total_score, 0) as total_score, coalesce(s.posted_count, 0) as posted_count
      from users u
      left join departments d on d.id = u.department_id and d.removed_at is null
      left join term_scores s on s.user_id = u.id and s.term_id = ${termId}
      where u.role_id = 2 and u.removed_at is null
      order by lower(u.name), u.id`
    return rows.map((row) => ({ ...row, grade: gradeFor(row.title, row.total_score) }))
  }

  async function inClosedTerm(termId: number): Promise<StaffMember[]> {
    return sql<StaffMember[]>`
      select user_id as id, name, degree, title, department_id, department_name, email,
        tp, fb, atts, acts, escore, total_score, posted_count, grade
      from term_results where term_id = ${termId} order by lower(name), user_id`
  }

  return {
    inOpenTerm,

    async inTerm(termId: number): Promise<StaffMember[]> {
      const [term] = await sql<{ status: string }[]>`select status from terms where id = ${termId}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term.status === 'closed' ? inClosedTerm(termId) : inOpenTerm(termId)
    },
  }
}
