import { type ReactNode, useId } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Spinner } from '../ui/spinner.tsx'

/** A group of items below a heading: the kind of the subject, and its name below that. */
export function HeadedGroup({ title, name, items }: { title: Message; name?: string; items: ReactNode }) {
  const say = useSay()
  const id = useId()
  return (
    <li className="mt-3! border-t border-deep-line pt-3">
      <p id={id} className="px-3.5 pb-1.5 text-[0.8125rem] leading-snug text-on-deep-quiet">
        {say(title)}
        {name !== undefined && (
          <span dir="auto" className="block font-medium text-as-around text-on-deep wrap-anywhere">
            {name}
          </span>
        )}
      </p>
      <ul aria-labelledby={id} className="space-y-1 border-b border-deep-line pb-3">
        {items}
      </ul>
    </li>
  )
}

export function PanelLoading({ label }: { label: Message }) {
  const say = useSay()
  return (
    <>
      <h1 className="sr-only">{say(label)}</h1>
      <p role="status" className="flex items-center gap-3 py-2 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    </>
  )
}
