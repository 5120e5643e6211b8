import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { Unauthorized } from '../errors/errors.ts'
import type { Settings } from '../settings.ts'
import { isAdmin, type ReviewGrant, reviewGrantsOf, type Viewer } from './policy.ts'

export type PolicySettings = Pick<Settings, 'HEADS_MAY_SCORE'>

/** The columns of a viewer, of a user `u`. */
export type ViewerRow = Omit<Viewer, 'headsMayScore'>
export function viewerColumns(sql: Sql): Fragment {
  const name = sql`json_build_object('id', d.id, 'name', d.name, 'names', d.names)`
  return sql`u.id, u.role_id,
    (select ${name} from department_heads h join departments d on d.id = h.department_id where h.user_id = u.id) as department,
    (select coalesce(json_agg(json_build_object('id', g.id, 'lender_id', g.lender_id, 'lender_name', g.lender_name,
       'lender_other_name', (select other_name from users where id = g.lender_id),
       'department', case when d.id is not null then ${name} end, 'last_day', g.last_day) order by g.id), '[]')
     from delegations_in_force g left join departments d on d.id = g.department_id where g.delegate_id = u.id) as delegations`
}

export function viewerFrom({ id, role_id, department, delegations }: ViewerRow, { HEADS_MAY_SCORE }: PolicySettings): Viewer {
  return { id, role_id, department, delegations, headsMayScore: HEADS_MAY_SCORE === 'yes' }
}

/** Sets in the transaction whether heads set scores, for rules of the database itself (database/functions/questions.sql). */
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
      await sql`select from department_heads where user_id = ${id} or user_id in (${lenders}) order by user_id for share`
      return this.read(id)
    },
  }
}

/** The members whom the viewer sees in lists: rows of term_standing, by the member's department in that term. */
export function visibleMembers(sql: Sql, viewer: Viewer, alias: string): Fragment {
  if (isAdmin(viewer)) return sql`true`
  return viewer.department ? isOfDepartment(sql, viewer.department.id, alias) : sql`false`
}

/**
 * The standing of the members whom the viewer sees in lists. With the scores that a term holds back: for administrators, and for heads
 * except their own.
 */
export function standingFor(sql: Sql, viewer: Viewer, holdsScores: boolean): Fragment {
  if (!holdsScores) return sql`term_standing`
  if (isAdmin(viewer)) return sql`office_standing`
  return sql`(select * from office_standing where user_id <> ${viewer.id}
    union all select * from published_standing where user_id = ${viewer.id})`
}

/** The members whom the viewer sees in lists, and the viewer's own rows. */
export function visibleMember(sql: Sql, viewer: Viewer, alias: string): Fragment {
  return sql`(${sql.identifier(alias)}.user_id = ${viewer.id} or ${visibleMembers(sql, viewer, alias)})`
}

/** The id of a user, for viewers who may open the page of that person; null for all others, who are told nobody by id. */
export function openableId(sql: Sql, viewer: Viewer, id: Fragment): Fragment {
  if (isAdmin(viewer)) return sql`(${id})`
  if (!viewer.department) return sql`null::integer`
  return sql`(select of_page.user_id from term_standing of_page
    where of_page.user_id = (${id}) and ${visibleMembers(sql, viewer, 'of_page')} limit 1)`
}

/** The departments that the viewer finds: those whose members they see. */
export function visibleDepartments(sql: Sql, viewer: Viewer, alias: string): Fragment {
  if (isAdmin(viewer)) return sql`true`
  return viewer.department ? sql`${sql.identifier(alias)}.id = ${viewer.department.id}` : sql`false`
}

/** The postings of those members in those terms. */
export function visiblePostings(sql: Sql, viewer: Viewer, alias: string): Fragment {
  const posting = sql.identifier(alias)
  if (isAdmin(viewer)) return sql`true`
  const own = sql`${posting}.user_id = ${viewer.id}`
  return viewer.department ? sql`(${own} or ${isByMemberOf(sql, viewer.department.id, alias)})` : own
}

/** Postings that the viewer may review. */
export function reviewablePostings(sql: Sql, viewer: Viewer, alias: string): Fragment {
  const [first, ...others] = reviewGrantsOf(viewer).map((grant) => reviewableBy(sql, viewer, grant, alias))
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
    // A member of a department is a member of the term.
    return grant.departmentId === null ? sql`(${isReviewable} and ${isTermMember(sql, 't', 'u')})` : isReviewable
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
  return lentGrants(viewer).reduce(
    (before, grant) => sql`(${before} or (${isOpen} and ${reviewableBy(sql, viewer, grant, postings)}))`,
    visiblePostings(sql, viewer, postings),
  )
}

/** Postings that the viewer may know of: those that they may open, also in closed terms. */
export function knownPostings(sql: Sql, viewer: Viewer, postings: string): Fragment {
  return lentGrants(viewer).reduce(
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

const lentGrants = (viewer: Viewer) => reviewGrantsOf(viewer).filter(({ lenderId }) => lenderId !== null)

/** Postings that the viewer may review by one grant: never the viewer's own, nor those of the lender. */
export function reviewableBy(sql: Sql, viewer: Viewer, { departmentId, lenderId }: ReviewGrant, alias: string): Fragment {
  const posting = sql.identifier(alias)
  return sql`(${posting}.user_id <> ${viewer.id}
    ${lenderId === null ? sql`` : sql`and ${posting}.user_id <> ${lenderId}`}
    ${departmentId === null ? sql`` : sql`and ${isByMemberOf(sql, departmentId, alias)}`})`
}

function isOfDepartment(sql: Sql, departmentId: number, alias: string): Fragment {
  const member = sql.identifier(alias)
  return sql`(${member}.is_member and ${member}.department_id = ${departmentId})`
}

function isByMemberOf(sql: Sql, departmentId: number, alias: string): Fragment {
  const posting = sql.identifier(alias)
  return sql`exists (select from term_standing of_term where of_term.user_id = ${posting}.user_id
    and of_term.term_id = ${posting}.term_id and ${isOfDepartment(sql, departmentId, 'of_term')})`
}
