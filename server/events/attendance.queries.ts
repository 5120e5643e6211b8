import type { AttendanceOfEvent, AttendanceOfMember, AttendanceQuery, AttendanceReport } from '../../contract/attendance.ts'
import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'
import { countedEvents, visibleMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

/** A member, who may have been at no event. */
export type MemberRow = AttendanceOfMember & { department_id: number | null }

interface Narrowed {
  termId: number
  departmentId: number | undefined
}

/** Attendance in numbers. The members are those of the term, with their department there, as its closing froze them. */
export function attendance(sql: Sql) {
  const members = ({ termId, departmentId }: Narrowed) => sql`
    select user_id, name, other_name, sort_name, department_id, faculty_id, is_member, department_name,
      coalesce(department_names, '{}') as department_names
    from term_standing where term_id = ${termId} and is_member
      ${departmentId === undefined ? sql`` : sql`and department_id = ${departmentId}`}`
  /** Each member at each event once, however many sessions it had. Removals are few, and read once: joined, they are looked through for each row. */
  const there = ({ termId }: Narrowed) => sql`
    select distinct c.event_id, c.user_id from event_check_ins c
    where c.event_id in (select id from events where term_id = ${termId})
      and (c.event_id, c.user_id) not in (select event_id, user_id from event_removals)`

  return {
    async term({ term_id }: AttendanceQuery): Promise<AttendanceReport['term'] | undefined> {
      const [term] = await sql<AttendanceReport['term'][]>`
        select id, name, names, status from terms where ${term_id === undefined ? sql`is_current` : sql`id = ${term_id}`}`
      return term
    },

    async department(id: number): Promise<{ name: string; names: Translations } | undefined> {
      const [department] = await sql<
        { name: string; names: Translations }[]
      >`select name, names from departments where id = ${id}`
      return department
    },

    /** By event. Of one department, only its members are counted, and events that are for none of them are left out. */
    async events(viewer: Viewer, narrowed: Narrowed): Promise<AttendanceOfEvent[]> {
      const isAll = narrowed.departmentId === undefined
      const ofMembers = isAll ? sql`` : sql`and user_id in (select user_id from m)`
      return sql<AttendanceOfEvent[]>`
        with m as materialized (${members(narrowed)}),
          shown as materialized (
            select e.* from events e where e.term_id = ${narrowed.termId} and e.state <> 'cancelled' and ${countedEvents(sql, viewer, 'e')}),
          sizes as materialized (
            select department_id, faculty_id, count(*) as count from m group by grouping sets ((department_id), (faculty_id), ())),
          chosen as (
            select event_id, count(*) as count from event_invitations join m using (user_id)
            where event_id in (select id from shown) group by event_id),
          answers as (
            select event_id, count(*) as count from event_answers where event_id in (select id from shown) ${ofMembers} group by event_id),
          present as (
            select event_id, count(*) as count from (${there(narrowed)}) t where true ${ofMembers} group by event_id),
          guests as (
            select event_id, count(*) as count from event_guests where event_id in (select id from shown) group by event_id),
          made as (
            select event_id, count(*) as count from posted_activities where event_id in (select id from shown) ${ofMembers} group by event_id),
          counted as (
            select e.id, e.name, e.titles as names, e.starting_date, e.state,
              coalesce(case e.audience
                when 'all' then (select count(*) from m)
                when 'chosen' then chosen.count
                when 'department' then (select count from sizes where department_id = e.department_id)
                else (select count from sizes where faculty_id = e.faculty_id) end, 0)::int as invited,
              (coalesce(answers.count, 0) + ${isAll ? sql`coalesce(f.count, 0)` : sql`0`})::int as said_yes,
              coalesce(present.count, 0)::int as members,
              ${isAll ? sql`coalesce(guests.count, 0)::int` : sql`null::int`} as guests, e.seats,
              coalesce(made.count, 0)::int as postings
            from shown e left join chosen on chosen.event_id = e.id left join answers on answers.event_id = e.id
            left join present on present.event_id = e.id left join guests on guests.event_id = e.id left join made on made.event_id = e.id
            left join event_forgotten_answers f on f.event_id = e.id)
        select * from counted ${isAll ? sql`` : sql`where invited > 0 or members > 0`} order by starting_date, id`
    },

    /** All members whom the viewer sees, with the number of events at which each was, and what these brought. */
    async members(viewer: Viewer, narrowed: Narrowed): Promise<MemberRow[]> {
      return sql<MemberRow[]>`
        with m as materialized (${members(narrowed)}),
          t as (select user_id, count(*)::int as events from (${there(narrowed)}) t group by user_id),
          brought as (
            select user_id, sum(counted_points) as points from posted_activities
            where term_id = ${narrowed.termId} and event_id is not null and state <> 'returned' group by user_id)
        select m.user_id as id, m.name, m.other_name, m.department_name,
          case when m.department_name is not null then m.department_id end as department_id,
          case when m.department_name is not null then m.department_names end as department_names,
          coalesce(t.events, 0) as events, coalesce(brought.points, 0)::float8 as points
        from m left join t using (user_id) left join brought using (user_id) where ${visibleMembers(sql, viewer, 'm')}
        order by m.sort_name, m.user_id`
    },
  }
}
