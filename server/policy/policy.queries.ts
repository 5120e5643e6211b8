import { roles } from '../../contract/codes.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { Unauthorized } from '../errors/errors.ts'
import type { Settings } from '../settings.ts'
import {
  isAdmin,
  officesOf,
  type ReviewGrant,
  readsAll,
  reviewGrantsOf,
  type Scope,
  scopesOf,
  scoringScopesOf,
  seesEverybody,
  type Viewer,
} from './policy.ts'

export type PolicySettings = Pick<Settings, 'HEADS_MAY_SCORE'>

/** The columns of a viewer, of a user `u`. */
export type ViewerRow = Omit<Viewer, 'headsMayScore'> & { heads_may_score: boolean | null }
export function viewerColumns(sql: Sql): Fragment {
  const named = (alias: string) => {
    const row = sql.identifier(alias)
    return sql`json_build_object('id', ${row}.id, 'name', ${row}.name, 'names', ${row}.names)`
  }
  const rights = sql`(select coalesce(json_agg(g."right" order by g."right"), '[]') from user_rights g where g.user_id = u.id)`
  // A lender with two offices lends both; the pages get one delegation.
  return sql`u.id, u.role_id, (select heads_may_score from portal_settings) as heads_may_score, ${rights} as rights,
    (select dashboard from user_preferences where user_id = u.id) as dashboard,
    (select ${named('d')} from department_heads h join departments d on d.id = h.department_id where h.user_id = u.id) as department,
    (select ${named('f')} from faculty_deans n join faculties f on f.id = n.faculty_id where n.user_id = u.id) as faculty,
    (select coalesce(json_agg(json_build_object('id', g.id, 'lender_id', g.lender_id, 'lender_name', g.lender_name,
       'lender_other_name', (select other_name from users where id = g.lender_id),
       'department', (select ${named('d')} from departments d where d.id = g.department_id),
       'faculty', (select ${named('f')} from faculties f where f.id = g.faculty_id), 'last_day', g.last_day) order by g.id), '[]')
     from (select id, lender_id, lender_name, last_day, max(department_id) as department_id, max(faculty_id) as faculty_id
       from delegation_scopes where delegate_id = u.id group by id, lender_id, lender_name, last_day) g) as delegations`
}

export function viewerFrom(row: ViewerRow, { HEADS_MAY_SCORE }: PolicySettings): Viewer {
  const { id, role_id, rights, dashboard, department, faculty, delegations, heads_may_score } = row
  const headsMayScore = heads_may_score ?? HEADS_MAY_SCORE === 'yes'
  return { id, role_id, rights, dashboard, department, faculty, delegations, headsMayScore }
}

/** Whether a user `u` has any right beyond being staff: about others, by role, given, by office or delegation. */
export function hasRights(sql: Sql, alias: string): Fragment {
  const user = sql.identifier(alias)
  return sql`(${user}.role_id = ${roles.admin}
    or exists (select from user_rights r where r.user_id = ${user}.id)
    or exists (select from department_heads h where h.user_id = ${user}.id)
    or exists (select from faculty_deans n where n.user_id = ${user}.id)
    or exists (select from delegation_scopes g where g.delegate_id = ${user}.id))`
}

/** Whether a user `u` administers: by the role, or by a right beside being scored. */
export function administers(sql: Sql, alias: string): Fragment {
  return sql`is_administrator(${sql.identifier(alias)}.id)`
}

/** Sets in the transaction what the environment variable says about it, for rules of the database itself (database/functions/questions.sql). */
export async function declarePolicy(tx: Sql, { HEADS_MAY_SCORE }: PolicySettings) {
  await tx`select set_config('portal.heads_may_score', ${HEADS_MAY_SCORE}, true)`
}

export function viewers(sql: Sql, settings: PolicySettings) {
  return {
    async read(id: number): Promise<Viewer> {
      const [row] = await sql<ViewerRow[]>`select ${viewerColumns(sql)} from users u where u.id = ${id} and u.removed_at is null`
      if (!row) throw new Unauthorized()
      return viewerFrom(row, settings)
    },

    /**
     * The rights at this moment, locked: what would end them waits for the end of the transaction. The role is locked by the session, which
     * ends with it (database/transaction.ts).
     */
    async lock(id: number): Promise<Viewer> {
      const lenders = sql`select lender_id from delegations where delegate_id = ${id} and ended_at is null`
      await sql`select from delegations where delegate_id = ${id} and ended_at is null order by id for share`
      await sql`select from users where id in (${lenders}) order by id for share`
      await sql`select from user_rights where user_id = ${id} or user_id in (${lenders}) order by user_id, "right" for share`
      await sql`select from department_heads where user_id = ${id} or user_id in (${lenders}) order by user_id for share`
      const deans = sql`faculty_deans where user_id = ${id} or user_id in (${lenders})`
      await sql`select from ${deans} order by user_id for share`
      // A department that leaves the faculty takes its members away from the dean.
      await sql`select from departments where faculty_id in (select faculty_id from ${deans}) order by id for share`
      // It says whether heads and deans set scores.
      await sql`select from portal_settings for share`
      return this.read(id)
    },
  }
}

/** The members whom the viewer sees in lists: rows of term_standing, by the member's department and faculty in that term. */
export function visibleMembers(sql: Sql, viewer: Viewer, alias: string): Fragment {
  return isOfScopes(sql, scopesOf(viewer), alias)
}

/**
 * The standing of the members whom the viewer sees in lists. With the scores that a term holds back, except the viewer's own.
 */
export function standingFor(sql: Sql, viewer: Viewer, holdsScores: boolean): Fragment {
  if (!holdsScores) return sql`term_standing`
  // Nobody of this role is scored.
  if (viewer.role_id === roles.admin) return sql`office_standing`
  return sql`(select * from office_standing where user_id <> ${viewer.id}
    union all select * from published_standing where user_id = ${viewer.id})`
}

/** The members whom the viewer sees in lists, and the viewer's own rows. */
export function visibleMember(sql: Sql, viewer: Viewer, alias: string): Fragment {
  return sql`(${sql.identifier(alias)}.user_id = ${viewer.id} or ${visibleMembers(sql, viewer, alias)})`
}

/** The members whose scores the viewer sets, but never their own: rows of term_standing. */
export function scorableMembers(sql: Sql, viewer: Viewer, alias: string): Fragment {
  return sql`(${sql.identifier(alias)}.user_id <> ${viewer.id} and ${isOfScopes(sql, scoringScopesOf(viewer), alias)})`
}

/** The id of a user, for viewers who may open the page of that person; null for all others, who are told nobody by id. */
export function openableId(sql: Sql, viewer: Viewer, id: Fragment): Fragment {
  if (readsAll(viewer)) return sql`(${id})`
  if (holdsNone(viewer)) return sql`null::integer`
  return sql`(select of_page.user_id from term_standing of_page
    where of_page.user_id = (${id}) and ${visibleMembers(sql, viewer, 'of_page')} limit 1)`
}

/** The departments that the viewer finds: those whose members they see. */
export function visibleDepartments(sql: Sql, viewer: Viewer, alias: string): Fragment {
  if (seesEverybody(viewer)) return sql`true`
  return isDepartmentOf(sql, viewer, alias)
}

/** The events that the viewer organises: those of the office and of their members, and those for which they were named. */
export function manageableEvents(sql: Sql, viewer: Viewer, alias: string): Fragment {
  if (isAdmin(viewer)) return sql`true`
  const event = sql.identifier(alias)
  const named = sql`exists (select from event_organisers o where o.event_id = ${event}.id and o.user_id = ${viewer.id})`
  const byOffice = officesOf(viewer).map(({ scope }) =>
    'departmentId' in scope
      ? sql`${event}.department_id = ${scope.departmentId}`
      : sql`(${event}.faculty_id = ${scope.facultyId}
          or ${event}.department_id in (select id from departments where faculty_id = ${scope.facultyId}))`,
  )
  // An event of the office has no department: nothing is unknown about whose it is.
  return sql`(${anyOf(sql, [named, ...byOffice])} is true)`
}

/** The events whose attendance the viewer sees in numbers: those that they organise, and all for who sees everybody. */
export function countedEvents(sql: Sql, viewer: Viewer, alias: string): Fragment {
  return seesEverybody(viewer) ? sql`true` : manageableEvents(sql, viewer, alias)
}

/** The events that the viewer sees: those that they organise, those for them, and all for who sees everybody. */
export function visibleEvents(sql: Sql, viewer: Viewer, alias: string): Fragment {
  if (seesEverybody(viewer)) return sql`true`
  return anyOf(sql, [manageableEvents(sql, viewer, alias), sql`is_invited(${sql.identifier(alias)}, ${viewer.id})`])
}

/** The postings of those members in those terms. */
export function visiblePostings(sql: Sql, viewer: Viewer, alias: string): Fragment {
  const posting = sql.identifier(alias)
  if (seesEverybody(viewer)) return sql`true`
  const own = sql`${posting}.user_id = ${viewer.id}`
  return holdsNone(viewer) ? own : sql`(${own} or ${isByMemberOf(sql, scopesOf(viewer), alias)})`
}

/** Postings that the viewer may review. */
export function reviewablePostings(sql: Sql, viewer: Viewer, alias: string, by: ReviewedBy = 'day'): Fragment {
  const [first, ...others] = reviewGrantsOf(viewer).map((grant) => reviewableBy(sql, viewer, grant, alias, by))
  // Without an OR around a single grant, PostgreSQL joins the members instead of looking up each.
  return others.reduce((before, one) => sql`(${before} or ${one})`, first ?? sql`false`)
}

/**
 * Postings `p` in this state that wait for a decision of the viewer, or that were returned and may be decided again, in terms `t`, of users `u`. Only postings of the members of the term are among them:
 * the others count in nothing, and no number of the term has them (term_counts).
 */
export function waitingPostings(sql: Sql, viewer: Viewer, state: 'posted' | 'returned' = 'posted'): Fragment {
  const [first, ...others] = reviewGrantsOf(viewer).map((grant) => {
    const isReviewable = reviewableBy(sql, viewer, grant, 'p')
    // A member of a department or faculty is a member of the term.
    return grant.scope === null ? sql`(${isReviewable} and ${isTermMember(sql, 't', 'u')})` : isReviewable
  })
  // Not a parameter: PostgreSQL would use no index of one state.
  const hasState = state === 'posted' ? sql`p.state = 'posted'` : sql`p.state = 'returned'`
  return sql`${hasState} and t.status = 'open' and ${others.reduce((before, one) => sql`(${before} or ${one})`, first ?? sql`false`)}`
}

/** Whether a user is a member of a term; the same as is_member of term_standing, without reading the scores. */
export function isTermMember(sql: Sql, terms: string, users: string): Fragment {
  const [term, user] = [sql.identifier(terms), sql.identifier(users)]
  return sql`is_term_member(${term}.status, ${user}.role_id, ${user}.removed_at,
    exists (select from term_results frozen where frozen.closing_id = ${term}.closing_id and frozen.user_id = ${user}.id))`
}

/** Postings that the viewer may open: see them, or review them for another user while their term `terms` is open. */
export function reachablePostings(sql: Sql, viewer: Viewer, postings: string, terms: string): Fragment {
  const isOpen = sql`${sql.identifier(terms)}.status = 'open'`
  return grantsBeside(viewer).reduce(
    (before, grant) => sql`(${before} or (${isOpen} and ${reviewableBy(sql, viewer, grant, postings)}))`,
    visiblePostings(sql, viewer, postings),
  )
}

/** Postings that the viewer may know of: those that they may open, also in closed terms. */
export function knownPostings(sql: Sql, viewer: Viewer, postings: string): Fragment {
  return grantsBeside(viewer).reduce(
    (before, grant) => sql`(${before} or ${reviewableBy(sql, viewer, grant, postings)})`,
    visiblePostings(sql, viewer, postings),
  )
}

/** Postings about which the viewer may have decided: by a right of their own in every term, by a lent one while the term is open. */
export function decidedPostings(sql: Sql, viewer: Viewer, postings: string, terms: string): Fragment {
  const isOpen = sql`${sql.identifier(terms)}.status = 'open'`
  const [first, ...others] = reviewGrantsOf(viewer).map((grant) => {
    const isReviewable = reviewableBy(sql, viewer, grant, postings)
    return grant.lenderId === null ? isReviewable : sql`(${isOpen} and ${isReviewable})`
  })
  return others.reduce((before, one) => sql`(${before} or ${one})`, first ?? sql`false`)
}

/** The grants by which a viewer reviews postings that they do not see anyway: lent ones, and those of members who have moved away. */
const grantsBeside = (viewer: Viewer) => (seesEverybody(viewer) ? [] : reviewGrantsOf(viewer))

/** Whose department decides who reviews: that of a posting's day, or that of the member, as for questions. */
export type ReviewedBy = 'day' | 'member'

/** Postings that the viewer may review by one grant: never the viewer's own, nor those of the lender. */
export function reviewableBy(
  sql: Sql,
  viewer: Viewer,
  { scope, lenderId }: ReviewGrant,
  alias: string,
  by: ReviewedBy = 'day',
): Fragment {
  const posting = sql.identifier(alias)
  return sql`(${posting}.user_id <> ${viewer.id}
    ${lenderId === null ? sql`` : sql`and ${posting}.user_id <> ${lenderId}`}
    ${scope === null ? sql`` : sql`and ${by === 'day' ? isPostedIn(sql, scope, alias) : isByMemberOf(sql, [scope], alias)}`})`
}

const holdsNone = (viewer: Viewer) => scopesOf(viewer).length === 0

/** The departments, as they are today, of the offices that the viewer holds. */
export function isDepartmentOf(sql: Sql, viewer: Viewer, alias: string): Fragment {
  const department = sql.identifier(alias)
  return anyOf(
    sql,
    officesOf(viewer).map(({ scope }) =>
      'departmentId' in scope
        ? sql`${department}.id = ${scope.departmentId}`
        : sql`${department}.faculty_id = ${scope.facultyId}`,
    ),
  )
}

function isOfScopes(sql: Sql, scopes: readonly Scope[], alias: string): Fragment {
  if (scopes.includes(null)) return sql`true`
  if (scopes.length === 0) return sql`false`
  const member = sql.identifier(alias)
  const one = (scope: NonNullable<Scope>) =>
    'departmentId' in scope
      ? sql`${member}.department_id = ${scope.departmentId}`
      : sql`${member}.faculty_id = ${scope.facultyId}`
  return sql`(${member}.is_member and ${anyOf(
    sql,
    scopes.flatMap((scope) => (scope ? [one(scope)] : [])),
  )})`
}

function anyOf(sql: Sql, [first, ...others]: readonly Fragment[]): Fragment {
  return others.reduce((before, one) => sql`(${before} or ${one})`, first ?? sql`false`)
}

/**
 * Postings of members of the term that the department of the posting's day has; in a closed term, and where that department was removed, the
 * department of the member. The same as may_review (database/functions/heads.sql).
 */
function isPostedIn(sql: Sql, scope: NonNullable<Scope>, alias: string): Fragment {
  const posting = sql.identifier(alias)
  const [column, id] = 'departmentId' in scope ? ['id', scope.departmentId] : ['faculty_id', scope.facultyId]
  const ofMember = sql.identifier(column === 'id' ? 'department_id' : 'faculty_id')
  return sql`exists (select from term_standing of_term
    left join departments of_day on of_day.id = ${posting}.owner_department_id and of_day.removed_at is null and not of_term.is_frozen
    where of_term.user_id = ${posting}.user_id and of_term.term_id = ${posting}.term_id and of_term.is_member
      and case when of_day.id is null then of_term.${ofMember} else of_day.${sql.identifier(String(column))} end = ${id})`
}

function isByMemberOf(sql: Sql, scopes: readonly Scope[], alias: string): Fragment {
  const posting = sql.identifier(alias)
  return sql`exists (select from term_standing of_term where of_term.user_id = ${posting}.user_id
    and of_term.term_id = ${posting}.term_id and ${isOfScopes(sql, scopes, 'of_term')})`
}
