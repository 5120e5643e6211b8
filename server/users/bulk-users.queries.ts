import type { SkipReason } from '../../contract/bulk-users.ts'
import type { Sql } from '../../database/connect.ts'
import { administers } from '../policy/policy.queries.ts'

export interface LockedUser {
  id: number
  name: string
  role_id: number
  /** By the role, or by a right beside being scored. */
  is_administrator: boolean
  version: number
  department_id: number | null
  is_removed: boolean
}

export type Skipped = { id: number; name: string; reason: SkipReason }

export function bulkUsers(sql: Sql) {
  return {
    /** The users, locked until the end of the transaction, always in the same order. */
    async lock(ids: readonly number[]): Promise<LockedUser[]> {
      return sql<LockedUser[]>`
        select id, name, role_id, ${administers(sql, 'users')} as is_administrator, version, department_id, removed_at is not null as is_removed
        from users where id = any(${ids}) order by id for update`
    },

    /** The departments that exist, locked so that none is removed before the members are in it. */
    async departmentsThere(ids: readonly number[]): Promise<ReadonlySet<number>> {
      const found = await sql<{ id: number }[]>`
        select id from departments where id = any(${ids}) and removed_at is null order by id for share`
      return new Set(found.map(({ id }) => id))
    },

    async move(moves: readonly { id: number; department_id: number }[], by: number) {
      return sql<{ id: number; version: number }[]>`
        update users u set department_id = m.department_id, updated_by = ${by}
        from jsonb_to_recordset(${sql.json(moves)}) as m(id int, department_id int)
        where u.id = m.id returning u.id, u.version`
    },

    async setRemoved(ids: readonly number[], isRemoved: boolean, by: number) {
      return sql<{ id: number; version: number }[]>`
        update users set removed_at = ${isRemoved ? sql`now()` : null}, updated_by = ${by}
        where id = any(${ids}) returning id, version`
    },

    /** The removed users whose username or e-mail address another user has by now, or one before them among these. */
    async whoseNameIsTaken(ids: readonly number[]): Promise<ReadonlySet<number>> {
      const found = await sql<{ id: number }[]>`
        select r.id from users r where r.id = any(${ids}) and exists (
          select from users u where u.id <> r.id and (u.removed_at is null or (u.id = any(${ids}) and u.id < r.id))
            and (lower(u.username) = lower(r.username) or lower(u.email) = lower(r.email)))`
      return new Set(found.map(({ id }) => id))
    },
  }
}
