import { noGrade } from '../../../contract/grading.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../../contract/scoring.ts'
import { useSay } from '../../language/language.ts'
import { GradeBadge } from './grade-badge.tsx'
import { letterOf, nothingYet, shownGradeOf, shownGrades } from './shown-grade.ts'

/** The distribution of grades: a bar of their shares, and the numbers below it. */
export function GradeSpread({ staff }: { staff: readonly StaffMember[] }) {
  const say = useSay()
  const counts = shownGrades.map((grade) => ({
    grade,
    count: staff.filter((member) => shownGradeOf(member) === grade).length,
  }))
  const largest = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <>
      <p id="grade-spread" className="mb-2 text-[0.8125rem] text-quiet">
        {say(messages.grading.withFeedback)}
      </p>
      <ul aria-labelledby="grade-spread" className="flex flex-wrap items-end justify-between gap-x-1.5 gap-y-3">
        {counts
          // A column that is usually empty is left out: members without a known title, and members with no score and no posting.
          .filter(({ grade, count }) => (grade !== noGrade && grade !== nothingYet) || count > 0)
          .map(({ grade, count }) => (
            <li key={grade} className="flex min-w-0 grow flex-col items-center gap-1.5">
              <span className="text-sm font-semibold">{count}</span>
              <span
                aria-hidden="true"
                className="w-full max-w-9 rounded-sm bg-brand/70"
                style={{ height: `${Math.max(2, Math.round((count / largest) * 48))}px` }}
              />
              <span className="sr-only">
                {say(grade === nothingYet ? messages.scoring.membersWithNothing : messages.scoring.membersWithGrade)}
              </span>
              <GradeBadge grade={letterOf(grade)} nothingYet={grade === nothingYet} />
            </li>
          ))}
      </ul>
    </>
  )
}
