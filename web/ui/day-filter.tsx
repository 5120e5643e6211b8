import { useId, useState } from 'react'
import { isDay } from '../../contract/dates.ts'
import { useSay } from '../language/language.ts'
import { choiceLook } from './choice.tsx'
import { DayInput, unreadDay } from './date-field.tsx'

type Props = {
  label: string
  value: string | undefined
  earliest?: string | undefined
  latest?: string | undefined
  onChoose: (day: string) => void
}

/** A day above a list, as the first or the last one of its rows. */
export function DayFilter({ label, value = '', earliest, latest, onChoose }: Props) {
  const say = useSay()
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  /** A typed text that is no day, and the filter that stays in effect meanwhile. */
  const [unread, setUnread] = useState<{ text: string; instead: string }>()
  const shown = unread?.instead === value ? unread.text : value
  const error = isTyping ? undefined : unreadDay(say, shown)
  return (
    <div className="flex min-w-0 grow basis-36 flex-wrap items-center gap-x-2 sm:flex-none">
      <label id={`${id}-label`} htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      <div className="flex min-w-0 grow sm:w-38">
        <DayInput
          id={id}
          value={shown}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onType={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          min={earliest}
          max={latest}
          onChange={(next) => {
            const isRead = next === '' || isDay(next)
            setUnread(isRead ? undefined : { text: next, instead: value })
            if (isRead) onChoose(next)
          }}
          look={choiceLook}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 basis-full text-sm font-medium text-bad sm:max-w-56">
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  )
}
