import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList, jsonObject } from '../../database/json.ts'
import { translatedDegrees, translationsOfDegree } from '../degrees/degrees.queries.ts'
import { translatedDepartments } from '../departments/translated-departments.queries.ts'
import { latestRemovedFirst, removalOf } from '../editable/editable-rows.queries.ts'
import { NotFound } from '../errors/errors.ts'
import { invitationOf } from '../invitations/invitations.queries.ts'
import { administers, isDepartmentOf, visibleMember } from '../policy/policy.queries.ts'
import { isAdmin, seesEverybody, type Viewer } from '../policy/policy.ts'
import { terms } from '../terms/terms.queries.ts'
import { hasOwnPassword } from './own-passwords.queries.ts'

interface LockedUser {
  role_id: number
  /** By the role, or by a right beside being scored. */
  is_administrator: boolean
  version: number
  department_id: number | null
  email: string | null
  is_removed: boolean
}

export interface UserFields {
  name: string
  /** Without the field, the stored one stays. */
  other_name?: string | null | undefined
  email: string
  degree: string | null
  title: string | null
  username: string
  department_id: number
  role_id: number
  gender: string
}

/** The department of a user is that of today, whatever the term of the scores. */
const today = { status: 'open', closing_id: null }

export function users(sql: Sql) {
  /** The columns of a user without the password: nothing that lists users ever reads it. */
  const shown = (
    termId: number | undefined,
    names = sql`, d.names as department_names, ${translationsOfDegree(sql, sql`u.degree`)} as degrees`,
    withSignIn = true,
  ) => sql`
    select u.id, u.name, u.other_name, u.email, u.degree, u.title, u.username, u.department_id, d.name as department_name,
      mf.user_id is not null as email_refused, u.role_id, u.gender, ${invitationOf(sql)},
      u.password_hash is not null as can_sign_in, f.user_id is not null as has_signed_in,
      ${hasOwnPassword(sql)} as has_own_sign_in, case when ${withSignIn}::boolean then l.account end as linked_account,
      ${withSignIn}::boolean and (exists (select from passkeys p where p.user_id = u.id)
        or exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null)) as has_second_factor, u.version,
      m.is_member, m.title as graded_title, m.tp, m.fb, m.tp_set, m.fb_set, m.atts, m.acts, m.escore, m.total_score, m.posted_count ${names}
    from users u
    left join departments d on d.id = u.department_id and d.removed_at is null
    left join first_sign_ins f on f.user_id = u.id
    left join invitations i on i.user_id = u.id
    left join mail_failures mf on mf.user_id = u.id and mf.email = u.email and mf.is_refused
    left join (
      select distinct on (user_id) user_id, coalesce(email, subject) as account from identities order by user_id, linked_at desc
    ) l on l.user_id = u.id
    join term_standing m on m.user_id = u.id
      and m.term_id = (select id from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`})
    where u.removed_at is null`

  /** Nothing was found: there is no such term, or no such user. */
  async function refuseUnknown(termId: number | undefined): Promise<never> {
    await terms(sql).idOrCurrent(termId)
    throw new NotFound(messages.users.notFound)
  }

  return {
    /** How somebody signs in is for administrators: readers get the list without it. */
    async list(viewer: Viewer, termId: number): Promise<string> {
      const rows = sql`${shown(termId, sql``, isAdmin(viewer))} order by u.sort_name, u.id`
      return jsonList(sql, 'users', rows, {
        department_names: translatedDepartments(sql, today),
        degree_names: translatedDegrees(sql),
      })
    },

    async listRemoved(): Promise<string> {
      return jsonList(
        sql,
        'users',
        sql`select users.id, users.name, users.other_name, users.username, users.email, d.name as department_name, d.names as department_names ${removalOf(sql, 'users')}
          from users left join departments d on d.id = users.department_id and d.removed_at is null ${latestRemovedFirst(sql, 'users')}`,
      )
    },

    /** The user with the scores of the term, or of the current one without a term. */
    async byId(id: number, termId?: number): Promise<User> {
      const [user] = await sql<User[]>`${shown(termId)} and u.id = ${id}`
      return user ?? refuseUnknown(termId)
    },

    /**
     * The account of today with the scores of the term: a head or dean sees members who are theirs today and were in that term. How somebody
     * signs in is for administrators and that person, as in the list.
     */
    async json(viewer: Viewer, id: number, termId: number | undefined): Promise<string> {
      const isOffices = sql`exists (select from departments o where o.id = u.department_id and ${isDepartmentOf(sql, viewer, 'o')})`
      const isToday = seesEverybody(viewer) || id === viewer.id ? sql`` : sql`and ${isOffices}`
      const found = await jsonObject(
        sql,
        'user',
        sql`${shown(termId, undefined, isAdmin(viewer) || id === viewer.id)} and u.id = ${id} and ${visibleMember(sql, viewer, 'm')} ${isToday}`,
      )
      return found ?? refuseUnknown(termId)
    },

    /** The lock is held until the end of the transaction. */
    async lock(id: number): Promise<LockedUser> {
      const [row] = await sql<LockedUser[]>`
        select role_id, ${administers(sql, 'users')} as is_administrator, version, department_id, email, removed_at is not null as is_removed
        from users where id = ${id} for update`
      if (!row) throw new NotFound(messages.users.notFound)
      return row
    },

    /** Adds a user, with an initial password. */
    async add(fields: UserFields & { password_hash: string }, by: number): Promise<number> {
      const row = { ...fields, password_is_initial: true, updated_by: by }
      const [added] = await sql<[{ id: number }]>`insert into users ${sql.insert(row)} returning id`
      return added.id
    },

    async edit(id: number, fields: UserFields & { password_hash?: string }, by: number) {
      const initial = fields.password_hash === undefined ? {} : { password_is_initial: true }
      await sql`update users set ${sql.set({ ...fields, ...initial, updated_by: by })} where id = ${id}`
    },

    /** Sets the details of a user, by the user themselves. */
    async setDetails(id: number, details: Pick<UserFields, 'name' | 'other_name' | 'email'>) {
      await sql`update users set ${sql.set({ ...details, updated_by: id })} where id = ${id}`
    },

    async setRole(id: number, roleId: number, by: number) {
      await sql`update users set role_id = ${roleId}, updated_by = ${by} where id = ${id}`
    },

    async setRemoved(id: number, isRemoved: boolean, by: number) {
      await sql`update users set removed_at = ${isRemoved ? sql`now()` : null}, updated_by = ${by} where id = ${id}`
    },
  }
}
