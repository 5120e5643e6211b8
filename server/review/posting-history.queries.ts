import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { openableId, reachablePostings } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import type { PostingRecord } from './posting-history.ts'

export function postingHistory(sql: Sql) {
  return {
    /** The owner of a posting and its records in the audit trail, oldest first. Not found by viewers who may neither see nor review it. */
    async records(viewer: Viewer, postingId: number): Promise<{ ownerId: number; records: PostingRecord[] }> {
      const [posting] = await sql<{ user_id: number }[]>`
        select p.user_id from posted_activities p join terms t on t.id = p.term_id
        where p.id = ${postingId} and ${reachablePostings(sql, viewer, 'p', 't')}`
      if (!posting) throw new NotFound(messages.postedActivities.notFound)
      const records = await sql<PostingRecord[]>`
        select id::int as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id,
          ${openableId(sql, viewer, sql`audit.actor_id`)} as openable_id,
          -- The owner of the posting is its poster, whatever filled the table.
          coalesce(actor_name, case when kind = 'posted' then (select name from users where id = ${posting.user_id}) end) as actor_name,
          -- The owner of the posting learns who decided, and not by which right.
          case when ${posting.user_id === viewer.id}::boolean then null else capacity end as capacity, kind, before, after
        from audit where subject = 'posting' and subject_id = ${postingId} order by id`
      return { ownerId: posting.user_id, records }
    },
  }
}
