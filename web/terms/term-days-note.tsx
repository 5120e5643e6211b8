import { useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { termDays } from '../../contract/term-days.ts'
import type { Term } from '../../contract/terms.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The days of a term: one line in its row, and all of them when pressed. */
export function TermDaysNote({ term }: { term: Term }) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const days = termDays.flatMap((kind) => {
    const day = term[kind]
    return day === null ? [] : [{ label: say(messages.calendar.labels[kind]), day: formatDay(say, day) }]
  })
  if (days.length === 0) return null
  const inWords = days.map(({ label, day }) => say(messages.general.labelled({ label, value: day })))
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="line-clamp-1 cursor-pointer rounded-sm text-start text-xs leading-4 text-quiet wrap-anywhere hover:text-ink hover:underline"
      >
        {inWords.join(say(messages.general.factSeparator))}
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={termName(term)} description={say(messages.calendar.days)}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {days.map(({ label, day }) => (
            <div key={label} className="contents">
              <dt className="text-quiet">{label}</dt>
              <dd>
                <bdi>{day}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
