import type { Sql } from '../../database/connect.ts'

export function health(sql: Sql) {
  return {
    async ask() {
      await sql`select 1`
    },
  }
}
