import type { ImportProgress } from '../../contract/imports.ts'
import type { Sql } from '../../database/connect.ts'

export function progressQueries(sql: Sql) {
  return {
    /** What was told long ago is of an import that never ended. */
    async of(userId: number): Promise<ImportProgress> {
      const [told] = await sql<ImportProgress[]>`
        select step, share from import_progress where user_id = ${userId} and told_at > clock_timestamp() - interval '1 minute'`
      return told ?? { step: null, share: 0 }
    },

    async tell(userId: number, step: string, share: number) {
      await sql`
        insert into import_progress (user_id, step, share) values (${userId}, ${step}, ${share})
        on conflict (user_id) do update set step = excluded.step, share = excluded.share, told_at = excluded.told_at`
    },

    async end(userId: number) {
      await sql`delete from import_progress where user_id = ${userId}`
    },
  }
}
