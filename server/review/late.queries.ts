import { lateReviewDays } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'

/** Since when a posting `p` waits: since it was sent again, or since it was posted. */
export const waitsSince = (sql: Sql) => sql`coalesce(p.resubmitted_at, p.created_at)`

/** Whether a posting `p` has waited for review too long. Review and the inbox count the same ones. */
export const isLate = (sql: Sql) =>
  sql`(p.state = 'posted' and ${waitsSince(sql)} < now() - make_interval(days => ${lateReviewDays}))`
