import type { Faculty, FacultyInput } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { editableRows } from '../editable/editable-rows.queries.ts'
import { NotFound } from '../errors/errors.ts'

export interface NamedFaculty {
  id: number
  name: string
  /** The translations by language. */
  names: Record<string, string>
}

export function faculties(sql: Sql) {
  const departmentCount = sql`,
    (select count(*)::int from departments d where d.faculty_id = faculties.id and d.removed_at is null) as department_count`
  const counts = sql`${departmentCount},
    (select count(*)::int from users u join departments d on d.id = u.department_id and d.removed_at is null
     where d.faculty_id = faculties.id and u.removed_at is null) as member_count`

  const deans = sql`,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'other_name', u.other_name, 'department_id', u.department_id)
       order by u.sort_name, u.id), '[]')
     from faculty_deans n join users u on u.id = n.user_id where n.faculty_id = faculties.id) as deans`

  const rows = (derived: Fragment) =>
    editableRows<Faculty, FacultyInput>(sql, {
      table: 'faculties',
      columns: ['name'],
      translations: ['names'],
      derived,
      removed: { columns: ['name', 'names'], derived: departmentCount },
      notFound: messages.faculties.notFound,
    })

  return {
    ...rows(sql`${counts} ${deans}`),

    /** The list for users who are no administrators. */
    listWithoutDeans: () => rows(counts).list(),

    async all(): Promise<NamedFaculty[]> {
      return sql<NamedFaculty[]>`select id, name, names from faculties where removed_at is null order by name, id`
    },

    async lock(id: number): Promise<boolean> {
      const found = await sql`select from faculties where id = ${id} and removed_at is null for no key update`
      return found.length > 0
    },

    /** The ids of the deans, locked until the end of the transaction. */
    async lockDeans(facultyId: number): Promise<number[]> {
      const found = await sql<{ user_id: number }[]>`
        select user_id from faculty_deans where faculty_id = ${facultyId} order by user_id for update`
      return found.map(({ user_id }) => user_id)
    },

    /** Sets the deans. The rules about them and the audit records are in database/functions/heads.sql. */
    async setDeans(facultyId: number, userIds: readonly number[], by: number) {
      await sql`delete from faculty_deans where faculty_id = ${facultyId} and user_id <> all(${userIds})`
      await sql`
        insert into faculty_deans (user_id, faculty_id, created_by)
        select id, ${facultyId}, ${by} from unnest(${userIds}::int[]) as id order by id on conflict do nothing`
    },

    async byId(id: number): Promise<Faculty> {
      const [found] = await sql<Faculty[]>`
        select id, name, names, version ${counts} ${deans} from faculties where id = ${id} and removed_at is null`
      if (!found) throw new NotFound(messages.faculties.notFound)
      return found
    },
  }
}
