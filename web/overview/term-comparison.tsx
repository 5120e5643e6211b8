import type { ReactNode } from 'react'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { DepartmentChange, OverviewReply } from '../../contract/overview.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { type Bar, ChangeBars } from '../ui/charts/bars.tsx'
import { ChartAndTable, ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { formatAverage, formatChange } from '../ui/numbers.ts'
import { GradeChart } from './grade-chart.tsx'
import { departmentLabel, linkToStaff, membersLink } from './staff-link.ts'

type Props = { overview: OverviewReply; picker: ReactNode; isOnlyTerm: boolean }

export function TermComparison({ overview: { term, all, against }, picker, isOnlyTerm }: Props) {
  const say = useSay()
  const { hasDepartments } = useRights()
  return (
    <ChartCard
      title={say(messages.overview.termAgainstTerm)}
      summary={against && <bdi>{say(sentenceOf(all.average, against.all.average))}</bdi>}
      tools={isOnlyTerm ? undefined : picker}
    >
      {against ? (
        <div className="flex flex-col gap-6">
          <GradeChart
            caption={say(messages.overview.gradesOfBothTerms)}
            nameHeader={say(messages.fields.term)}
            groups={[
              { term, ...all },
              { term: against.term, ...against.all },
            ].map(({ term: { id, ...named }, ...group }) => ({
              key: String(id),
              name: termName(named),
              ...group,
              linkOf: (grade) => linkToStaff(id, { grade }),
              link: linkToStaff(id, {}),
            }))}
          />
          {hasDepartments && (
            <Changes termId={term.id} names={[termName(against.term), termName(term)]} changes={against.departments} />
          )}
        </div>
      ) : (
        <p className="text-quiet">
          <bdi>{say(isOnlyTerm ? messages.overview.oneTermOnly : messages.overview.noTermBefore)}</bdi>
        </p>
      )}
    </ChartCard>
  )
}

type ChangesProps = { termId: number; names: readonly [against: string, now: string]; changes: readonly DepartmentChange[] }

function Changes({ termId, names, changes }: ChangesProps) {
  const say = useSay()
  const language = useLanguage()
  const caption = say(messages.overview.changeByDepartment)
  return (
    <ChartAndTable
      chart={<ChangeBars label={caption} bars={changes.map((change) => barOf(say, language, termId, change))} />}
      table={
        <NumberTable
          caption={say(messages.overview.numbers({ caption }))}
          nameHeader={say(messages.fields.department)}
          headers={[...names.map((name) => <bdi key={name}>{name}</bdi>), say(messages.overview.change)]}
          rows={changes.map((change) => ({
            key: change.department_name ?? '',
            name: departmentLabel(say, language, change),
            link: change.average === null ? undefined : membersLink(say, language, termId, change),
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

function barOf(say: Say, language: Language, termId: number, change: DepartmentChange): Bar {
  const value = changeOf(change)
  const name = departmentLabel(say, language, change)
  const text = orDash(value, formatChange)
  return {
    key: change.department_name ?? '',
    name,
    value: value ?? 0,
    text,
    words: say(messages.general.labelled({ label: name, value: text })),
    link: value === undefined ? undefined : linkToStaff(termId, { department: change }),
  }
}

function orDash(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

function sentenceOf(now: number, then: number): Message {
  const { unchanged, rose, fell } = messages.overview
  const change = difference(now, then)
  if (change === 0) return unchanged({ average: formatAverage(now) })
  const points = countPoints(Math.abs(change))
  return (change > 0 ? rose : fell)({ points, from: formatAverage(then), to: formatAverage(now) })
}
