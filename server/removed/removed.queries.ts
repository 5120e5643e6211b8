import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'

/** Nothing changes a removed row but its restoration, so the user who changed it last has removed it. */
export function removedRows(sql: Sql) {
  const removal = sql`to_char(t.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as removed_at, a.name as removed_by`
  const latestFirst = sql`left join users a on a.id = t.updated_by where t.removed_at is not null order by t.removed_at desc, t.id desc`

  return {
    async users(): Promise<string> {
      return jsonList(
        sql,
        'users',
        sql`select t.id, t.name, t.username, t.email, d.name as department_name, d.name_ckb as department_name_ckb,
            d.name_ar as department_name_ar, ${removal}
          from users t left join departments d on d.id = t.department_id and d.removed_at is null ${latestFirst}`,
      )
    },

    async departments(): Promise<string> {
      return jsonList(
        sql,
        'departments',
        sql`select t.id, t.name, t.name_ckb, t.name_ar,
            (select count(*)::int from users u where u.department_id = t.id and u.removed_at is null) as member_count, ${removal}
          from departments t ${latestFirst}`,
      )
    },

    async activities(): Promise<string> {
      return jsonList(
        sql,
        'activities',
        sql`select t.id, t.name, t.name_ckb, t.name_ar, t.score, t.type, ${removal} from activities t ${latestFirst}`,
      )
    },
  }
}
