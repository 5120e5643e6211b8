import type { ActivityType } from '../../contract/codes.ts'
import type { DoneQuery, DoneReport } from '../../contract/done-report.ts'
import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'
import { visibleMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import { has, ofDepartmentAndTitle } from './filters.queries.ts'

export type DoneFilters = Omit<DoneQuery, 'term_id'>

/** The postings of a term that one group has. The points are hundredths: whole numbers, which are added up exactly. */
export interface DoneCell {
  by: 'activity' | 'type' | 'department' | 'title' | 'term'
  term_id: number
  activity_id: number | null
  type: ActivityType | null
  department_id: number | null
  department_name: string | null
  department_names: Translations | null
  title: string | null
  postings: number
  points: number
}

export interface NamedRow {
  id: number
  name: string
  names: Translations
}

export function done(sql: Sql) {
  return {
    /** The terms with these ids, or the current one, oldest first. */
    async terms(ids: readonly number[] | undefined): Promise<DoneReport['terms']> {
      return sql<DoneReport['terms']>`
        select id, name, names, status from terms where ${ids ? sql`id = any(${ids})` : sql`is_current`} order by start_date`
    },

    /**
     * The counts of the postings that are not returned, of the members whom the viewer sees: with their department and title in each term, as
     * its closing froze them.
     */
    async cells(
      viewer: Viewer,
      termIds: readonly number[],
      { only, activity_id, type, ...ofMember }: DoneFilters,
    ): Promise<DoneCell[]> {
      return sql<DoneCell[]>`
        with members as materialized (
          select term_id, user_id, title, department_name, coalesce(department_names, '{}') as department_names,
            case when department_name is not null then department_id end as department_id
          from term_standing m where term_id = any(${termIds}) and is_member and ${visibleMembers(sql, viewer, 'm')}
            ${ofDepartmentAndTitle(sql, ofMember)}),
        posted as (
          select term_id, user_id, activity_id, type, count(*) as postings, sum(counted_points) as points
          from posted_activities where term_id = any(${termIds}) and state ${only === 'verified' ? sql`= 'verified'` : sql`<> 'returned'`}
            ${has(activity_id) ? sql`and activity_id = any(${activity_id})` : sql``} ${has(type) ? sql`and type = any(${type})` : sql``}
          group by term_id, user_id, activity_id, type)
        select case when grouping(p.activity_id) = 0 then 'activity' when grouping(p.type) = 0 then 'type'
            when grouping(m.department_name) = 0 then 'department' when grouping(m.title) = 0 then 'title' else 'term' end as by,
          p.term_id, p.activity_id, p.type, m.department_id, m.department_name, max(m.department_names::text)::jsonb as department_names, m.title,
          sum(p.postings)::int as postings, (sum(p.points) * 100)::float8 as points
        from posted p join members m on m.term_id = p.term_id and m.user_id = p.user_id
        group by grouping sets ((p.term_id, p.activity_id), (p.term_id, p.type), (p.term_id, m.department_id, m.department_name), (p.term_id, m.title), (p.term_id))`
    },

    async departmentNames(ids: readonly number[]): Promise<NamedRow[]> {
      return sql<NamedRow[]>`select id, name, names from departments where id = any(${ids}) order by name, id`
    },

    /** What the activities are called today, also those that were removed. */
    async activityNames(ids: readonly number[]): Promise<NamedRow[]> {
      return sql<NamedRow[]>`select id, name, names from activities where id = any(${ids}) order by name, id`
    },
  }
}
