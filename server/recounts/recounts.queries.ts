import type { RecountPreview } from '../../contract/recounts.ts'
import type { Sql } from '../../database/connect.ts'

type Member = { id: number; name: string; other_name: string | null; total_score: number; grade: string }

export function recounts(sql: Sql) {
  return {
    /** The points of an activity, unless it was removed. */
    async score(activityId: number): Promise<number | undefined> {
      const [activity] = await sql<
        { score: number }[]
      >`select score from activities where id = ${activityId} and removed_at is null`
      return activity?.score
    },

    async openTerm(): Promise<RecountPreview['term']> {
      const [term] = await sql<NonNullable<RecountPreview['term']>[]>`
        select id, name, names from terms where is_current and status = 'open'`
      return term ?? null
    },

    /** Whether a person has a posting of the activity in the term that would get other points. */
    async wouldChangeOf(userId: number, activityId: number, termId: number): Promise<boolean> {
      const found = await sql`
        select from posted_activities p join activities a on a.id = p.activity_id
        where p.user_id = ${userId} and p.activity_id = ${activityId} and p.term_id = ${termId} and p.score <> a.score limit 1`
      return found.length > 0
    },

    /** The members with postings of the activity in the term, and their standing. */
    async members(activityId: number, termId: number): Promise<Member[]> {
      return sql<Member[]>`
        select m.user_id as id, m.name, m.other_name, m.total_score, m.grade from term_standing m
        where m.term_id = ${termId} and m.is_member
          and m.user_id in (select user_id from posted_activities where activity_id = ${activityId} and term_id = ${termId})
        order by m.sort_name, m.user_id`
    },

    /** Gives the postings the points of the catalogue; returns their number (database/functions/recounts.sql). */
    async apply(activityId: number, termId: number): Promise<number> {
      const [row] = await sql<[{ count: number }]>`select recount_activity(${activityId}, ${termId}) as count`
      return row.count
    },
  }
}
