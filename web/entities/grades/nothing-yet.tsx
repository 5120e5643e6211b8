import type { Grade } from '../../../contract/grading.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { GradeBadge } from './grade-badge.tsx'

/** The grade of a member with nothing scored and nothing posted: grey, and it says why on hover, focus and tap. */
export function NothingYet({ grade, name }: { grade: Grade; name: string }) {
  const say = useSay()
  const { nothingYet, withFeedback } = messages.grading
  return (
    <Tooltip text={say(nothingYet)} side="above" isOnPress>
      {(describedBy) => (
        <button
          type="button"
          aria-label={say(messages.finding.gradeOfNothing({ label: withFeedback, grade, name, state: nothingYet }))}
          aria-describedby={describedBy}
          className="inline-block cursor-help rounded-sm align-middle"
        >
          <GradeBadge grade={grade} neutral />
        </button>
      )}
    </Tooltip>
  )
}
