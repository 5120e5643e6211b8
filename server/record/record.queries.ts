import type { ActivityType } from '../../contract/codes.ts'
import type { Translations } from '../../contract/fields.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Scores } from '../../contract/scoring.ts'
import type { Statement } from '../../contract/statements.ts'
import type { Sql } from '../../database/connect.ts'
import { translationsOfDegree } from '../degrees/degrees.queries.ts'
import { NotFound } from '../errors/errors.ts'
import { visibleMember, visibleMembers, visiblePostings } from '../policy/policy.queries.ts'
import { seesEverybody, type Viewer } from '../policy/policy.ts'

export interface RecordMember {
  id: number
  name: string
  other_name: string | null
  username: string
  degree: string | null
  degrees: Translations
  title: string | null
  department_name: string | null
  department_names: Translations | null
}

/** A term with the scores of the member: as frozen by its closing, else as it is now. */
export interface RecordTerm extends Omit<Statement['term'], 'id'> {
  term_id: number
  /** Whether there is a statement. A term in which the person posted before becoming an administrator has none, and no grade. */
  is_member: boolean
  sums: Scores
  tp_set: boolean
  fb_set: boolean
  grade: string
  own_grade: string
}

export interface RecordLine
  extends Pick<
    PostedActivity,
    | 'term_id'
    | 'activity_name'
    | 'activity_names'
    | 'starting_date'
    | 'score'
    | 'counted_points'
    | 'over_limit'
    | 'link'
    | 'state'
    | 'returned_reason'
    | 'returned_reasons'
  > {
  type: ActivityType
  has_evidence: boolean
  /** What both sides wrote about it, oldest first. */
  messages: { name: string; other_name: string | null; day: string; text: string }[]
}

export function record(sql: Sql) {
  return {
    /** The member as they are today; for a head of department, as they were in the last term in which they were in the department. */
    async member(viewer: Viewer, userId: number): Promise<RecordMember> {
      const ofToday = sql`
        select u.id, u.name, u.other_name, u.username, u.degree, ${translationsOfDegree(sql, sql`u.degree`)} as degrees, u.title, d.name as department_name, d.names as department_names
        from users u left join departments d on d.id = u.department_id and d.removed_at is null where u.id = ${userId}`
      const ofTheDepartment = sql`
        select m.user_id as id, m.name, m.other_name, (select username from users where id = m.user_id) as username, m.degree, ${translationsOfDegree(sql, sql`m.degree`)} as degrees, m.title, m.department_name, m.department_names
        from term_standing m join terms t on t.id = m.term_id
        where m.user_id = ${userId} and ${visibleMembers(sql, viewer, 'm')} order by t.start_date desc limit 1`
      const seesAll = userId === viewer.id || seesEverybody(viewer)
      const [found] = await sql<RecordMember[]>`${seesAll ? ofToday : ofTheDepartment}`
      if (!found) throw new NotFound(messages.users.notFound)
      return found
    },

    /** The terms, newest first. An open term in which nothing was posted or scored is left out, unless it is the current one. */
    async terms(viewer: Viewer, userId: number): Promise<RecordTerm[]> {
      const closedAt = sql`to_char(c.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      return sql<RecordTerm[]>`
        select t.id as term_id, t.name, t.names, t.start_date, t.end_date, t.status,
          case when t.status = 'closed' then json_build_object('number', c.number, 'closed_at', ${closedAt},
            'closed_by', (select name from users where id = c.closed_by)) end as closing,
          m.is_member, m.tp_set, m.fb_set,
          json_build_object('tp', m.tp, 'fb', m.fb, 'atts', m.atts, 'acts', m.acts, 'escore', m.escore, 'total_score', m.total_score) as sums,
          case when m.is_member then m.grade else '-' end as grade,
          case when m.is_member then m.own_grade else '-' end as own_grade
        from term_standing m join terms t on t.id = m.term_id
        left join term_closings c on c.id = t.closing_id
        where m.user_id = ${userId} and ${visibleMember(sql, viewer, 'm')}
          and ((m.is_member and (t.status = 'closed' or t.is_current or m.tp_set or m.fb_set))
            or exists (select from posted_activities p where p.user_id = m.user_id and p.term_id = m.term_id))
        order by t.start_date desc`
    },

    /** The activities by date, oldest first. */
    async lines(viewer: Viewer, userId: number): Promise<RecordLine[]> {
      return sql<RecordLine[]>`
        select p.term_id, p.activity_name, p.activity_names, p.type, p.starting_date, p.score, p.counted_points,
          p.over_limit, p.link, p.state, p.returned_reason, p.returned_reasons,
          exists (select from posted_images i where i.posted_activity_id = p.id)
            or exists (select from evidence_files f where f.posted_activity_id = p.id) as has_evidence,
          (select coalesce(json_agg(json_build_object('name', a.name, 'other_name', a.other_name, 'day', m.created_at::date,
              'text', m.text) order by m.id), '[]')
            from posting_messages m join users a on a.id = m.author_id where m.posted_activity_id = p.id) as messages
        from posted_activities p where p.user_id = ${userId} and ${visiblePostings(sql, viewer, 'p')}
        order by p.starting_date, p.id`
    },
  }
}
