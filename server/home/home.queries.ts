import type { Activity } from '../../contract/activities.ts'
import type { Bands, gradesAndNone } from '../../contract/grading.ts'
import type { ComingEvent, Home } from '../../contract/home.ts'
import { mostEventsAtHome } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Limit } from '../../contract/rules.ts'
import type { Sql } from '../../database/connect.ts'

type GradeOrNone = (typeof gradesAndNone)[number]

export type OwnPosting = Pick<
  PostedActivity,
  | 'id'
  | 'activity_id'
  | 'activity_name'
  | 'activity_names'
  | 'type'
  | 'score'
  | 'starting_date'
  | 'state'
  | 'over_limit'
  | 'returned_reason'
  | 'returned_reasons'
  | 'term_id'
  | 'term_name'
  | 'term_names'
  | 'term_status'
> & { event_id: number | null }

/** A coming event, with what decides what it brings. */
export type HeldEvent = Omit<ComingEvent, 'gain'> &
  Pick<OwnPosting, 'activity_id' | 'type' | 'score' | 'starting_date' | 'term_id'>

export type Offered = Pick<Activity, 'id' | 'name' | 'names' | 'score' | 'type'>

/** A member in the current term, as every list of the term has them, and what the plan to the next grade is made of. */
export interface MemberNow extends Pick<Home['term'], 'id' | 'name' | 'names' | 'start_date' | 'end_date' | 'status'> {
  today: string
  posting_until: string | null
  is_member: boolean
  title: string | null
  total_score: number
  fb: number
  tp_set: boolean
  fb_set: boolean
  posted_count: number
  grade: GradeOrNone
  own_grade: GradeOrNone
  bands: Bands
  /** The limits of the open terms, and of the current one. */
  limits: { term_id: number; limits: Limit[] }[]
  postings: OwnPosting[]
  catalogue: Offered[]
  events: HeldEvent[]
}

export function homes(sql: Sql) {
  return {
    /** One SQL statement, so that the grade and what it is made of are of one snapshot. */
    async of(userId: number): Promise<MemberNow> {
      const [found] = await sql<[MemberNow]>`
        select t.id, t.name, t.names, t.start_date, t.end_date, t.status, current_date as today,
          last_day_of(t, 'posting', u.id, u.department_id) as posting_until,
          m.is_member, m.title, m.total_score, m.fb, m.tp_set, m.fb_set, m.posted_count, m.grade, m.own_grade,
          (select json_object_agg(title, to_json(lower_bounds)) from rules_bands where rules_version = t.rules_version) as bands,
          (select json_agg(json_build_object('term_id', o.id, 'limits', (
              select coalesce(json_agg(json_build_object('activity_id', l.activity_id, 'type', l.type,
                'most_times', l.most_times, 'most_points', l.most_points)), '[]')
              from rules_limits l where l.rules_version = o.rules_version)))
           from terms o where o.status = 'open' or o.id = t.id) as limits,
          (select coalesce(json_agg(json_build_object('id', p.id, 'activity_id', p.activity_id, 'activity_name', p.activity_name,
              'activity_names', p.activity_names, 'type', p.type, 'score', p.score, 'starting_date', p.starting_date, 'state', p.state,
              'over_limit', p.over_limit, 'event_id', p.event_id, 'returned_reason', p.returned_reason, 'returned_reasons', p.returned_reasons,
              'term_id', o.id, 'term_name', o.name, 'term_names', o.names, 'term_status', o.status)
              order by p.starting_date desc, p.id desc), '[]')
           from posted_activities p join terms o on o.id = p.term_id where p.user_id = m.user_id) as postings,
          (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'names', a.names, 'score', a.score, 'type', a.type)
              order by a.name, a.id), '[]')
           from activities a where a.removed_at is null) as catalogue,
          (select coalesce(json_agg(c order by c.begins_at, c.id), '[]') from (
              select e.id, e.name, e.titles as names, e.place, e.activity_id, a.type, a.score, e.starting_date, e.term_id,
                to_char(s.begins_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as begins_at,
                to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at,
                exists (select from event_answers w where w.event_id = e.id and w.user_id = u.id) as is_coming,
                coalesce((select count(*) from event_answers w where w.event_id = e.id) >= e.seats, false) as is_full,
                exists (select from event_check_ins i where i.session_id = s.id and i.user_id = u.id) as was_there
              from events e join terms o on o.id = e.term_id and o.status = 'open' join activities a on a.id = e.activity_id
              cross join lateral (
                select n.id, n.begins_at, n.ends_at from event_sessions n where n.event_id = e.id and n.ends_at > now()
                order by n.begins_at limit 1) s
              where e.state = 'planned' and is_invited(e, u.id)
              order by s.begins_at, e.id limit ${mostEventsAtHome}) c) as events
        from terms t join term_standing m on m.term_id = t.id join users u on u.id = m.user_id
        where t.is_current and m.user_id = ${userId}`
      return found
    },
  }
}
