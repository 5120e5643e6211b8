import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityTypes, scoreOfType, titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { DepartmentGroup, Group, OverviewReply } from '../../contract/overview.ts'
import { nothingYet, shownGrades } from '../grading/shown-grade.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { Bars } from '../ui/charts/bars.tsx'
import { ChartAndTable, ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { formatAverage, formatCount, formatShare, formatSum, formatWhole } from '../ui/numbers.ts'
import { countOf, GradeChart } from './grade-chart.tsx'
import { departmentLabel, linkToStaff } from './staff-link.ts'

type Props = { overview: OverviewReply }

/** One term: its figures, its grades, who took part and where the points come from. */
export function OverviewCharts({ overview }: Props) {
  const { term, all, departments, titles } = overview
  return (
    <>
      <Figures overview={overview} />
      <ChartCard title="Grades by department" summary={<bdi>{mostFrequentGrade(all)}</bdi>}>
        <GradeChart
          caption="Grades by department"
          nameHeader="Department"
          groups={departments.map(({ department_id, department_name, ...group }) => ({
            key: departmentLabel(department_name),
            name: departmentLabel(department_name),
            ...group,
            linkOf: (grade) => linkToStaff(term.id, { department: { department_id, department_name }, grade }),
          }))}
        />
      </ChartCard>
      <ChartCard title="Grades by title">
        <GradeChart
          caption="Grades by title"
          nameHeader="Title"
          groups={titles.map(({ title, ...group }) => ({
            key: titleName(title),
            name: titleName(title),
            ...group,
            linkOf: (grade) => linkToStaff(term.id, { title, grade }),
          }))}
        />
      </ChartCard>
      <Participation overview={overview} />
      <PointsByType overview={overview} />
    </>
  )
}

function mostFrequentGrade(all: Group): string {
  const most = Math.max(...shownGrades.map((grade) => countOf(all, grade)))
  const grade = shownGrades.findLast((one) => countOf(all, one) === most) ?? nothingYet
  const count = `${formatWhole(most)} of ${formatCount(all.members, 'member', 'members')}`
  return grade === nothingYet ? messages.overview.mostNothing(count) : messages.overview.mostFrequent(grade, count)
}

function Figures({ overview: { term, all, points } }: Props) {
  const { members, posted_nothing } = all
  return (
    <dl className="grid grid-cols-2 gap-2.5 sm:gap-3 lg:grid-cols-4 print:grid-cols-4">
      <Figure name="Members">{formatWhole(members)}</Figure>
      <Figure name="Average total">{formatAverage(all.average)}</Figure>
      <Figure name="Points in all">{formatSum(points.total_score)}</Figure>
      <Figure name="Posted nothing" note={formatShare(posted_nothing, members)}>
        {posted_nothing === 0 ? (
          0
        ) : (
          // The link covers the whole card.
          <Link
            {...linkToStaff(term.id, { posted: 'nothing' })}
            aria-label={`${formatCount(posted_nothing, 'member', 'members')} posted nothing`}
            className="after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {formatWhole(posted_nothing)}
          </Link>
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="relative flex flex-col rounded-lg border border-line bg-card px-4 py-3 shadow-soft">
      <dt className="text-[0.8125rem] text-quiet">{name}</dt>
      <dd className="mt-1 flex items-baseline gap-2 font-serif text-2xl leading-8 font-semibold">
        {children}
        {note && <bdi className="font-sans text-sm font-normal text-quiet">{note}</bdi>}
      </dd>
    </div>
  )
}

function Participation({ overview: { term, all, departments } }: Props) {
  const caption = 'Posted nothing yet, by department'
  // The departments that most need a reminder come first.
  const shareOf = ({ posted_nothing, members }: DepartmentGroup) => posted_nothing / members
  const ordered = departments.toSorted((a, b) => shareOf(b) - shareOf(a))
  return (
    <ChartCard title="Participation" summary={<bdi>{participationOf(all)}</bdi>}>
      <ChartAndTable
        chart={
          <Bars
            label={caption}
            look="bg-brass"
            whole={1}
            bars={ordered.map((group) => {
              const { department_name, posted_nothing, members } = group
              const name = departmentLabel(department_name)
              return {
                key: name,
                name,
                value: shareOf(group),
                text: formatShare(posted_nothing, members),
                words: `${name}: ${formatWhole(posted_nothing)} of ${formatCount(members, 'member', 'members')} posted nothing`,
                link: posted_nothing > 0 ? linkToStaff(term.id, { department: group, posted: 'nothing' }) : undefined,
              }
            })}
          />
        }
        table={
          <NumberTable
            caption={`${caption}, numbers`}
            nameHeader="Department"
            headers={['Posted nothing', 'Members', 'Share']}
            rows={ordered.map(({ department_name, posted_nothing, members }) => ({
              key: departmentLabel(department_name),
              name: departmentLabel(department_name),
              cells: [formatWhole(posted_nothing), formatWhole(members), formatShare(posted_nothing, members)],
            }))}
          />
        }
      />
    </ChartCard>
  )
}

function participationOf({ members, posted_nothing }: Group): string {
  if (posted_nothing === 0) return messages.overview.allPosted
  if (posted_nothing === members) return messages.overview.nobodyPosted
  const of = `${formatWhole(posted_nothing)} of ${formatCount(members, 'member', 'members')}`
  return messages.overview.postedNothing(of, formatShare(posted_nothing, members))
}

const parts = [
  ...activityTypes.map((type) => ({ name: type, part: scoreOfType[type] })),
  { name: 'Teacher points', part: 'tp' },
  { name: 'Feedback', part: 'fb' },
] as const

function PointsByType({ overview: { term, all, points } }: Props) {
  if (points.total_score === 0) {
    return (
      <ChartCard title="Points by type">
        <p className="text-quiet">
          <bdi>{messages.overview.noPoints}</bdi>
        </p>
      </ChartCard>
    )
  }
  return (
    <ChartCard
      title="Points by type"
      summary={<bdi>{messages.overview.pointsInAll(formatSum(points.total_score), formatAverage(all.average))}</bdi>}
    >
      <ChartAndTable
        chart={
          <Bars
            label="Points by type"
            look="bg-brand"
            bars={parts.map(({ name, part }) => ({
              key: part,
              name,
              value: points[part],
              text: formatSum(points[part]),
              words: `${name}: ${formatSum(points[part])} points`,
              link: points[part] > 0 ? linkToStaff(term.id, { largest: part }) : undefined,
            }))}
          />
        }
        table={
          <NumberTable
            caption="Points by type, numbers"
            nameHeader="Type"
            headers={['Points', 'Per member', 'Share']}
            rows={parts.map(({ name, part }) => ({
              key: part,
              name,
              cells: [
                <AlignedNumber key="points" text={formatSum(points[part])} />,
                formatAverage(points[part] / all.members),
                formatShare(points[part], points.total_score),
              ],
            }))}
          />
        }
      />
    </ChartCard>
  )
}
