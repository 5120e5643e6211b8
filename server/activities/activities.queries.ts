import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { editableRows } from '../editable/editable-rows.queries.ts'

/** An activity as a form names it. */
export type ChosenActivity = { id: number } | { name: string }

/** The columns of an activity that a posting takes over. */
export type PostableActivity = Pick<Activity, 'id' | 'name' | 'type' | 'score'>

/** The activities. Editing one changes no posting: each has its own copy of names, type and score. */
export function activities(sql: Sql) {
  return {
    ...editableRows<Activity, ActivityInput>(sql, {
      table: 'activities',
      columns: ['name', 'description', 'score', 'type', 'kind', 'place'],
      translations: ['names', 'descriptions', 'kinds', 'places'],
      removed: { columns: ['name', 'names', 'score', 'type'] },
      notFound: messages.activities.notFound,
    }),

    /**
     * The activity of a posting, locked until the end of the transaction: a posting earns what the catalogue says now. A name may be in any
     * language; where two activities have it, the English name wins.
     */
    async postable(chosen: ChosenActivity): Promise<PostableActivity | undefined> {
      const isChosen = 'id' in chosen ? sql`a.id = ${chosen.id}` : sql`k.key = lower(${chosen.name} collate name_order)`
      const [activity] = await sql<PostableActivity[]>`
        select a.id, a.name, a.type, a.score from activities a cross join lateral name_keys(a.name, a.names) k
        where a.removed_at is null and ${isChosen} order by k.place limit 1 for share of a`
      return activity
    },
  }
}
