import { useId } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { mostChosenReasons } from '../../../contract/limits.ts'
import { localized } from '../../../contract/localized.ts'
import type { ListedReason } from '../../../contract/return-reasons.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Key } from '../../ui/key.tsx'

type Props = {
  reasons: readonly ListedReason[]
  chosen: ReadonlySet<number>
  withKeys: boolean
  onToggle: (reason: ListedReason) => void
}

/** The reasons of the office to choose from, each with its key. */
export function ReasonChoices({ reasons, chosen, withKeys, onToggle }: Props) {
  const say = useSay()
  const language = useLanguage()
  const id = useId()
  const isFull = chosen.size >= mostChosenReasons
  return (
    <fieldset aria-describedby={withKeys ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 font-medium">{say(messages.returnReasons.choose)}</legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {reasons.map((reason, index) => {
          const key = withKeys && index < mostChosenReasons ? String(index + 1) : undefined
          return (
            <li key={reason.id}>
              <label className="flex min-h-10 max-sm:min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-sunk has-focus-visible:bg-sunk">
                <input
                  type="checkbox"
                  // biome-ignore lint/a11y/noAutofocus: the dialog is open already when the reasons come.
                  autoFocus={index === 0}
                  checked={chosen.has(reason.id)}
                  disabled={isFull && !chosen.has(reason.id)}
                  aria-keyshortcuts={key}
                  onChange={() => onToggle(reason)}
                  className="size-4.5 shrink-0 accent-brand"
                />
                <bdi className="min-w-0 grow text-sm wrap-anywhere">{localized(language, reason, 'name')}</bdi>
                {key && (
                  <span aria-hidden="true" className="shrink-0 text-quiet max-lg:hidden">
                    <Key name={key} />
                  </span>
                )}
              </label>
            </li>
          )
        })}
      </ul>
      {withKeys && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet max-lg:hidden">
          {say(messages.returnReasons.chooseHint)}
        </p>
      )}
    </fieldset>
  )
}
