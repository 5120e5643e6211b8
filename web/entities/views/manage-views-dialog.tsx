import { useState } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { SavedView } from '../../../contract/views.ts'
import { alertFailure, offerUndo, removalTopic } from '../../http/alerts.ts'
import { useSay } from '../../language/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PanelView } from './panel-view.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { useViewChanges } from './view-changes.api.ts'

type Props = { view: PanelView; onClose: () => void }

/** The dialog with all views of a list: the one with which it opens, their names, and which are no longer needed. */
export function ManageViewsDialog({ view, onClose }: Props) {
  const say = useSay()
  const { choose, remove, restore } = useViewChanges(view.panel)
  const [renamed, setRenamed] = useState<SavedView>()
  const [deleting, setDeleting] = useState<number>()
  const { savedViews } = messages
  const opensWith = view.views?.opens_with ?? null
  const views = (view.views?.views ?? []).toSorted((one, other) => one.name.localeCompare(other.name))

  function openWith(id: number | null) {
    choose({ opens_with: id }).catch((error) => {
      choose({ opens_with: opensWith }).catch(() => {})
      alertFailure(error, savedViews.saveFailed)
    })
  }

  async function deleteView({ id, name }: SavedView) {
    setDeleting(id)
    try {
      await remove(id)
      const undo = async () => {
        await restore(id)
        toast(savedViews.restored, { about: name, topic: removalTopic(savedViews.restored, id) })
      }
      offerUndo(savedViews.deleted, undo, { about: name, topic: removalTopic(savedViews.restored, id) })
    } catch (error) {
      alertFailure(error, savedViews.deleteFailed)
    }
    setDeleting(undefined)
  }

  if (renamed) return <SaveViewDialog view={view} saved={renamed} onClose={() => setRenamed(undefined)} />
  return (
    <Dialog open wide="list" onClose={onClose} title={say(savedViews.title)} onPhone="full">
      <section
        aria-label={say(savedViews.title)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, and has the focus of a row that was deleted.
        tabIndex={0}
        className="max-h-[60dvh] overflow-y-auto max-sm:max-h-none"
      >
        {views.length === 0 && <p className="text-quiet">{say(savedViews.noViews)}</p>}
        <ul className="divide-y divide-line">
          {views.map((saved) => (
            <li key={saved.id} className="flex items-center gap-2 py-1.5">
              <div className="min-w-0 grow">
                <bdi className="block font-medium wrap-anywhere">{saved.name}</bdi>
                {saved.is_shared && (
                  <bdi className="block text-sm text-quiet">
                    {[
                      say(savedViews.shared),
                      ...(saved.is_own ? [] : [say(savedViews.savedBy({ name: accountName(say, saved.owner_name) }))]),
                    ].join(say(messages.general.factSeparator))}
                  </bdi>
                )}
              </div>
              <label className="flex min-h-10 max-sm:min-h-11 shrink-0 cursor-pointer items-center gap-2 text-sm text-quiet">
                <input
                  type="checkbox"
                  checked={saved.id === opensWith}
                  aria-label={say(savedViews.openListWith({ name: saved.name }))}
                  onChange={({ target }) => openWith(target.checked ? saved.id : null)}
                  className="size-4.5 accent-brand"
                />
                {say(savedViews.opensList)}
              </label>
              <RowActions
                name={saved.name}
                deleting={deleting === saved.id}
                onEdit={() => setRenamed(saved)}
                onDelete={() => void deleteView(saved)}
              />
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  )
}
