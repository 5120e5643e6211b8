import type { Sql } from '../../database/connect.ts'

export function databaseUse(sql: Sql) {
  return {
    /** The connections of all portals on this database, by what they are doing. */
    async connections(): Promise<{ state: string; count: number }[]> {
      return sql<{ state: string; count: number }[]>`
        select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'staff-portal' group by 1`
    },

    async push(): Promise<{ devices: number; outages: number }> {
      const [row] = await sql<[{ devices: number; outages: number }]>`
        select (select count(*)::int from push_subscriptions) as devices, (select count(*)::int from push_outage) as outages`
      return row
    },
  }
}
