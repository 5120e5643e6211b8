import type { Translations } from '../../contract/fields.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { PathTerm, Progress, TermName } from '../../contract/overview.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { standingFor, visibleMember, visibleMembers } from '../policy/policy.queries.ts'
import { seesEverybody, type Viewer } from '../policy/policy.ts'

/** The members of a term who have the same department, faculty, title and grade: how many they are and what they earned together. */
export interface Cell {
  term_id: number
  department_id: number | null
  department_name: string | null
  department_names: Translations
  faculty_id: number | null
  faculty_name: string | null
  faculty_names: Translations
  title: string | null
  grade: string
  members: number
  posted_nothing: number
  nothing_yet: number
  /** The members without teacher points or without feedback. */
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
    /** The term with that id; without an id, the current one. */
    async term(id: number | undefined): Promise<OpenOrClosedTerm> {
      const [term] = await sql<
        OpenOrClosedTerm[]
      >`select id, name, names, status = 'closed' as is_closed from terms where ${id === undefined ? sql`is_current` : sql`id = ${id}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term
    },

    /** The last term that began before this one. */
    async termBefore({ id }: TermName): Promise<TermName | undefined> {
      const [term] = await sql<TermName[]>`
        select id, name, names from terms where start_date < (select start_date from terms where id = ${id})
        order by start_date desc limit 1`
      return term
    },

    /** The cells of the same members as on the Staff panel. */
    async cells(viewer: Viewer, termIds: number[]): Promise<Cell[]> {
      const holding = await sql`select from terms where id = any(${termIds}) and holds_scores limit 1`
      return sql<Cell[]>`
        with members as (
          select *, case when department_name is not null then department_id end as known_department_id
          from ${standingFor(sql, viewer, holding.length > 0)} m where term_id = any(${termIds}) and is_member and ${visibleMembers(sql, viewer, 'm')})
        select term_id, known_department_id as department_id, department_name,
          (array_agg(department_names order by department_names desc))[1] as department_names,
          faculty_id, faculty_name, (array_agg(faculty_names order by faculty_names desc))[1] as faculty_names,
          title, grade, count(*)::int as members,
          (count(*) filter (where posted_count = 0))::int as posted_nothing,
          (count(*) filter (where not tp_set and not fb_set and posted_count = 0 and grade <> '-'))::int as nothing_yet,
          (count(*) filter (where not tp_set or not fb_set))::int as not_scored,
          sum(tp) * 100 as tp, sum(fb) * 100 as fb, sum(atts) * 100 as atts, sum(acts) * 100 as acts, sum(escore) * 100 as escore
        from members
        group by term_id, known_department_id, department_name, faculty_id, faculty_name, title, grade
        order by department_name, known_department_id`
    },

    /** What was done in a term, by department. Nobody learns of drafts of their own scores. */
    async progress(viewer: Viewer, termId: number): Promise<Progress[]> {
      const holding = await sql`select from terms where id = ${termId} and holds_scores`
      const hasDraft = sql`exists (select from member_drafts d where d.term_id = m.term_id and d.user_id = m.user_id
        and d.user_id <> ${viewer.id})`
      return sql<Progress[]>`
        with members as (
          select m.*, case when department_name is not null then department_id end as known_department_id,
            tp_set and fb_set as is_scored, ${hasDraft} as has_draft, q.asked, q.open
          from ${standingFor(sql, viewer, holding.length > 0)} m
          cross join lateral (select count(*) filter (where state <> 'withdrawn') as asked, count(*) filter (where state = 'open') as open
            from score_questions where term_id = m.term_id and user_id = m.user_id) q
          where m.term_id = ${termId} and is_member and ${visibleMembers(sql, viewer, 'm')})
        select known_department_id as department_id, department_name,
          (array_agg(department_names order by department_names desc))[1] as department_names, count(*)::int as members,
          (count(*) filter (where posted_count > 0))::int as posted, sum(posted_count)::int as postings,
          sum(verified_count + returned_count)::int as reviewed, (count(*) filter (where is_scored))::int as scored,
          (count(*) filter (where is_scored and not has_draft))::int as released,
          sum(asked)::int as questions, sum(open)::int as open_questions
        from members group by known_department_id, department_name order by department_name, known_department_id`
    },

    /**
     * The path from the first term that knows the member to the last or the current one, oldest first. A term in between in which nothing
     * was earned belongs to the path; a closed one only if they were among its members.
     */
    async path(viewer: Viewer, userId: number): Promise<PathTerm[]> {
      const [member] = await sql`select from users where id = ${userId} and removed_at is null`
      if (!member) throw new NotFound(messages.users.notFound)
      const steps = await sql<PathTerm[]>`
        with own as (
          select t.id as term_id, t.name as term_name, t.names as term_names, t.is_current, t.start_date, t.status, m.is_frozen,
            t.is_current or m.is_frozen or m.total_score > 0 or m.posted_count > 0 as is_known,
            m.title as graded_title, m.tp, m.fb, m.tp_set, m.fb_set, m.atts, m.acts, m.escore, m.total_score, m.posted_count,
            m.own_grade as grade, m.grade as grade_with_feedback
          from term_standing m join terms t on t.id = m.term_id
          where m.user_id = ${userId} and ${visibleMember(sql, viewer, 'm')}
        )
        select term_id, term_name, term_names, is_current, graded_title, tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, grade,
          grade_with_feedback
        from own
        where is_frozen or (status = 'open' and start_date
          between (select min(start_date) from own where is_known) and (select max(start_date) from own where is_known))
        order by start_date`
      // A head does not see a member here who was never in the department.
      if (steps.length === 0 && userId !== viewer.id && !seesEverybody(viewer)) throw new NotFound(messages.users.notFound)
      return steps
    },
  }
}
