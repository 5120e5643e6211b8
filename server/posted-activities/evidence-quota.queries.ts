import { overQuota } from '../../contract/evidence-quota.ts'
import type { Sql } from '../../database/connect.ts'
import { TooLarge } from '../errors/errors.ts'

/** The quota of evidence. The sizes that count are in the view evidence_sizes (database/functions/evidence.sql). */
export function evidenceQuota(sql: Sql, quota: number) {
  const usedInOpenTerms = (ownerId: number, withoutPosting?: number) => sql`
    select t.id as term_id, coalesce(sum(s.bytes), 0)::float as bytes
    from terms t left join evidence_sizes s on s.user_id = ${ownerId} and s.term_id = t.id
      and coalesce(s.posting_id, 0) <> ${withoutPosting ?? -1}
    where t.status = 'open' group by t.id order by t.id`

  return {
    async used(ownerId: number): Promise<{ term_id: number; bytes: number }[]> {
      return sql<{ term_id: number; bytes: number }[]>`${usedInOpenTerms(ownerId)}`
    },

    /** The most bytes that a form may add, whatever term it is for. An edit may replace all that its posting has. */
    async room(ownerId: number, editedId: number | undefined): Promise<number> {
      const [row] = await sql<[{ bytes: number }]>`
        select coalesce(min(bytes), 0)::float as bytes from (${usedInOpenTerms(ownerId, editedId)}) terms`
      return quota - row.bytes
    },

    /**
     * Refuses evidence over the quota, after it was added in the same transaction. The lock is taken before the bytes are counted: of two
     * that are added at once, the second one waits for the first and counts it, too.
     */
    async refuseOverQuota(ownerId: number, termId: number, added: number, field: 'files' | 'image') {
      await sql`select pg_advisory_xact_lock(hashtext('evidence of a member'), ${ownerId})`
      const [row] = await sql<[{ bytes: number }]>`
        select coalesce(sum(bytes), 0)::float as bytes from evidence_sizes where user_id = ${ownerId} and term_id = ${termId}`
      if (row.bytes > quota) throw new TooLarge(overQuota(quota - row.bytes + added, quota), field)
    },
  }
}
