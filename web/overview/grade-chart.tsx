import type { LinkProps } from '@tanstack/react-router'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Group } from '../../contract/overview.ts'
import { letterOf, lookOf, nameOf, nothingYet, type ShownGrade, shownGrades } from '../entities/grades/shown-grade.ts'
import { useSay } from '../language/language.ts'
import { ChartAndTable } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { StackedBars } from '../ui/charts/stacked-bars.tsx'
import { formatAverage, formatWhole } from '../ui/numbers.ts'

export type GradedGroup = Group & { key: string; name: string; link: LinkProps; linkOf: (grade: ShownGrade) => LinkProps }

type Props = { caption: string; nameHeader: string; groups: readonly GradedGroup[] }

/** The distribution of grades per group: departments, titles or terms. */
export function GradeChart({ caption, nameHeader, groups }: Props) {
  const say = useSay()
  // Only a member without a known title has no grade; most universities have no such member.
  const isRare = (grade: ShownGrade) => grade === noGrade || grade === nothingYet
  const shown = shownGrades.filter((grade) => !isRare(grade) || groups.some((group) => countOf(group, grade) > 0))
  return (
    <ChartAndTable
      chart={
        <StackedBars
          label={caption}
          legend={
            <>
              <span>{say(messages.overview.shareOfGrades)}</span>
              <span aria-hidden="true" className="flex flex-wrap items-center gap-1 xl:hidden">
                {shown.map((grade) => (
                  <SmallBadge key={grade} grade={grade} />
                ))}
              </span>
            </>
          }
          rows={groups.map((group) => ({
            key: group.key,
            name: group.name,
            parts: shown.map((grade) => ({
              key: grade,
              count: countOf(group, grade),
              look: lookOf(grade),
              name: say(
                messages.overview.groupWithGrade({
                  group: group.name,
                  grade: inWords(grade),
                  members: messages.general.memberCount({ count: countOf(group, grade) }),
                }),
              ),
              link: group.linkOf(grade),
            })),
          }))}
        />
      }
      table={
        <NumberTable
          caption={say(messages.overview.numbers({ caption }))}
          nameHeader={nameHeader}
          headers={[
            ...shown.map((grade) => <SmallBadge key={grade} grade={grade} />),
            say(messages.fields.members),
            say(messages.overview.average),
          ]}
          rows={groups.map((group) => ({
            key: group.key,
            name: group.name,
            link: { place: group.link, hint: say(messages.finding.membersOf({ name: group.name })) },
            cells: [
              ...shown.map((grade) => formatWhole(countOf(group, grade))),
              formatWhole(group.members),
              formatAverage(group.average),
            ],
          }))}
        />
      }
    />
  )
}

export function countOf({ grades, nothing_yet }: Group, grade: ShownGrade): number {
  if (grade === nothingYet) return nothing_yet
  return grade === letterOf(nothingYet) ? grades[grade] - nothing_yet : grades[grade]
}

function inWords(grade: ShownGrade): Message {
  if (grade === nothingYet) return messages.overview.nothingYet
  return grade === noGrade ? messages.overview.noGrade : messages.overview.gradeOf({ grade })
}

/** A small badge, because many appear in one row. */
function SmallBadge({ grade }: { grade: ShownGrade }) {
  const say = useSay()
  const { className, style } = lookOf(grade)
  return (
    <span
      style={style}
      title={grade === nothingYet ? say(messages.grading.nothingYet) : undefined}
      className={`inline-grid h-5 min-w-6.5 place-items-center rounded-sm px-1 text-xs font-semibold whitespace-nowrap ${className}`}
    >
      {/* The name is in words, because the letter of these members is that of the lowest grade. */}
      <bdi>{nameOf(say, grade)}</bdi>
    </span>
  )
}
