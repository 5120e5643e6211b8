import type { ClosingDifference, ClosingPreview, FormerClosing, LeftOutPerson } from '../../contract/terms.ts'
import type { Sql } from '../../database/connect.ts'

type ClosingCounts = Pick<ClosingPreview, 'members' | 'posted_count' | 'not_scored' | 'joined_since'>

/** Each closing of a term is a record of its own, with its results (database/functions/closings.sql). */
export function closings(sql: Sql) {
  /**
   * The members in the next closing: at the first one every member. Later, those of the closing before, as they were frozen then, and of
   * all others only members who have something that counts in this term.
   */
  const nextResults = (termId: number) => sql`
    select m.user_id, m.name, m.other_name, m.degree, m.title, m.department_id, m.department_name, m.department_names,
      m.faculty_id, m.faculty_name, m.faculty_names, m.email,
      case when m.tp_set then m.tp end as tp, case when m.fb_set then m.fb end as fb, m.atts, m.acts, m.escore,
      m.total_score, m.posted_count, m.verified_count, m.returned_count, m.grade
    from term_standing m join terms t on t.id = m.term_id
    where m.term_id = ${termId} and m.is_member and (t.closing_id is null or m.was_frozen or m.total_score <> 0 or m.posted_count > 0)`

  return {
    /** The number of questions that would end without an answer if the term were closed. */
    async openQuestions(termId: number): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from score_questions where term_id = ${termId} and state = 'open'`
      return row.count
    },

    async notReleased(termId: number): Promise<number> {
      const [row] = await sql<[{ count: number }]>`select count(*)::int as count from member_drafts where term_id = ${termId}`
      return row.count
    },

    async add(termId: number, by: number) {
      const [closing] = await sql<[{ id: number }]>`
        insert into term_closings (term_id, number, closed_by)
        select ${termId}, count(*) + 1, ${by} from term_closings where term_id = ${termId}
        returning id`
      await sql`
        insert into term_results (closing_id, user_id, name, other_name, degree, title, department_id, department_name, department_names,
          faculty_id, faculty_name, faculty_names, email, tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade)
        select ${closing.id}, result.* from (${nextResults(termId)}) as result`
      await sql`update terms set status = 'closed', closing_id = ${closing.id}, updated_by = ${by} where id = ${termId}`
    },

    async reopen(termId: number, reason: string, by: number) {
      await sql`update term_closings set reopened_at = now(), reopened_by = ${by}, reopen_reason = ${reason}
        where term_id = ${termId} and reopened_at is null`
      await sql`update terms set status = 'open', updated_by = ${by} where id = ${termId}`
    },

    async last(termId: number): Promise<FormerClosing | undefined> {
      const [closing] = await sql<FormerClosing[]>`
        select c.number, to_char(c.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as closed_at, u.name as closed_by,
          u.id as closed_by_id
        from terms t join term_closings c on c.id = t.closing_id join users u on u.id = c.closed_by where t.id = ${termId}`
      return closing
    },

    async counts(termId: number): Promise<ClosingCounts> {
      const [row] = await sql<[ClosingCounts]>`
        select r.members, r.not_scored, coalesce(c.posted_count, 0) as posted_count, coalesce(c.staff_count, 0) - r.members as joined_since
        from (select count(*)::int as members, (count(*) filter (where tp is null or fb is null))::int as not_scored
          from (${nextResults(termId)}) as result) r
        left join term_counts c on c.term_id = ${termId}`
      return row
    },

    /** The people who have something in the term and would not be in its results. */
    async leftOut(termId: number): Promise<LeftOutPerson[]> {
      return sql<LeftOutPerson[]>`
        select m.user_id as id, m.name, m.total_score, m.posted_count, u.removed_at is null as is_administrator
        from term_standing m join users u on u.id = m.user_id
        where m.term_id = ${termId} and not m.is_member and (m.total_score <> 0 or m.posted_count > 0)
        order by m.sort_name, m.user_id`
    },

    /** The differences between the next closing and the last one, by member. They contain every member of the last one. */
    async differences(termId: number): Promise<ClosingDifference[]> {
      const values = (row: 'n' | 'r') => {
        // A score that is not set and 0 count the same, so they are no difference: closings before migration 0006 stored 0 for both.
        const column = (name: string) => sql`${sql.identifier(row)}.${sql.identifier(name)}`
        const score = (name: string) => sql`coalesce(${column(name)}, 0)`
        return sql`jsonb_build_object('tp', ${score('tp')}, 'fb', ${score('fb')}, 'atts', ${column('atts')}, 'acts', ${column('acts')},
          'escore', ${column('escore')}, 'total_score', ${column('total_score')}, 'grade', ${column('grade')})`
      }
      return sql<ClosingDifference[]>`
        select n.user_id as id, n.name, case when r.user_id is not null then ${values('r')} end as before, ${values('n')} as after
        from (${nextResults(termId)}) n
        join terms t on t.id = ${termId}
        left join term_results r on r.closing_id = t.closing_id and r.user_id = n.user_id
        where t.closing_id is not null and (r.user_id is null or ${values('r')} <> ${values('n')})
        order by name_sort_key(n.name), n.user_id`
    },
  }
}
