import { grades, noGrade } from '../../contract/grading.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { GradeBadge } from '../grading/grade-badge.tsx'

const order = [...grades.toReversed(), noGrade] as const

/** The distribution of grades: a bar of their shares, and the numbers below it. */
export function GradeSpread({ staff }: { staff: readonly StaffMember[] }) {
  const counts = order.map((grade) => ({ grade, count: staff.filter((member) => member.grade === grade).length }))
  const largest = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <ul aria-label="Grades" className="flex items-end justify-between gap-1.5">
      {counts
        // A member without a known title has no grade; most universities have no such member.
        .filter(({ grade, count }) => grade !== noGrade || count > 0)
        .map(({ grade, count }) => (
          <li key={grade} className="flex min-w-0 grow flex-col items-center gap-1.5">
            <span className="text-sm font-semibold">{count}</span>
            <span
              aria-hidden="true"
              className="w-full max-w-9 rounded-sm bg-brand/70"
              style={{ height: `${Math.max(2, Math.round((count / largest) * 48))}px` }}
            />
            <span className="sr-only">members with grade</span>
            <GradeBadge grade={grade} />
          </li>
        ))}
    </ul>
  )
}
