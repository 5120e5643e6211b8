import { bands, grades, noGrade } from '../../contract/grading.ts'
import { messages } from '../../contract/messages.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors.ts'
import { asJson } from '../kept-lists.queries.ts'

/** The bands of the contract in the database's words: `gradeFor`, for a column. */
const gradeOf = (title: string, score: string) => {
  const byTitle = Object.entries(bands).map(([code, bounds]) => {
    const fromTheTop = grades.map((grade, index) => `when ${score} >= ${bounds[index]} then '${grade}'`).reverse()
    return `when '${code}' then case ${fromTheTop.join(' ')} else '${grades[0]}' end`
  })
  return `case ${title} ${byTitle.join(' ')} else '${noGrade}' end`
}

export function staff(sql: Sql) {
  const inOpenTerm = (termId: number) => sql`
    select u.id, u.name, u.degree, u.title, u.department_id, d.name as department_name, u.email,
      coalesce(s.tp, 0) as tp, coalesce(s.fb, 0) as fb, coalesce(s.atts, 0) as atts, coalesce(s.acts, 0) as acts,
      coalesce(s.escore, 0) as escore, coalesce(s.total_score, 0) as total_score, coalesce(s.posted_count, 0) as posted_count,
      coalesce(s.verified_count, 0) as verified_count, coalesce(s.returned_count, 0) as returned_count,
      ${sql.unsafe(gradeOf('u.title', 'coalesce(s.total_score, 0)'))} as grade
    from users u
    left join departments d on d.id = u.department_id and d.removed_at is null
    left join term_scores s on s.user_id = u.id and s.term_id = ${termId}
    where u.role_id = 2 and u.removed_at is null
    order by lower(u.name), u.id`

  const inClosedTerm = (termId: number) => sql`
    select user_id as id, name, degree, title, department_id, department_name, email,
      tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade
    from term_results where term_id = ${termId} order by lower(name), user_id`

  return {
    async list(termId: number | undefined): Promise<Buffer> {
      const [term] = await sql<{ id: number; status: string }[]>`
        select id, status from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return asJson(sql, 'staff', term.status === 'closed' ? inClosedTerm(term.id) : inOpenTerm(term.id))
    },

    /** For a term that is being closed: what the list says at this moment. */
    async keepAsTheyAre(termId: number) {
      await sql`
        insert into term_results (term_id, user_id, name, degree, title, department_id, department_name, email,
          tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade)
        select ${termId}, line.* from (${inOpenTerm(termId)}) as line`
    },
  }
}
