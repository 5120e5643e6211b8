import type { Sql } from '../../database/connect.ts'
import { scorableMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

export type EnteredScores = { id: number; tp: number | null; fb: number | null }

/** The scores of several members of one term at once. */
export function scoreSheet(sql: Sql, ids: readonly number[], termId: number) {
  const listed = sql`(select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as value)`
  return {
    /** The members; locked, so that they are not removed or promoted meanwhile. */
    async members() {
      return sql<{ id: number; role_id: number; is_removed: boolean }[]>`
        select id, role_id, removed_at is not null as is_removed from users where id in ${listed} order by id for share`
    },

    /** Those whose scores the viewer sets. */
    async scorable(viewer: Viewer): Promise<Set<number>> {
      const rows = await sql<{ id: number }[]>`
        select user_id as id from term_standing m where term_id = ${termId} and user_id in ${listed} and ${scorableMembers(sql, viewer, 'm')}`
      return new Set(rows.map(({ id }) => id))
    },

    /** Those who were members when the term was closed before. */
    async frozen(): Promise<Set<number>> {
      const rows = await sql<{ id: number }[]>`
        select user_id as id from term_standing where term_id = ${termId} and user_id in ${listed} and was_frozen`
      return new Set(rows.map(({ id }) => id))
    },

    /** The scores as they are now, with those that are not released yet; locked, in an order that avoids deadlocks. */
    async lock(): Promise<Map<number, EnteredScores>> {
      await sql`insert into term_scores (user_id, term_id) select id, ${termId} from users where id in ${listed} order by id
        on conflict do nothing`
      await sql`select from term_scores where term_id = ${termId} and user_id in ${listed} order by user_id for update`
      const rows = await sql<EnteredScores[]>`
        select s.user_id as id, case when d.user_id is null then s.tp else d.tp end as tp,
          case when d.user_id is null then s.fb else d.fb end as fb
        from term_scores s left join draft_scores d on d.term_id = s.term_id and d.user_id = s.user_id
        where s.term_id = ${termId} and s.user_id in ${listed}`
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** The actor of the last change of each score, null if a release was the last. */
    async lastActors(): Promise<Map<string, number | null>> {
      const rows = await sql<{ id: number; column: 'tp' | 'fb'; actor_id: number | null; kind: string }[]>`
        select m.id, c.name as column, last.actor_id, last.kind
        from ${listed} m(id) cross join (values ('tp'), ('fb')) c(name) cross join lateral (
          select actor_id, kind from audit
          where subject = 'score' and person_id = m.id and subject_id = ${termId} and after ? c.name
          order by audit.id desc limit 1) last`
      return new Map(rows.map(({ id, column, actor_id, kind }) => [`${id}.${column}`, kind === 'released' ? null : actor_id]))
    },

    /** A score that a row does not have stays as it is. */
    async set(rows: readonly object[]) {
      await sql`
        update term_scores s set tp = case when n ? 'tp' then (n ->> 'tp')::numeric else s.tp end,
          fb = case when n ? 'fb' then (n ->> 'fb')::numeric else s.fb end
        from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) n
        where s.term_id = ${termId} and s.user_id = (n ->> 'id')::int`
    },
  }
}
