import type { Department, DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { editableRows } from '../http/editable-rows.queries.ts'

export function departments(sql: Sql) {
  const memberCount = sql`,
    (select count(*)::int from users u where u.department_id = departments.id and u.removed_at is null) as member_count`

  return {
    ...editableRows<Department, DepartmentInput>(sql, {
      table: 'departments',
      columns: ['name', 'name_ckb', 'name_ar'],
      derived: memberCount,
      notFound: messages.departments.notFound,
    }),

    /** Locked until the end of the transaction, so that no user is added to a department while it is being removed. */
    async isThere(id: number): Promise<boolean> {
      const rows = await sql`select from departments where id = ${id} and removed_at is null for share`
      return rows.length > 0
    },
  }
}
