import { messages } from '../../contract/languages/catalogue.ts'
import { mostViews } from '../../contract/limits.ts'
import type { NewView, PanelPreferences, PreferencesChange, SavedView, ViewChange, ViewPanel } from '../../contract/views.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict, Forbidden, NotFound } from '../errors/errors.ts'
import { can, type Viewer } from '../policy/policy.ts'
import { views } from './views.queries.ts'

/** Heads of department have two of these lists: the members of their department, and their postings. */
export function requirePanel(viewer: Viewer, panel: ViewPanel) {
  if (panel === 'users' && !can(viewer, 'read-all')) throw new Forbidden()
}

function requireShare(viewer: Viewer, isShared: boolean | undefined) {
  if (isShared && !can(viewer, 'admin')) throw new Forbidden()
}

export function saveView(database: Database, viewer: Viewer, input: NewView, actor: Actor): Promise<SavedView> {
  requirePanel(viewer, input.panel)
  requireShare(viewer, input.is_shared)
  return auditedTransaction(database, actor, async (tx) => {
    const own = views(tx, viewer)
    if ((await own.countOwn(viewer.id)) >= mostViews) throw new Conflict(messages.savedViews.tooMany({ most: mostViews }))
    return own.add(input)
  })
}

export function changeView(
  database: Database,
  viewer: Viewer,
  id: number,
  { version, ...input }: ViewChange,
  actor: Actor,
): Promise<SavedView> {
  requireShare(viewer, input.is_shared)
  return auditedTransaction(database, actor, async (tx) => {
    const all = views(tx, viewer)
    const view = await all.lock(id)
    requirePanel(viewer, view.panel)
    if (version !== undefined && version !== view.version) throw await all.conflict(id)
    // A view that is not shared any more is its owner's: another administrator would take it away from everyone and from themselves.
    if (input.is_shared === false && view.is_shared && view.owner_id !== viewer.id)
      throw new Forbidden(messages.savedViews.onlyOwnerUnshares)
    return all.change(id, input)
  })
}

export function deleteView(database: Database, viewer: Viewer, id: number, actor: Actor): Promise<void> {
  return auditedTransaction(database, actor, async (tx) => {
    const all = views(tx, viewer)
    const { owner_id, panel } = await all.lock(id)
    requirePanel(viewer, panel)
    await all.remove(id, owner_id)
  })
}

/** A view that is not deleted stays as it is. */
export function restoreView(database: Database, viewer: Viewer, id: number, actor: Actor): Promise<SavedView> {
  return auditedTransaction(database, actor, async (tx) => {
    const all = views(tx, viewer)
    const there = await all.find(id)
    if (there) return there
    const { owner_id, panel } = await all.lock(id, 'deleted')
    requirePanel(viewer, panel)
    if ((await all.countOwn(owner_id)) >= mostViews) throw new Conflict(messages.savedViews.tooMany({ most: mostViews }))
    return all.restore(id)
  })
}

export function setPreferences(
  database: Database,
  viewer: Viewer,
  panel: ViewPanel,
  input: PreferencesChange,
  actor: Actor,
): Promise<PanelPreferences> {
  requirePanel(viewer, panel)
  return auditedTransaction(database, actor, async (tx) => {
    const own = views(tx, viewer)
    if (input.opens_with && (await own.lock(input.opens_with)).panel !== panel) throw new NotFound(messages.savedViews.notFound)
    await own.setPreferences(panel, input)
    return own.preferences(panel)
  })
}
