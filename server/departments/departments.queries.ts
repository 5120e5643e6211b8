import type { Department, DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { editableRows } from '../editable/editable-rows.queries.ts'
import { NotFound } from '../errors/errors.ts'

export function departments(sql: Sql) {
  const memberCount = sql`,
    (select count(*)::int from users u where u.department_id = departments.id and u.removed_at is null) as member_count`

  const heads = sql`,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'other_name', u.other_name) order by u.sort_name, u.id), '[]')
     from department_heads h join users u on u.id = h.user_id where h.department_id = departments.id) as heads`

  const rows = (derived: Fragment) =>
    editableRows<Department, DepartmentInput>(sql, {
      table: 'departments',
      columns: ['name', 'faculty_id'],
      translations: ['names'],
      derived,
      removed: { columns: ['name', 'names'], derived: memberCount },
      notFound: messages.departments.notFound,
    })

  return {
    ...rows(sql`${memberCount} ${heads}`),

    /** The list for users who are no administrators. */
    listWithoutHeads: () => rows(memberCount).list(),

    async lock(id: number): Promise<boolean> {
      const rows = await sql`select from departments where id = ${id} and removed_at is null for no key update`
      return rows.length > 0
    },

    /** The ids of the heads, locked until the end of the transaction. */
    async lockHeads(departmentId: number): Promise<number[]> {
      const rows = await sql<{ user_id: number }[]>`
        select user_id from department_heads where department_id = ${departmentId} order by user_id for update`
      return rows.map(({ user_id }) => user_id)
    },

    /** Sets the heads. The rules about them and the audit records are in database/functions/heads.sql. */
    async setHeads(departmentId: number, userIds: readonly number[], by: number) {
      await sql`delete from department_heads where department_id = ${departmentId} and user_id <> all(${userIds})`
      await sql`
        insert into department_heads (user_id, department_id, created_by)
        select id, ${departmentId}, ${by} from unnest(${userIds}::int[]) as id order by id on conflict do nothing`
    },

    async byId(id: number): Promise<Department> {
      const [found] = await sql<Department[]>`
        select id, name, faculty_id, names, version ${memberCount} ${heads} from departments where id = ${id} and removed_at is null`
      if (!found) throw new NotFound(messages.departments.notFound)
      return found
    },

    /** Whether the department exists; locked until the end of the transaction, so that no user is added to it while it is being removed. */
    async isThere(id: number): Promise<boolean> {
      const rows = await sql`select from departments where id = ${id} and removed_at is null for share`
      return rows.length > 0
    },
  }
}
