import { CircleAlert } from 'lucide-react'
import { messages } from '../../contract/messages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { Button } from '../ui/button.tsx'
import { useScoreEditing } from './score-editing.tsx'

/** The number of unsaved scores, and a button that scrolls to the first of them. */
export function UnsavedScores({ staff }: { staff: readonly StaffMember[] | undefined }) {
  const { isOpen, kept, edit } = useScoreEditing()
  const waiting = kept.flatMap(({ memberId, column }) => {
    const member = staff?.find(({ id }) => id === memberId)
    return member ? [{ member, column }] : []
  })
  const first = waiting[0]
  return (
    <div role="status" className="empty:sr-only">
      {isOpen && first && (
        <p className="flex items-center gap-2 rounded-md bg-bad-soft py-1 ps-3 pe-1 text-sm font-medium text-bad">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          <bdi>{messages.scoring.notSaved(waiting.length)}</bdi>
          <Button size="small" look="ghost" onClick={() => edit(first.member, first.column)} className="text-bad hover:bg-card">
            Show
          </Button>
        </p>
      )}
    </div>
  )
}
