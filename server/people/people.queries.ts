import { messages } from '../../contract/languages/catalogue.ts'
import { pageSize } from '../../contract/limits.ts'
import type { Person, PersonReview, PersonTerm, ReviewSide } from '../../contract/people.ts'
import type { Sql } from '../../database/connect.ts'
import { translationsOfDegree } from '../degrees/degrees.queries.ts'
import { removalOf } from '../editable/editable-rows.queries.ts'
import { NotFound } from '../errors/errors.ts'
import { standingFor, visibleMembers, visiblePostings } from '../policy/policy.queries.ts'
import { isAdmin, readsAll, type Viewer } from '../policy/policy.ts'

type Found = Omit<Person, 'removal'> & { removed_at: string | null; removed_by: string | null }

const seesSignIn = (viewer: Viewer, id: number) => isAdmin(viewer) || id === viewer.id

export function people(sql: Sql) {
  /** How somebody signs in is for administrators and that person: readers get the account without it. */
  const ofToday = (viewer: Viewer, id: number) => sql`
    select users.id, users.name, users.other_name, users.username, users.email, users.degree,
      ${translationsOfDegree(sql, sql`users.degree`)} as degrees, users.title,
      d.id as department_id, d.name as department_name, d.names as department_names ${removalOf(sql, 'users')},
      json_build_object('role_id', users.role_id, 'gender', users.gender,
        'email_refused', exists (select from mail_failures f where f.user_id = users.id and f.email = users.email and f.is_refused),
        'can_sign_in', users.password_hash is not null,
        'has_signed_in', exists (select from first_sign_ins s where s.user_id = users.id),
        'linked_account', (select coalesce(email, subject) from identities i
          where i.user_id = users.id and ${seesSignIn(viewer, id)}::boolean order by linked_at desc limit 1),
        'has_second_factor', ${seesSignIn(viewer, id)}::boolean and (exists (select from passkeys p where p.user_id = users.id)
          or exists (select from authenticators a where a.user_id = users.id and a.confirmed_at is not null)),
        'heads', (select json_build_object('id', of.id, 'name', of.name, 'names', of.names)
          from department_heads h join departments of on of.id = h.department_id where h.user_id = users.id),
        'dean_of', (select json_build_object('id', of.id, 'name', of.name, 'names', of.names)
          from faculty_deans n join faculties of on of.id = n.faculty_id where n.user_id = users.id),
        'rights', (select coalesce(json_agg(r."right" order by r."right"), '[]') from user_rights r where r.user_id = users.id)) as account
    from users left join departments d on d.id = users.department_id and d.removed_at is null
    where users.id = ${id}`

  const ofTheDepartment = (viewer: Viewer, id: number) => sql`
    select m.user_id as id, m.name, m.other_name, (select username from users where id = m.user_id) as username, m.email, m.degree,
      ${translationsOfDegree(sql, sql`m.degree`)} as degrees, m.title, m.department_id, m.department_name, m.department_names,
      null as removed_at, null as removed_by, null as account
    from term_standing m join terms t on t.id = m.term_id
    where m.user_id = ${id} and ${visibleMembers(sql, viewer, 'm')} order by t.start_date desc limit 1`

  /** The last record that set the score. A draft counts only while the score is held back. */
  const lastSet = (viewer: Viewer, column: 'tp' | 'fb') => sql`
    (select case when a.after ->> ${column} is not null then json_build_object(
        'actor_id', case when ${readsAll(viewer)}::boolean then a.actor_id end, 'set_by', a.actor_name,
        'set_at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end
     from audit a
     where a.person_id = m.user_id and a.subject = 'score' and a.subject_id = m.term_id and a.after ? ${column}
       and (a.kind <> 'drafted' or m.${sql.identifier(`${column}_draft`)})
     order by a.id desc limit 1)`

  /** A reviewer who takes a decision back changes the state alone; the owner who edits what was returned changes it, too. */
  const isTakenBack = sql`(a.kind = 'edited' and a.before ? 'state' and a.actor_id <> a.person_id
    and a.before - '{state,returned_reason}'::text[] = '{}' and coalesce(a.after, '{}') - '{state,returned_reason}'::text[] = '{}')`

  return {
    /** A person whom the viewer may see in no term is not found. Administrators see everybody, removed people, too. */
    async read(viewer: Viewer, id: number): Promise<Person> {
      const [found] = await sql<Found[]>`${readsAll(viewer) ? ofToday(viewer, id) : ofTheDepartment(viewer, id)}`
      if (!found) throw new NotFound(messages.users.notFound)
      const { removed_at, removed_by, ...person } = found
      return { ...person, removal: removed_at === null ? null : { removed_at, removed_by } }
    },

    async refuseUnseen(viewer: Viewer, id: number) {
      const rows = readsAll(viewer)
        ? await sql`select from users where id = ${id}`
        : await sql`select from term_standing m where m.user_id = ${id} and ${visibleMembers(sql, viewer, 'm')} limit 1`
      if (rows.length === 0) throw new NotFound(messages.users.notFound)
    },

    /** The terms, newest first. An open term in which nothing was posted or scored is left out, unless it is the current one. */
    async terms(viewer: Viewer, id: number): Promise<PersonTerm[]> {
      return sql<PersonTerm[]>`
        select m.term_id, t.name as term_name, t.names as term_names, t.status, t.is_current, m.is_member,
          m.tp, m.fb, m.tp_set, m.fb_set, m.tp_draft, m.fb_draft, m.atts, m.acts, m.escore, m.total_score,
          m.posted_count, m.verified_count, m.returned_count,
          case when m.is_member then m.grade else '-' end as grade, case when m.is_member then m.own_grade else '-' end as own_grade,
          ${lastSet(viewer, 'tp')} as tp_last, ${lastSet(viewer, 'fb')} as fb_last
        from ${standingFor(sql, viewer, true)} m join terms t on t.id = m.term_id
        where m.user_id = ${id} and ${visibleMembers(sql, viewer, 'm')}
          and ((m.is_member and (t.status = 'closed' or t.is_current or m.tp_set or m.fb_set)) or m.posted_count > 0)
        order by t.start_date desc`
    },

    /** A page of decisions. Heads see those about postings that they see: a posting that was deleted since is seen by administrators. */
    async reviews(viewer: Viewer, id: number, side: ReviewSide, before: number | undefined): Promise<PersonReview[]> {
      return sql<PersonReview[]>`
        select a.id::int as id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
          case a.kind when 'edited' then 'taken back' else a.kind end as kind,
          case when ${readsAll(viewer)}::boolean then a.actor_id end as actor_id, a.actor_name,
          -- The owner of a posting learns who decided, and not by which right.
          case when a.person_id <> ${viewer.id} then a.capacity end as capacity,
          a.person_id as member_id, u.name as member_name, u.other_name as member_other_name, a.subject_name as activity_name,
          p.id as posting_id, t.name as term_name, t.names as term_names, a.after ->> 'returned_reason' as reason
        from audit a
        join users u on u.id = a.person_id
        left join posted_activities p on p.id = a.subject_id
        left join terms t on t.id = p.term_id
        where ${side === 'received' ? sql`a.person_id = ${id}` : sql`a.actor_id = ${id}`} and a.subject = 'posting'
          and (a.kind in ('verified', 'returned') or ${isTakenBack})
          and ${readsAll(viewer) ? sql`true` : sql`(p.id is not null and ${visiblePostings(sql, viewer, 'p')})`}
          ${before === undefined ? sql`` : sql`and a.id < ${before}`}
        order by a.id desc limit ${pageSize.personReviews}`
    },
  }
}
