import type { Release, ReleaseChange, ReleasePreview } from '../../contract/releases.ts'
import type { Sql } from '../../database/connect.ts'
import { standingFor } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

type DepartmentIds = readonly number[] | undefined

/** The releases of scores that a term holds back (database/functions/releases.sql). */
export function releases(sql: Sql) {
  const ofDepartments = (ids: DepartmentIds) => (ids ? sql`and coalesce(m.department_id, 0) = any(${ids})` : sql``)
  const member = sql`m.user_id as id, m.name, m.other_name, m.department_id, m.department_name, m.department_names`

  const obstacle = sql`case
    when r.taken_back_at is not null then 'taken back'
    when exists (select from score_releases later where later.term_id = r.term_id and later.number > r.number and later.taken_back_at is null)
      then 'not the last'
    when exists (select from score_questions q join released_scores n on n.release_id = r.id and n.user_id = q.user_id
      where q.term_id = r.term_id and q.subject in ('tp', 'fb') and q.created_at >= r.released_at) then 'questioned' end`

  return {
    /** What members see now, and would see afterwards. Viewers who are scored see of themselves only what they see now. */
    async changes(viewer: Viewer, termId: number, departments: DepartmentIds): Promise<ReleaseChange[]> {
      const standing = (row: 'm' | 'o') => {
        const column = (name: string) => sql`${sql.identifier(row)}.${sql.identifier(name)}`
        return sql`json_build_object('tp', case when ${column('tp_set')} then ${column('tp')} end,
          'fb', case when ${column('fb_set')} then ${column('fb')} end,
          'total_score', ${column('total_score')}, 'grade', ${column('grade')})`
      }
      return sql<ReleaseChange[]>`
        select ${member}, ${standing('m')} as before, ${standing('o')} as after
        from member_drafts d
        join term_standing m on m.term_id = d.term_id and m.user_id = d.user_id
        join ${standingFor(sql, viewer, true)} o on o.term_id = d.term_id and o.user_id = d.user_id
        where d.term_id = ${termId} ${ofDepartments(departments)} order by m.sort_name, m.user_id`
    },

    async notScored(viewer: Viewer, termId: number, departments: DepartmentIds): Promise<ReleasePreview['not_scored']> {
      return sql<ReleasePreview['not_scored']>`
        select ${member}, m.tp_set, m.fb_set from ${standingFor(sql, viewer, true)} m
        where m.term_id = ${termId} and m.is_member and not (m.tp_set and m.fb_set) ${ofDepartments(departments)}
        order by m.sort_name, m.user_id`
    },

    async memberCount(termId: number, departments: DepartmentIds): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from term_standing m where m.term_id = ${termId} and m.is_member ${ofDepartments(departments)}`
      return row.count
    },

    async list(termId: number): Promise<Release[]> {
      return sql<Release[]>`
        select r.id, r.number, to_char(r.released_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as released_at, u.name as released_by,
          (select count(*)::int from released_scores where release_id = r.id) as members, r.departments,
          to_char(r.taken_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_back_at, ${obstacle} as obstacle
        from score_releases r join users u on u.id = r.released_by where r.term_id = ${termId} order by r.number desc`
    },

    /** The term of a release and the reason why it cannot be taken back. */
    async byId(id: number): Promise<{ term_id: number; number: number; obstacle: Release['obstacle'] } | undefined> {
      const [found] = await sql<{ term_id: number; number: number; obstacle: Release['obstacle'] }[]>`
        select r.term_id, r.number, ${obstacle} as obstacle from score_releases r where r.id = ${id}`
      return found
    },

    /** Releases the drafts; returns the number of members. */
    async add(termId: number, departments: DepartmentIds, by: number): Promise<number> {
      const names = departments
        ? sql`(select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'names', d.names) order by d.name)
            from departments d where d.id = any(${departments}))`
        : sql`null`
      const [release] = await sql<[{ id: number }]>`
        insert into score_releases (term_id, number, departments, released_by)
        select ${termId}, count(*) + 1, ${names}, ${by} from score_releases where term_id = ${termId} returning id`
      // A member without a row of scores gets one, which the release fills.
      await sql`insert into term_scores (user_id, term_id)
        select d.user_id, d.term_id from member_drafts d where d.term_id = ${termId} order by 1 on conflict do nothing`
      const released = await sql`
        insert into released_scores (release_id, user_id, tp_before, fb_before, tp, fb)
        select ${release.id}, d.user_id, s.tp, s.fb, d.tp, d.fb
        from member_drafts d
        join term_standing m on m.term_id = d.term_id and m.user_id = d.user_id
        join term_scores s on s.term_id = d.term_id and s.user_id = d.user_id
        where d.term_id = ${termId} ${ofDepartments(departments)} returning user_id`
      await sql`select publish_release(${release.id})`
      return released.length
    },

    async takeBack(id: number, by: number) {
      await sql`select take_back_release(${id}, ${by})`
    },
  }
}
