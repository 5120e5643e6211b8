import { Tooltip } from 'radix-ui'
import { useState } from 'react'
import type { Grade } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { GradeBadge } from './grade-badge.tsx'

/** The grade of a member with nothing scored and nothing posted: grey, and it says why on hover, focus and tap. */
export function NothingYet({ grade, name }: { grade: Grade; name: string }) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const { nothingYet, withFeedback } = messages.grading
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          aria-label={say(messages.finding.gradeOfNothing({ label: withFeedback, grade, name, state: nothingYet }))}
          onClick={(event) => {
            // By default a press closes the tooltip, and on a touch screen nothing else opens it.
            event.preventDefault()
            setIsOpen(true)
          }}
          className="inline-block cursor-help rounded-sm align-middle"
        >
          <GradeBadge grade={grade} neutral />
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[0.8125rem] text-card shadow-lifted"
        >
          {say(nothingYet)}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
