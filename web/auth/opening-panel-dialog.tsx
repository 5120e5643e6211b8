import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { openingPanel, rememberOpeningPanel } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'

type Panel = { tab: string; label: Message }
type Props = { panels: readonly Panel[]; standard: Panel; onClose: () => void }

/** The choice of the panel with which the portal opens, among those of the user, or the usual one. */
export function OpeningPanelDialog({ panels, standard, onClose }: Props) {
  const say = useSay()
  const [chosen, setChosen] = useState(openingPanel() ?? null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (panel: string | null) => call('PUT /auth/opening-panel', { body: { panel } }),
    onSuccess: (_, panel) => {
      rememberOpeningPanel(panel ?? undefined)
      toast(messages.inbox.openingSaved, { topic: 'opening-panel' })
      onClose()
    },
  })
  const choices = [
    { panel: null, label: say(messages.inbox.standard({ name: standard.label })) },
    ...panels.map(({ tab, label }) => ({ panel: tab, label: say(label) })),
  ]
  return (
    <Dialog open onClose={onClose} title={say(messages.waiting.openingPanel)} description={say(messages.inbox.openingHint)}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(chosen)
        }}
      >
        {error && <Banner kind="bad">{say(messageOf(error, messages.inbox.openingFailed))}</Banner>}
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="sr-only">{say(messages.waiting.openingPanel)}</legend>
          {choices.map(({ panel, label }) => (
            <label
              key={panel ?? ''}
              className={`flex min-h-11 cursor-pointer items-center gap-3 ${panel === null ? 'sm:col-span-2' : ''}`}
            >
              <input
                type="radio"
                name="panel"
                checked={chosen === panel}
                onChange={() => setChosen(panel)}
                className="size-4 shrink-0 accent-brand"
              />
              <bdi>{label}</bdi>
            </label>
          ))}
        </fieldset>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {say(messages.actions.save)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
