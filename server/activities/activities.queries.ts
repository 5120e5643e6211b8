import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/messages.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'
import { NotFound } from '../http/errors.ts'

/** As a form names it. */
export type ChosenActivity = { id: number } | { name: string }

export function activities(sql: Sql) {
  const shown = sql`id, name, description, score, type, version`

  return {
    async list(name: 'activities' | 'availableActivities'): Promise<string> {
      return jsonList(sql, name, sql`select ${shown} from activities where removed_at is null order by name, id`)
    },

    /** Held until the end of the transaction: what is posted now earns what the entry says now. */
    async postable(chosen: ChosenActivity): Promise<Activity | undefined> {
      const isChosen = 'id' in chosen ? sql`id = ${chosen.id}` : sql`lower(name) = lower(${chosen.name} collate name_order)`
      const [activity] = await sql<Activity[]>`select ${shown} from activities where removed_at is null and ${isChosen} for share`
      return activity
    },

    async add({ name, description, score, type }: ActivityInput, by: number): Promise<Activity> {
      const [added] = await sql<[Activity]>`
        insert into activities (name, description, score, type, updated_by)
        values (${name}, ${description}, ${score}, ${type}, ${by}) returning ${shown}`
      return added
    },

    /** Postings keep what they earned: they have their own copy of name, type and score. */
    async edit(id: number, { name, description, score, type, version = null }: Edited, by: number): Promise<Activity> {
      const [edited] = await sql<Activity[]>`
        update activities set name = ${name}, description = ${description}, score = ${score}, type = ${type}, updated_by = ${by}
        where id = ${id} and removed_at is null and (${version}::int is null or version = ${version})
        returning ${shown}`
      if (!edited) throw await conflictOrNotFound(sql, 'activities', id, messages.activities.notFound)
      return edited
    },

    async remove(id: number, by: number) {
      const rows = await sql`update activities set removed_at = now(), updated_by = ${by}
        where id = ${id} and removed_at is null returning id`
      if (rows.length === 0) throw new NotFound(messages.activities.notFound)
    },

    /** A row that is not removed keeps its version: it must not cause an edit conflict. */
    async restore(id: number, by: number): Promise<Activity> {
      await sql`update activities set removed_at = null, updated_by = ${by} where id = ${id} and removed_at is not null`
      const [restored] = await sql<Activity[]>`select ${shown} from activities where id = ${id}`
      if (!restored) throw new NotFound(messages.activities.notFound)
      return restored
    },
  }
}

type Edited = Omit<ActivityInput, 'version'> & { version?: number | null | undefined }
