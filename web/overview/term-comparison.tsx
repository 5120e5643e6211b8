import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { DepartmentChange, OverviewReply } from '../../contract/overview.ts'
import { countPoints } from '../grading/count-points.ts'
import { type Bar, ChangeBars } from '../ui/charts/bars.tsx'
import { ChartAndTable, ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { formatAverage, formatChange } from '../ui/numbers.ts'
import { GradeChart } from './grade-chart.tsx'
import { departmentLabel, linkToStaff } from './staff-link.ts'

type Props = { overview: OverviewReply; picker: ReactNode; isOnlyTerm: boolean }

export function TermComparison({ overview: { term, all, against }, picker, isOnlyTerm }: Props) {
  return (
    <ChartCard
      title="Term against term"
      summary={against && <bdi>{sentenceOf(all.average, against.all.average)}</bdi>}
      tools={isOnlyTerm ? undefined : picker}
    >
      {against ? (
        <div className="flex flex-col gap-6">
          <GradeChart
            caption="Grades of both terms"
            nameHeader="Term"
            groups={[
              { term, ...all },
              { term: against.term, ...against.all },
            ].map(({ term: { id, name }, ...group }) => ({
              key: String(id),
              name,
              ...group,
              linkOf: (grade) => linkToStaff(id, { grade }),
            }))}
          />
          <Changes termId={term.id} names={[against.term.name, term.name]} changes={against.departments} />
        </div>
      ) : (
        <p className="text-quiet">
          <bdi>{isOnlyTerm ? messages.overview.oneTermOnly : messages.overview.noTermBefore}</bdi>
        </p>
      )}
    </ChartCard>
  )
}

type ChangesProps = { termId: number; names: readonly [against: string, now: string]; changes: readonly DepartmentChange[] }

function Changes({ termId, names, changes }: ChangesProps) {
  const caption = 'Change of the average total by department'
  return (
    <ChartAndTable
      chart={<ChangeBars label={caption} bars={changes.map((change) => barOf(termId, change))} />}
      table={
        <NumberTable
          caption={`${caption}, numbers`}
          nameHeader="Department"
          headers={[...names.map((name) => <bdi key={name}>{name}</bdi>), 'Change']}
          rows={changes.map((change) => ({
            key: departmentLabel(change.department_name),
            name: departmentLabel(change.department_name),
            cells: [
              orDash(change.average_against, formatAverage),
              orDash(change.average, formatAverage),
              orDash(changeOf(change), formatChange),
            ],
          }))}
        />
      }
    />
  )
}

/** The difference of the displayed averages, so that the row adds up. Undefined if a department has only one of the terms. */
function changeOf({ average, average_against }: DepartmentChange): number | undefined {
  if (average === null || average_against === null) return undefined
  return difference(average, average_against)
}

function difference(now: number, then: number): number {
  return (Math.round(now * 100) - Math.round(then * 100)) / 100
}

function barOf(termId: number, change: DepartmentChange): Bar {
  const value = changeOf(change)
  const name = departmentLabel(change.department_name)
  const text = orDash(value, formatChange)
  return {
    key: name,
    name,
    value: value ?? 0,
    text,
    words: `${name}: ${text}`,
    link: value === undefined ? undefined : linkToStaff(termId, { department: change }),
  }
}

function orDash(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

function sentenceOf(now: number, then: number): string {
  const change = difference(now, then)
  if (change === 0) return messages.overview.unchanged(formatAverage(now))
  const how = change > 0 ? 'rose' : 'fell'
  return messages.overview.changed(how, countPoints(Math.abs(change)), formatAverage(then), formatAverage(now))
}
