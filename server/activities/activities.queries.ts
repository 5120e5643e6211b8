import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { editableRows } from '../http/editable-rows.queries.ts'

const translations = ['name_ckb', 'name_ar', 'description_ckb', 'description_ar'] as const

/** As a form names it. */
export type ChosenActivity = { id: number } | { name: string }

/** What a posting takes over. */
export type PostableActivity = Pick<Activity, 'id' | 'name' | 'type' | 'score'>

/** Editing one changes no posting: each has its own copy of names, type and score. */
export function activities(sql: Sql) {
  return {
    ...editableRows<Activity, ActivityInput>(sql, {
      table: 'activities',
      columns: ['name', 'description', 'score', 'type', ...translations],
      notFound: messages.activities.notFound,
    }),

    /**
     * Locked until the end of the transaction: a posting earns what the catalogue says now. A name may be in any language; where two
     * activities have it, the English name wins.
     */
    async postable(chosen: ChosenActivity): Promise<PostableActivity | undefined> {
      const given = 'id' in chosen ? sql`null` : sql`lower(${chosen.name} collate name_order)`
      const isChosen = 'id' in chosen ? sql`id = ${chosen.id}` : sql`${given} in (lower(name), lower(name_ckb), lower(name_ar))`
      const [activity] = await sql<PostableActivity[]>`
        select id, name, type, score from activities where removed_at is null and ${isChosen}
        order by lower(name) = ${given} desc, lower(name_ckb) = ${given} desc nulls last limit 1 for share`
      return activity
    },
  }
}
