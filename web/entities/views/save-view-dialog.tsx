import { type FormEvent, useState } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { longestViewName } from '../../../contract/limits.ts'
import type { SavedView, ViewContent } from '../../../contract/views.ts'
import { CheckField } from '../../forms/check-field.tsx'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictBanner } from '../../ui/conflict-banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRights } from '../accounts/rights.ts'
import { openView } from './open-view.ts'
import type { PanelView } from './panel-view.ts'
import { showContent } from './shown-content.ts'
import { useViewChanges } from './view-changes.api.ts'
import { describeView } from './view-in-words.ts'

type Props = {
  view: PanelView
  /** What is saved; undefined if only the name of the view changes, and for whom it is. */
  content?: ViewContent | undefined
  /** The view that is changed; undefined for a new one. */
  saved?: SavedView
  onClose: () => void
}

type Conflict = { savedBy: string; savedAt: string; latest: SavedView }

/** The dialog that saves what the list shows under a name, overwrites a view with it, or renames one. */
export function SaveViewDialog({ view, content, saved, onClose }: Props) {
  const say = useSay()
  const { isAdmin } = useRights()
  const changes = useViewChanges(view.panel)
  const [name, setName] = useState(saved?.name ?? '')
  const [isShared, setIsShared] = useState(saved?.is_shared ?? false)
  const [isSaving, setIsSaving] = useState(false)
  const [nameError, setNameError] = useState<Message>()
  const [failure, setFailure] = useState<Message>()
  const [conflict, setConflict] = useState<Conflict>()
  const { savedViews } = messages
  const mayShare = isAdmin && (!saved?.is_shared || saved.is_own)

  async function save(version: number | undefined) {
    setIsSaving(true)
    setFailure(undefined)
    setNameError(undefined)
    try {
      const view = await (saved
        ? changes.change(saved.id, {
            name,
            ...(mayShare ? { is_shared: isShared } : {}),
            ...(content ? { content } : {}),
            version,
          })
        : changes.save({ name, is_shared: isShared, content: content ?? {} }))
      done(view)
    } catch (error) {
      await explain(error).catch(() => setFailure(savedViews.saveFailed))
    }
    setIsSaving(false)
  }

  function done(stored: SavedView) {
    toast(savedViews.saved, { about: stored.name, topic: 'view' })
    if (content) void showContent(view, content, stored.id)
    onClose()
  }

  async function explain(error: unknown) {
    const lastSave = error instanceof ApiError ? error.conflict : undefined
    const latest = lastSave && (await changes.readAgain()).find(({ id }) => id === saved?.id)
    if (lastSave && latest)
      return setConflict({ savedBy: accountName(say, lastSave.saved_by), savedAt: lastSave.saved_at, latest })
    const atName = error instanceof ApiError ? error.errors.find(({ field }) => field === 'name')?.message : undefined
    setNameError(atName)
    if (!atName) setFailure(refusalOf(error) ?? savedViews.saveFailed)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSaving) void save(conflict ? conflict.latest.version : saved?.version)
  }

  const mine = { name: name.trim(), is_shared: isShared, content: content ?? saved?.content ?? {} }
  const title = saved ? (content ? savedViews.overwrite({ name: saved.name }) : savedViews.renameTitle) : savedViews.saveTitle
  return (
    <Dialog open onClose={onClose} title={say(title)} description={content && say(savedViews.saveHint)} onPhone="sheet">
      <form onSubmit={submit} noValidate className="space-y-4">
        {failure && <Banner kind="bad">{say(failure)}</Banner>}
        <TextField
          label={say(messages.fields.name)}
          value={name}
          maxLength={longestViewName}
          autoComplete="off"
          error={nameError && say(nameError)}
          onChange={({ target }) => {
            setName(target.value)
            setNameError(undefined)
          }}
        />
        {mayShare && (
          <CheckField
            label={say(savedViews.shared)}
            hint={say(savedViews.sharedHint)}
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
        )}
        {conflict ? (
          <ConflictBanner
            savedBy={conflict.savedBy}
            savedAt={conflict.savedAt}
            busy={isSaving}
            differences={differences(
              describeView(say, view, mine),
              describeView(say, view, content ? conflict.latest : { ...conflict.latest, content: mine.content }),
            )}
            onLoad={() => {
              void openView(view, conflict.latest)
              onClose()
            }}
            onSaveAnyway={() => void save(conflict.latest.version)}
          />
        ) : (
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button disabled={isSaving} onClick={onClose}>
              {say(messages.actions.cancel)}
            </Button>
            <Button type="submit" look="primary" busy={isSaving}>
              {say(messages.actions.save)}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

type Described = readonly { label: string; text: string }[]

function differences(mine: Described, theirs: Described) {
  return theirs.filter(({ label, text }) => mine.find((one) => one.label === label)?.text !== text)
}
