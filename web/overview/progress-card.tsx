import { formatDay } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Progress } from '../../contract/overview.ts'
import { daysBetween, type TermDay, termDays } from '../../contract/term-days.ts'
import type { Term } from '../../contract/terms.ts'
import { useProgress } from '../entities/overview/overview.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { today } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { departmentLabel, membersLink } from './staff-link.ts'

const words = messages.calendar

/** What was done of what is to be done by each day. Closing is one step for the whole term, and has no column. */
const steps: readonly { day: TermDay; count: (row: Counts) => { part: number; all: number } }[] = [
  { day: 'posting_until', count: ({ posted, members }) => ({ part: posted, all: members }) },
  { day: 'review_until', count: ({ reviewed, postings }) => ({ part: reviewed, all: postings }) },
  { day: 'scores_until', count: ({ scored, members }) => ({ part: scored, all: members }) },
  { day: 'release_on', count: ({ released, members }) => ({ part: released, all: members }) },
  { day: 'questions_until', count: ({ open_questions, questions }) => ({ part: open_questions, all: questions }) },
]

type Counts = Omit<Progress, 'department_id' | 'department_name' | 'department_names'>

/** The progress of each department towards the days of an open term. */
export function ProgressCard({ term }: { term: Term }) {
  const say = useSay()
  const language = useLanguage()
  const { data, isLoadingError, error, refetch } = useProgress(term.id)
  const shown = steps.filter(({ day }) => term[day])
  const cellsOf = (row: Counts) =>
    shown.map(({ day, count }) => <Share key={day} {...count(row)} isOpenCount={day === 'questions_until'} />)
  return (
    <ChartCard title={say(words.progress)} summary={<DaysLeft term={term} />}>
      {isLoadingError ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? words.progressFailed)} onRetry={refetch} />
      ) : !data ? (
        <div className="h-24 animate-breathe" />
      ) : (
        shown.length > 0 && (
          <NumberTable
            caption={say(words.progress)}
            nameHeader={say(messages.fields.department)}
            headers={shown.map(({ day }) => say(words.steps[day]))}
            rows={[
              ...data.map((row) => ({
                key: row.department_name ?? '',
                name: departmentLabel(say, language, row),
                link: membersLink(say, language, term.id, row),
                cells: cellsOf(row),
              })),
              ...(data.length > 1 ? [{ key: 'all', name: say(words.allDepartments), cells: cellsOf(sumOf(data)) }] : []),
            ]}
          />
        )
      )}
    </ChartCard>
  )
}

function sumOf(rows: readonly Progress[]): Counts {
  const sum = (of: keyof Counts) => rows.reduce((before, row) => before + row[of], 0)
  return {
    members: sum('members'),
    posted: sum('posted'),
    postings: sum('postings'),
    reviewed: sum('reviewed'),
    scored: sum('scored'),
    released: sum('released'),
    questions: sum('questions'),
    open_questions: sum('open_questions'),
  }
}

/** A count of a whole, with a bar. Open questions are what is left, so that none is the goal: they have no bar. */
function Share({ part, all, isOpenCount }: { part: number; all: number; isOpenCount: boolean }) {
  const say = useSay()
  if (isOpenCount) return formatWhole(part)
  return (
    <span className="inline-flex flex-col items-stretch gap-0.5">
      {say(words.ofAll({ part: formatWhole(part), all: formatWhole(all) }))}
      <span aria-hidden="true" className="block h-1 w-20 overflow-hidden rounded-full bg-sunk">
        <span className="block h-full bg-brand" style={{ width: `${all === 0 ? 0 : (part / all) * 100}%` }} />
      </span>
    </span>
  )
}

/** Each day of the term with the days left. */
function DaysLeft({ term }: { term: Term }) {
  const say = useSay()
  const now = today()
  return (
    <>
      {termDays.flatMap((day) => {
        const date = term[day]
        if (!date) return []
        const value = messages.termDays.withLeft({ what: formatDay(say, date), left: leftOf(daysBetween(now, date)) })
        return [
          <bdi key={day} className="me-3 inline-block">
            {say(messages.general.labelled({ label: words.labels[day], value }))}
          </bdi>,
        ]
      })}
    </>
  )
}

function leftOf(count: number): Message {
  if (count === 0) return messages.termDays.today
  return count > 0 ? messages.termDays.left({ count }) : words.ago({ count: -count })
}
