import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList, jsonObject } from '../../database/json.ts'
import { NotFound } from '../http/errors.ts'
import { visibleMember } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import { terms } from '../terms/terms.queries.ts'
import { hasOwnPassword } from './own-passwords.queries.ts'

export interface UserFields {
  name: string
  email: string
  degree: string | null
  title: string | null
  username: string
  department_id: number
  role_id: number
  gender: string
}

export function users(sql: Sql) {
  /** Without its password: nothing that lists users ever reads it. */
  const shown = (termId: number | undefined) => sql`
    select u.id, u.name, u.email, u.degree, u.title, u.username, u.department_id, d.name as department_name,
      d.name_ckb as department_name_ckb, d.name_ar as department_name_ar, u.role_id, u.gender,
      u.password_hash is not null as can_sign_in, f.user_id is not null as has_signed_in,
      ${hasOwnPassword(sql)} as has_own_sign_in, i.account as linked_account, u.version,
      m.is_member, m.title as graded_title, m.tp, m.fb, m.tp_set, m.fb_set, m.atts, m.acts, m.escore, m.total_score, m.posted_count
    from users u
    left join departments d on d.id = u.department_id and d.removed_at is null
    left join first_sign_ins f on f.user_id = u.id
    left join (
      select distinct on (user_id) user_id, coalesce(email, subject) as account from identities order by user_id, linked_at desc
    ) i on i.user_id = u.id
    join term_standing m on m.user_id = u.id
      and m.term_id = (select id from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`})
    where u.removed_at is null`

  /** Nothing was found: there is no such term, or no such user. */
  async function refuseUnknown(termId: number | undefined): Promise<never> {
    await terms(sql).idOrCurrent(termId)
    throw new NotFound(messages.users.notFound)
  }

  return {
    async list(termId: number): Promise<string> {
      return jsonList(sql, 'users', sql`${shown(termId)} order by name_sort_key(u.name), u.id`)
    },

    /** Without a term, with the scores of the current one. */
    async byId(id: number, termId?: number): Promise<User> {
      const [user] = await sql<User[]>`${shown(termId)} and u.id = ${id}`
      return user ?? refuseUnknown(termId)
    },

    /** The account of today with the scores of the term: a head sees it of who is in the department today and was in that term. */
    async json(viewer: Viewer, id: number, termId: number | undefined): Promise<string> {
      const isToday = viewer.department && id !== viewer.id ? sql`and u.department_id = ${viewer.department.id}` : sql``
      const found = await jsonObject(
        sql,
        'user',
        sql`${shown(termId)} and u.id = ${id} and ${visibleMember(sql, viewer, 'm')} ${isToday}`,
      )
      return found ?? refuseUnknown(termId)
    },

    /** Held until the end of the transaction. */
    async lock(id: number): Promise<{ role_id: number; version: number; department_id: number | null; is_removed: boolean }> {
      const [row] = await sql<{ role_id: number; version: number; department_id: number | null; is_removed: boolean }[]>`
        select role_id, version, department_id, removed_at is not null as is_removed from users where id = ${id} for update`
      if (!row) throw new NotFound(messages.users.notFound)
      return row
    },

    /** With an initial password. */
    async add(fields: UserFields & { password_hash: string }, by: number): Promise<number> {
      const row = { ...fields, password_is_initial: true, updated_by: by }
      const [added] = await sql<[{ id: number }]>`insert into users ${sql.insert(row)} returning id`
      return added.id
    },

    async edit(id: number, fields: UserFields & { password_hash?: string }, by: number) {
      const initial = fields.password_hash === undefined ? {} : { password_is_initial: true }
      await sql`update users set ${sql.set({ ...fields, ...initial, updated_by: by })} where id = ${id}`
    },

    /** By the user themselves. */
    async setDetails(id: number, { name, email }: Pick<UserFields, 'name' | 'email'>) {
      await sql`update users set name = ${name}, email = ${email}, updated_by = ${id} where id = ${id}`
    },

    async setRole(id: number, roleId: number, by: number) {
      await sql`update users set role_id = ${roleId}, updated_by = ${by} where id = ${id}`
    },

    async setRemoved(id: number, isRemoved: boolean, by: number) {
      await sql`update users set removed_at = ${isRemoved ? sql`now()` : null}, updated_by = ${by} where id = ${id}`
    },
  }
}
