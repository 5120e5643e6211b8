import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { editableRows } from '../http/editable-rows.queries.ts'

/** As a form names it. */
export type ChosenActivity = { id: number } | { name: string }

/** Editing one changes no posting: each has its own copy of name, type and score. */
export function activities(sql: Sql) {
  return {
    ...editableRows<Activity, ActivityInput>(sql, {
      table: 'activities',
      columns: ['name', 'description', 'score', 'type'],
      notFound: messages.activities.notFound,
    }),

    /** Locked until the end of the transaction: a posting earns what the catalogue says now. */
    async postable(chosen: ChosenActivity): Promise<Activity | undefined> {
      const isChosen = 'id' in chosen ? sql`id = ${chosen.id}` : sql`lower(name) = lower(${chosen.name} collate name_order)`
      const [activity] = await sql<Activity[]>`
        select id, name, description, score, type, version from activities where removed_at is null and ${isChosen} for share`
      return activity
    },
  }
}
