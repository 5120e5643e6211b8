import type { AuditRecord } from '../../contract/audit.ts'
import type { Translations } from '../../contract/fields.ts'
import { grades } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { translationsOfDegree } from '../degrees/degrees.queries.ts'
import { NotFound } from '../errors/errors.ts'

/** A term, and the closing that is in force. */
export interface ResultsTerm {
  id: number
  name: string
  names: Translations
  start_date: string
  end_date: string
  status: 'open' | 'closed'
  /** The version of the rules by which the term is graded. */
  rules_version: number
  closing: { id: number; number: number; closed_at: string; closed_by: string } | null
}

interface DepartmentName {
  department_name: string | null
  department_names: Translations | null
}

/** The participation in a term. A member who posted and was scored is in both counts. */
export interface Participation extends DepartmentName {
  members: number
  posted: number
  scored: number
  nothing: number
}

/** The changes of the members' grades from those in the term before. */
export interface GradeMoves extends DepartmentName {
  up: number
  same: number
  down: number
  /** Members who were not in the term before. */
  added: number
}

/** A row of results.csv and results.json, as frozen by the closing. */
export interface FrozenResult extends DepartmentName {
  /** Only in a closing in which somebody has a faculty: other archives stay as they were. */
  faculty_name?: string | null
  faculty_names?: Translations
  user_id: number
  name: string
  other_name: string | null
  degree: string | null
  degrees: Translations
  title: string | null
  tp: number | null
  fb: number | null
  atts: number
  acts: number
  escore: number
  total_score: number
  posted_count: number
  verified_count: number
  returned_count: number
  /** The grade with feedback. */
  grade: string
  /** The grade without feedback. */
  own_grade: string
}

export function results(sql: Sql) {
  return {
    async term(id: number): Promise<ResultsTerm> {
      const [term] = await sql<ResultsTerm[]>`
        select t.id, t.name, t.names, t.start_date, t.end_date, t.status, t.rules_version,
          case when t.status = 'closed' then json_build_object('id', c.id, 'number', c.number,
            'closed_at', to_char(c.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'closed_by', u.name) end as closing
        from terms t left join term_closings c on c.id = t.closing_id left join users u on u.id = c.closed_by where t.id = ${id}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term
    },

    async departmentName(id: number): Promise<string | undefined> {
      const [department] = await sql<{ name: string }[]>`select name from departments where id = ${id}`
      return department?.name
    },

    /** The participation by department, members without one last. */
    async participation(termId: number): Promise<Participation[]> {
      return sql<Participation[]>`
        select department_name, (array_agg(department_names order by department_names desc))[1] as department_names,
          count(*)::int as members, (count(*) filter (where posted_count > 0))::int as posted,
          (count(*) filter (where tp_set or fb_set))::int as scored,
          (count(*) filter (where posted_count = 0 and not tp_set and not fb_set))::int as nothing
        from term_standing where term_id = ${termId} and is_member
        group by department_name order by department_name nulls last`
    },

    /** The moves by the department of this term. Members without a grade in one of the terms are in no count. */
    async gradeMoves(termId: number, beforeId: number): Promise<GradeMoves[]> {
      const rank = (row: 'm' | 'b') => sql`array_position(${[...grades]}::text[], ${sql.identifier(row)}.grade)`
      return sql<GradeMoves[]>`
        select m.department_name, (array_agg(m.department_names order by m.department_names desc))[1] as department_names,
          (count(*) filter (where ${rank('m')} > ${rank('b')}))::int as up,
          (count(*) filter (where ${rank('m')} = ${rank('b')}))::int as same,
          (count(*) filter (where ${rank('m')} < ${rank('b')}))::int as down,
          (count(*) filter (where b.user_id is null))::int as added
        from term_standing m
        left join (select user_id, grade from term_standing where term_id = ${beforeId} and is_member) b on b.user_id = m.user_id
        where m.term_id = ${termId} and m.is_member
        group by m.department_name order by m.department_name nulls last`
    },

    async hasFaculties(closingId: number): Promise<boolean> {
      const found = await sql`select from term_results where closing_id = ${closingId} and faculty_name is not null limit 1`
      return found.length > 0
    },

    /** The next results of a closing after that of a member; by member. None once the closing is no longer in force. */
    async frozen(closingId: number, afterId: number, count: number, withFaculty: boolean): Promise<FrozenResult[]> {
      return sql<FrozenResult[]>`
        select m.user_id, m.name, m.other_name, m.degree, ${translationsOfDegree(sql, sql`m.degree`)} as degrees, m.title, m.department_name, m.department_names,
          ${withFaculty ? sql`m.faculty_name, m.faculty_names,` : sql``}
          case when m.tp_set then m.tp end as tp, case when m.fb_set then m.fb end as fb, m.atts, m.acts, m.escore,
          m.total_score, m.posted_count, m.verified_count, m.returned_count, m.grade, m.own_grade
        from term_standing m join terms t on t.id = m.term_id
        where t.closing_id = ${closingId} and m.is_frozen and m.user_id > ${afterId} order by m.user_id limit ${count}`
    },

    /** The next audit records of a term, its scores and its postings (also those that were deleted), oldest first. */
    async auditOf(termId: number, afterId: number, count: number): Promise<AuditRecord[]> {
      const namesTerm = (side: 'before' | 'after') =>
        sql`a.${sql.identifier(side)} @> ${JSON.stringify({ term_id: termId })}::jsonb`
      return sql<AuditRecord[]>`
        select a.id::int as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.actor_id, a.actor_name,
          a.address, a.capacity, a.subject, a.kind, a.subject_id, a.subject_name, a.person_id, a.before, a.after
        from audit a
        where a.id > ${afterId} and ((a.subject in ('term', 'score') and a.subject_id = ${termId}) or (a.subject = 'posting' and (
          exists (select from posted_activities p where p.id = a.subject_id and p.term_id = ${termId})
          or ${namesTerm('before')} or ${namesTerm('after')})))
        order by a.id limit ${count}`
    },
  }
}
