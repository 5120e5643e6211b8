import { messages } from '../../contract/languages/catalogue.ts'
import type { PathTerm, TermName } from '../../contract/overview.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../http/errors.ts'
import { visibleMember, visibleMembers } from '../policy/policy.queries.ts'
import { isAdmin, type Viewer } from '../policy/policy.ts'

/** The members of a term who have the same department, title and grade: how many they are and what they earned together. */
export interface Cell {
  term_id: number
  department_id: number | null
  department_name: string | null
  department_name_ckb: string | null
  department_name_ar: string | null
  title: string | null
  grade: string
  members: number
  posted_nothing: number
  nothing_yet: number
  /** Without teacher points or without feedback. */
  not_scored: number
  /** Sums in hundredths of a point: whole numbers, which go on being added up without a trace of binary fractions. */
  tp: number
  fb: number
  atts: number
  acts: number
  escore: number
}

interface OpenOrClosedTerm extends TermName {
  is_closed: boolean
}

export function overview(sql: Sql) {
  return {
    /** The one with that id; without an id, the current one. */
    async term(id: number | undefined): Promise<OpenOrClosedTerm> {
      const [term] = await sql<
        OpenOrClosedTerm[]
      >`select id, name, status = 'closed' as is_closed from terms where ${id === undefined ? sql`is_current` : sql`id = ${id}`}`
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

    /** The same members as on the Staff panel. */
    async cells(viewer: Viewer, termIds: number[]): Promise<Cell[]> {
      return sql<Cell[]>`
        with members as (
          select *, case when department_name is not null then department_id end as known_department_id
          from term_standing m where term_id = any(${termIds}) and is_member and ${visibleMembers(sql, viewer, 'm')})
        select term_id, known_department_id as department_id, department_name, max(department_name_ckb) as department_name_ckb,
          max(department_name_ar) as department_name_ar, title, grade, count(*)::int as members,
          (count(*) filter (where posted_count = 0))::int as posted_nothing,
          (count(*) filter (where not tp_set and not fb_set and posted_count = 0 and grade <> '-'))::int as nothing_yet,
          (count(*) filter (where not tp_set or not fb_set))::int as not_scored,
          sum(tp) * 100 as tp, sum(fb) * 100 as fb, sum(atts) * 100 as atts, sum(acts) * 100 as acts, sum(escore) * 100 as escore
        from members
        group by term_id, known_department_id, department_name, title, grade
        order by department_name, known_department_id`
    },

    /**
     * From the first term that knows the member to the last or the current one, oldest first. A term in between in which nothing
     * was earned belongs to the path; a closed one only if they were among its members.
     */
    async path(viewer: Viewer, userId: number): Promise<PathTerm[]> {
      const [member] = await sql`select from users where id = ${userId} and removed_at is null`
      if (!member) throw new NotFound(messages.users.notFound)
      const steps = await sql<PathTerm[]>`
        with own as (
          select t.id as term_id, t.name as term_name, t.is_current, t.start_date, t.status, m.is_frozen,
            t.is_current or m.is_frozen or m.total_score > 0 or m.posted_count > 0 as is_known,
            m.title as graded_title, m.tp, m.fb, m.tp_set, m.fb_set, m.atts, m.acts, m.escore, m.total_score, m.posted_count,
            m.own_grade as grade, m.grade as grade_with_feedback
          from term_standing m join terms t on t.id = m.term_id
          where m.user_id = ${userId} and ${visibleMember(sql, viewer, 'm')}
        )
        select term_id, term_name, is_current, graded_title, tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, grade,
          grade_with_feedback
        from own
        where is_frozen or (status = 'open' and start_date
          between (select min(start_date) from own where is_known) and (select max(start_date) from own where is_known))
        order by start_date`
      // A head sees nobody here who was never in the department.
      if (steps.length === 0 && userId !== viewer.id && !isAdmin(viewer)) throw new NotFound(messages.users.notFound)
      return steps
    },
  }
}
