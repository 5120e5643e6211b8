import type { Sql } from '../../database/connect.ts'

export function scores(sql: Sql) {
  return {
    /** The member who is scored; locked, so that they are not removed or promoted meanwhile. */
    async member(userId: number): Promise<{ role_id: number; is_removed: boolean } | undefined> {
      const [member] = await sql<{ role_id: number; is_removed: boolean }[]>`
        select role_id, removed_at is not null as is_removed from users where id = ${userId} for share`
      return member
    },

    /** Whether the term holds its scores back; locked, so that this stays so until the end of the transaction. */
    async areHeld(termId: number): Promise<boolean> {
      const [term] = await sql<{ holds_scores: boolean }[]>`select holds_scores from terms where id = ${termId} for share`
      return term?.holds_scores ?? false
    },

    /**
     * The score as it is now, null if it is not set, and the one that is not released yet; locked, so that two changes of the same score
     * come one after the other.
     */
    async lock(
      userId: number,
      termId: number,
      column: 'tp' | 'fb',
    ): Promise<{ published: number | null; entered: number | null }> {
      await sql`insert into term_scores (user_id, term_id) values (${userId}, ${termId}) on conflict do nothing`
      const [{ value: published }] = await sql<[{ value: number | null }]>`
        select ${sql.identifier(column)} as value from term_scores where user_id = ${userId} and term_id = ${termId} for update`
      const [draft] = await sql<{ value: number | null }[]>`
        select ${sql.identifier(column)} as value from draft_scores where user_id = ${userId} and term_id = ${termId}`
      return { published, entered: draft ? draft.value : published }
    },

    /** The last change: its actor, and the score before it. */
    async lastChange(userId: number, termId: number, column: 'tp' | 'fb') {
      const [change] = await sql<{ actor_id: number | null; kind: string; before: number | null }[]>`
        select actor_id, kind, (before ->> ${column})::numeric as before from audit
        where subject = 'score' and person_id = ${userId} and subject_id = ${termId} and after ? ${column}
        order by id desc limit 1`
      return change
    },

    /** The audit record and the member's notice follow by themselves: database/functions/audit.sql, notices.sql. */
    async set(userId: number, termId: number, column: 'tp' | 'fb', value: number | null) {
      await sql`update term_scores set ${sql.identifier(column)} = ${value} where user_id = ${userId} and term_id = ${termId}`
    },

    /** Sets a score in a term that holds its scores back, for its member to see: the answer to a question. */
    async publish(userId: number, termId: number, column: 'tp' | 'fb', value: number | null) {
      await sql`select set_config('portal.publishes', 'answer', true)`
      await this.set(userId, termId, column, value)
      await sql`select set_config('portal.publishes', '', true)`
    },

    /** Sets scores that the term holds back. A draft that is the published score is none. */
    async setDrafts(rows: readonly object[], termId: number) {
      await sql`
        insert into draft_scores (term_id, user_id, tp, fb)
        select s.term_id, s.user_id, case when n ? 'tp' then (n ->> 'tp')::numeric when d.user_id is null then s.tp else d.tp end,
          case when n ? 'fb' then (n ->> 'fb')::numeric when d.user_id is null then s.fb else d.fb end
        from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) n
        join term_scores s on s.term_id = ${termId} and s.user_id = (n ->> 'id')::int
        left join draft_scores d on d.term_id = s.term_id and d.user_id = s.user_id
        order by s.user_id
        on conflict (term_id, user_id) do update set tp = excluded.tp, fb = excluded.fb`
      return sql`delete from draft_scores d using term_scores s
        where d.term_id = ${termId} and s.term_id = d.term_id and s.user_id = d.user_id and (d.tp, d.fb) is not distinct from (s.tp, s.fb)`
    },
  }
}
