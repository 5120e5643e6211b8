import type { LinkProps } from '@tanstack/react-router'
import { gradesAndNone, noGrade } from '../../contract/grading.ts'
import type { Group } from '../../contract/overview.ts'
import { gradeLook } from '../grading/grade-badge.tsx'
import { ChartAndTable } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { StackedBars } from '../ui/charts/stacked-bars.tsx'
import { formatAverage, formatCount, formatWhole } from '../ui/numbers.ts'

type Grade = (typeof gradesAndNone)[number]
export type GradedGroup = Group & { key: string; name: string; linkOf: (grade: Grade) => LinkProps }

type Props = { caption: string; nameHeader: string; groups: readonly GradedGroup[] }

/** The distribution of grades per group: departments, titles or terms. */
export function GradeChart({ caption, nameHeader, groups }: Props) {
  // Only a member without a known title has no grade; most universities have no such member.
  const shown = gradesAndNone.filter((grade) => grade !== noGrade || groups.some((group) => group.grades[noGrade] > 0))
  return (
    <ChartAndTable
      chart={
        <StackedBars
          label={caption}
          legend={
            <>
              <span>Share of each grade</span>
              <span aria-hidden="true" className="flex flex-wrap items-center gap-1 xl:hidden">
                {shown.map((grade) => (
                  <SmallBadge key={grade} grade={grade} />
                ))}
              </span>
            </>
          }
          rows={groups.map(({ key, name, grades, linkOf }) => ({
            key,
            name,
            parts: shown.map((grade) => ({
              key: grade,
              count: grades[grade],
              look: lookOf(grade),
              name: `${name}, ${grade === noGrade ? 'no grade' : `grade ${grade}`}: ${formatCount(grades[grade], 'member', 'members')}`,
              link: linkOf(grade),
            })),
          }))}
        />
      }
      table={
        <NumberTable
          caption={`${caption}, numbers`}
          nameHeader={nameHeader}
          headers={[...shown.map((grade) => <SmallBadge key={grade} grade={grade} />), 'Members', 'Average']}
          rows={groups.map(({ key, name, grades, members, average }) => ({
            key,
            name,
            cells: [...shown.map((grade) => formatWhole(grades[grade])), formatWhole(members), formatAverage(average)],
          }))}
        />
      }
    />
  )
}

/** Small, because many appear in one row. */
function SmallBadge({ grade }: { grade: Grade }) {
  return (
    <span className={`inline-grid h-5 min-w-6.5 place-items-center rounded-sm px-1 text-xs font-semibold ${lookOf(grade)}`}>
      <bdi>{grade}</bdi>
    </span>
  )
}

function lookOf(grade: Grade): string {
  return grade === noGrade ? 'bg-quiet text-card' : `text-on-hue ${gradeLook[grade]}`
}
