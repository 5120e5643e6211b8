import type { Degree, DegreeInput } from '../../contract/degrees.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import type { Fragment } from '../../database/sql.ts'
import { editableRows } from '../editable/editable-rows.queries.ts'
import { Conflict } from '../errors/errors.ts'

export interface NamedDegree {
  name: string
  /** The translations by language. */
  names: Record<string, string>
}

/** The list of degrees. What becomes of users when it changes is in database/functions/degrees.sql. */
export function degrees(sql: Sql) {
  const rows = editableRows<Degree, DegreeInput>(sql, {
    table: 'degrees',
    columns: ['name'],
    translations: ['names'],
    removed: { columns: ['name', 'names'] },
    notFound: messages.degrees.notFound,
  })

  return {
    ...rows,

    async list(): Promise<string> {
      return jsonList(sql, 'degrees', sql`select id, name, names, version from degrees where removed_at is null order by id`)
    },

    /** A degree that users have stays. Its row is locked by then, so no user gets it while they are counted. */
    async remove(id: number, by: number) {
      await rows.remove(id, by)
      const [{ count }] = await sql<[{ count: number }]>`
        select count(*)::int from users where degree = (select name from degrees where id = ${id}) and removed_at is null`
      if (count > 0) throw new Conflict(messages.degrees.inUse({ count }))
    },

    async all(): Promise<NamedDegree[]> {
      return sql<NamedDegree[]>`select name, names from degrees where removed_at is null order by id`
    },
  }
}

/** The translations of degrees by the English name, for a list of people that has them once and not in each row. */
export function translatedDegrees(sql: Sql): Fragment {
  return sql`(select coalesce(json_object_agg(name, names) filter (where names <> '{}'), '{}') from degrees where removed_at is null)`
}

/** The translations of the degree of a row; none if the list does not have it any more. */
export function translationsOfDegree(sql: Sql, degree: Fragment): Fragment {
  return sql`coalesce((select dg.names from degrees dg where dg.name = ${degree} and dg.removed_at is null), '{}')`
}
