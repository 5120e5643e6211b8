import type { Sql } from '../../database/connect.ts'

export function databaseUse(sql: Sql) {
  return {
    /** The connections of all portals on this database, by what they are doing. */
    async connections(): Promise<{ state: string; count: number }[]> {
      return sql<{ state: string; count: number }[]>`
        select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'staff-portal' group by 1`
    },
  }
}
