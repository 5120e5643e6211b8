import { messages } from '../../contract/languages/catalogue.ts'
import type { NewView, PanelPreferences, PreferencesChange, SavedView, ViewChange, ViewPanel } from '../../contract/views.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { EditConflict, NotFound } from '../errors/errors.ts'
import { can, type Viewer } from '../policy/policy.ts'

type Deleted = 'deleted' | 'not deleted'

/** The views that a person sees and may change: the own ones, and for administrators those for all of them. */
function reachable(sql: Sql, viewer: Viewer): Fragment {
  return can(viewer, 'admin') ? sql`(owner_id = ${viewer.id} or is_shared)` : sql`(owner_id = ${viewer.id} and not is_shared)`
}

export function views(sql: Sql, viewer: Viewer) {
  const shown = sql`id, name, is_shared, owner_id = ${viewer.id} as is_own,
    (select u.name from users u where u.id = owner_id) as owner_name, content, version`
  const isDeleted = (deleted: Deleted) => (deleted === 'deleted' ? sql`deleted_at is not null` : sql`deleted_at is null`)

  return {
    async list(panel: ViewPanel): Promise<SavedView[]> {
      return sql<SavedView[]>`select ${shown} from saved_views
        where panel = ${panel} and deleted_at is null and ${reachable(sql, viewer)} order by lower(name), id`
    },

    /** The preferences of a person. A view that was deleted, or is not shared any more, opens nothing. */
    async preferences(panel: ViewPanel): Promise<PanelPreferences> {
      const [row] = await sql<PanelPreferences[]>`select columns,
        (select id from saved_views v where v.id = opens_with and deleted_at is null and ${reachable(sql, viewer)}) as opens_with
        from panel_preferences where user_id = ${viewer.id} and panel = ${panel}`
      return row ?? { columns: null, opens_with: null }
    },

    async setPreferences(panel: ViewPanel, { columns, opens_with }: PreferencesChange) {
      const values = {
        ...(columns === undefined ? {} : { columns: columns && JSON.stringify(columns) }),
        ...(opens_with === undefined ? {} : { opens_with }),
      }
      await sql`insert into panel_preferences (user_id, panel) values (${viewer.id}, ${panel}) on conflict do nothing`
      if (Object.keys(values).length > 0)
        await sql`update panel_preferences set ${sql.set(values)} where user_id = ${viewer.id} and panel = ${panel}`
    },

    /** The number of views of the owner, whose next one waits for the end of the transaction. */
    async countOwn(ownerId: number): Promise<number> {
      await sql`select from users where id = ${ownerId} for no key update`
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from saved_views where owner_id = ${ownerId} and deleted_at is null`
      return row.count
    },

    async add({ panel, name, is_shared, content }: NewView): Promise<SavedView> {
      const values = { owner_id: viewer.id, panel, name, is_shared, content: JSON.stringify(content), updated_by: viewer.id }
      const [view] = await sql<[SavedView]>`insert into saved_views ${sql.insert(values)} returning ${shown}`
      return view
    },

    /** The view, locked. One of another person that is not shared is not found. */
    async lock(id: number, deleted: Deleted = 'not deleted') {
      const [view] = await sql<{ owner_id: number; panel: ViewPanel; is_shared: boolean; version: number }[]>`
        select owner_id, panel, is_shared, version from saved_views
        where id = ${id} and ${isDeleted(deleted)} and ${reachable(sql, viewer)} for update`
      if (!view) throw new NotFound(messages.savedViews.notFound)
      return view
    },

    async conflict(id: number): Promise<EditConflict> {
      const [row] = await sql<[{ saved_by: string | null; saved_at: Date }]>`
        select u.name as saved_by, v.updated_at as saved_at
        from saved_views v left join users u on u.id = v.updated_by where v.id = ${id}`
      return new EditConflict({ saved_by: row.saved_by, saved_at: row.saved_at.toISOString() })
    },

    async change(id: number, { name, is_shared, content }: Omit<ViewChange, 'version'>): Promise<SavedView> {
      const values = {
        ...(name === undefined ? {} : { name }),
        ...(is_shared === undefined ? {} : { is_shared }),
        ...(content === undefined ? {} : { content: JSON.stringify(content) }),
        updated_by: viewer.id,
      }
      const [view] = await sql<[SavedView]>`update saved_views set ${sql.set(values)} where id = ${id} returning ${shown}`
      return view
    },

    /** Deletes the view, and for good those of the same owner that nobody can restore any more. */
    async remove(id: number, ownerId: number) {
      await sql`delete from saved_views where owner_id = ${ownerId} and deleted_at < now() - interval '1 day'`
      await sql`update saved_views set deleted_at = now(), updated_by = ${viewer.id} where id = ${id}`
    },

    async restore(id: number): Promise<SavedView> {
      const [view] = await sql<[SavedView]>`
        update saved_views set deleted_at = null, updated_by = ${viewer.id} where id = ${id} returning ${shown}`
      return view
    },

    /** The view, if it is not deleted. */
    async find(id: number): Promise<SavedView | undefined> {
      const [view] = await sql<SavedView[]>`
        select ${shown} from saved_views where id = ${id} and deleted_at is null and ${reachable(sql, viewer)}`
      return view
    },
  }
}
