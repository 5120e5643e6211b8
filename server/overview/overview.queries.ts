import { bands, gradeFor, grades, noGrade, withoutFeedback } from '../../contract/grading.ts'
import { messages } from '../../contract/messages.ts'
import type { PathTerm, TermName } from '../../contract/overview.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors.ts'

/** The members of a term who have the same department, title and grade: how many they are and what they earned together. */
export interface Cell {
  term_id: number
  department_id: number | null
  department_name: string | null
  title: string | null
  grade: string
  members: number
  posted_nothing: number
  /** Sums in hundredths of a point: whole numbers, which go on being added up without a trace of binary fractions. */
  tp: number
  fb: number
  atts: number
  acts: number
  escore: number
}

/** Given to the database with each question: the bands stand in the contract and nowhere else. */
const bandsOfTitles = Object.entries(bands).map(([title, bounds]) => ({ title, bounds, grades }))

export function overview(sql: Sql) {
  return {
    /** The one with that id; without an id, the current one. */
    async term(id: number | undefined): Promise<TermName> {
      const [term] = await sql<
        TermName[]
      >`select id, name from terms where ${id === undefined ? sql`is_current` : sql`id = ${id}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term
    },

    /** The last one that began before it. */
    async termBefore({ id }: TermName): Promise<TermName | undefined> {
      const [term] = await sql<TermName[]>`
        select id, name from terms where start_date < (select start_date from terms where id = ${id})
        order by start_date desc limit 1`
      return term
    },

    /** The same members as on the Staff panel: those of today in an open term, those of its close in a closed one. */
    async cells(termIds: number[]): Promise<Cell[]> {
      return sql<Cell[]>`
        with bands as (
          select title, bounds, grades
          from jsonb_to_recordset(${sql.json(bandsOfTitles as never)}) as b(title text, bounds numeric[], grades text[])
        ), members as (
          select t.id as term_id, d.id as department_id, d.name as department_name, u.title,
            coalesce(b.grades[greatest(width_bucket(coalesce(s.total_score, 0), b.bounds), 1)], ${noGrade}) as grade,
            s.tp, s.fb, s.atts, s.acts, s.escore, coalesce(s.posted_count, 0) as posted_count
          from terms t
          cross join users u
          left join departments d on d.id = u.department_id and d.removed_at is null
          left join term_scores s on s.user_id = u.id and s.term_id = t.id
          left join bands b on b.title = u.title
          where t.id = any(${termIds}) and t.status = 'open' and u.role_id = 2 and u.removed_at is null
          union all
          select r.term_id, case when r.department_name is not null then r.department_id end, r.department_name, r.title,
            r.grade, r.tp, r.fb, r.atts, r.acts, r.escore, r.posted_count
          from term_results r join terms t on t.id = r.term_id and t.status = 'closed'
          where r.term_id = any(${termIds})
        )
        select term_id, department_id, department_name, title, grade, count(*)::int as members,
          (count(*) filter (where posted_count = 0))::int as posted_nothing,
          coalesce(sum(tp), 0) * 100 as tp, coalesce(sum(fb), 0) * 100 as fb, coalesce(sum(atts), 0) * 100 as atts,
          coalesce(sum(acts), 0) * 100 as acts, coalesce(sum(escore), 0) * 100 as escore
        from members
        group by term_id, department_id, department_name, title, grade
        order by lower(department_name), department_id`
    },

    /**
     * From the first term that knows the member to the last or the current one, oldest first. A term in between in which nothing
     * was earned belongs to the path; a closed one only if they were among its members.
     */
    async path(userId: number): Promise<PathTerm[]> {
      const [member] = await sql`select from users where id = ${userId} and removed_at is null`
      if (!member) throw new NotFound(messages.users.notFound)
      const steps = await sql<Omit<PathTerm, 'grade'>[]>`
        with own as (
          select t.id as term_id, t.name as term_name, t.is_current, t.start_date, t.status,
            r.user_id is not null as is_kept,
            t.is_current or r.user_id is not null or coalesce(s.total_score > 0 or s.posted_count > 0, false) as is_known,
            case when r.user_id is null then u.title else r.title end as graded_title,
            coalesce(s.tp, 0) as tp, coalesce(s.fb, 0) as fb, coalesce(s.atts, 0) as atts, coalesce(s.acts, 0) as acts,
            coalesce(s.escore, 0) as escore, coalesce(s.total_score, 0) as total_score
          from users u
          cross join terms t
          left join term_scores s on s.user_id = u.id and s.term_id = t.id
          left join term_results r on r.user_id = u.id and r.term_id = t.id
          where u.id = ${userId}
        )
        select term_id, term_name, is_current, graded_title, tp, fb, atts, acts, escore, total_score from own
        where is_kept or (status = 'open' and start_date
          between (select min(start_date) from own where is_known) and (select max(start_date) from own where is_known))
        order by start_date`
      return steps.map((step) => ({ ...step, grade: gradeFor(step.graded_title, withoutFeedback(step)) }))
    },
  }
}
