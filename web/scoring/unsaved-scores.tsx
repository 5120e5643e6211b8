import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSay } from '../language/language.ts'
import { useScoreEditing } from './score-editing.tsx'

type Props = { staff: readonly StaffMember[] | undefined; children: ReactNode }

/**
 * The number of unsaved scores, with buttons that save or discard all of them, and that scroll to the first one. It replaces the panel's
 * summary: beside it, it could wrap the header, and the table would move under the pointer that left an editor.
 */
export function UnsavedScores({ staff, children }: Props) {
  const say = useSay()
  const { isOpen, unsaved, edit, saveUnsaved, discardUnsaved } = useScoreEditing()
  const waiting = unsaved.flatMap(({ memberId, column }) => {
    const member = staff?.find(({ id }) => id === memberId)
    return member ? [{ member, column }] : []
  })
  const first = isOpen ? waiting[0] : undefined
  return (
    <>
      <span role="status">
        {first && (
          // The text is as high as a line.
          <span className="inline-flex h-[1.5em] max-w-full items-center gap-1.5 align-bottom font-medium text-bad">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            <bdi className="truncate">{say(messages.scoring.notSaved({ count: waiting.length }))}</bdi>
            {[
              { label: messages.actions.save, run: () => void saveUnsaved() },
              { label: messages.scoring.discardUnsaved, run: discardUnsaved },
              // A phone has no room for this button.
              { label: messages.scoring.showUnsaved, run: () => edit(first.member, first.column), look: 'max-sm:hidden' },
            ].map(({ label, run, look = '' }) => (
              <button
                key={label.key}
                type="button"
                onClick={run}
                className={`relative touch-area min-h-6 shrink-0 cursor-pointer rounded-sm px-1 underline underline-offset-2 hover:bg-bad-soft ${look}`}
              >
                {say(label)}
              </button>
            ))}
          </span>
        )}
      </span>
      {!first && children}
    </>
  )
}
