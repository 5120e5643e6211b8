import type { Department, DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/messages.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'
import { NotFound } from '../http/errors.ts'

export function departments(sql: Sql) {
  const shown = sql`id, name, version,
    (select count(*)::int from users u where u.department_id = departments.id and u.removed_at is null) as member_count`

  return {
    async list(): Promise<string> {
      return jsonList(sql, 'departments', sql`select ${shown} from departments where removed_at is null order by name, id`)
    },

    async add(input: DepartmentInput, by: number): Promise<Department> {
      const [added] = await sql<
        [Department]
      >`insert into departments (name, updated_by) values (${input.name}, ${by}) returning ${shown}`
      return added
    },

    async edit(
      id: number,
      { name, version = null }: { name: string; version?: number | null | undefined },
      by: number,
    ): Promise<Department> {
      const [edited] = await sql<Department[]>`
        update departments set name = ${name}, updated_by = ${by}
        where id = ${id} and removed_at is null and (${version}::int is null or version = ${version})
        returning ${shown}`
      if (!edited) throw await conflictOrNotFound(sql, 'departments', id, messages.departments.notFound)
      return edited
    },

    async remove(id: number, by: number) {
      const rows = await sql`update departments set removed_at = now(), updated_by = ${by}
        where id = ${id} and removed_at is null returning id`
      if (rows.length === 0) throw new NotFound(messages.departments.notFound)
    },

    /** A row that is not removed keeps its version: it must not cause an edit conflict. */
    async restore(id: number, by: number): Promise<Department> {
      await sql`update departments set removed_at = null, updated_by = ${by} where id = ${id} and removed_at is not null`
      const [restored] = await sql<Department[]>`select ${shown} from departments where id = ${id}`
      if (!restored) throw new NotFound(messages.departments.notFound)
      return restored
    },

    /** Held until the end of the transaction, so that no user is added to a department while it is being removed. */
    async isThere(id: number): Promise<boolean> {
      const rows = await sql`select from departments where id = ${id} and removed_at is null for share`
      return rows.length > 0
    },
  }
}
