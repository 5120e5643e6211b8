import { firstAccountName } from '../../contract/account-names.ts'
import type { Sql } from '../../database/connect.ts'

export function firstStart(sql: Sql) {
  return {
    /** Servers that start together on an empty database queue up here; only the first finds it empty. */
    async lock() {
      await sql`select pg_advisory_xact_lock(hashtext('staff-portal first start'))`
    },

    async hasUsers(): Promise<boolean> {
      const [row] = await sql<{ found: boolean }[]>`select exists (select from users) as found`
      return row?.found ?? false
    },

    async addAdministrator(username: string, passwordHash: string, isInitial: boolean) {
      await sql`insert into users (name, username, password_hash, password_is_initial, role_id)
        values (${firstAccountName}, ${username}, ${passwordHash}, ${isInitial}, 1)`
    },

    async addCurrentTermIfNone(term: { name: string; start_date: string; end_date: string }) {
      await sql`insert into terms (name, start_date, end_date, is_current)
        select ${term.name}, ${term.start_date}::date, ${term.end_date}::date, true
        where not exists (select from terms)`
    },
  }
}
