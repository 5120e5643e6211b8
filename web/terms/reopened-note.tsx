import { useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { useSay } from '../language/language.ts'
import { dayOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'

type Props = { name: string; reopened: NonNullable<Term['reopened']> }

/** The reason why a closed term is open again: one or two lines in its row, and the full text when pressed. */
export function ReopenedNote({ name, reopened: { at, by, reason } }: Props) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const whenAndWho = messages.terms.reopenedBy({ day: formatDay(say, dayOf(new Date(at))), who: accountName(say, by) })
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        dir="auto"
        className="line-clamp-2 text-as-around cursor-pointer in-data-[density=compact]:line-clamp-1 rounded-sm text-start text-xs leading-4 text-quiet wrap-anywhere hover:text-ink hover:underline"
      >
        {say(messages.general.labelled({ label: whenAndWho, value: reason }))}
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={name} description={say(whenAndWho)}>
        <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      </Dialog>
    </>
  )
}
