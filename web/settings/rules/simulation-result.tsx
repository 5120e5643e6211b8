import { ChevronRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { grades } from '../../../contract/grading.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { formatPoints } from '../../../contract/points.ts'
import type { DepartmentMoves, Move, Simulation } from '../../../contract/rules.ts'
import { GradeBadge } from '../../entities/grades/grade-badge.tsx'
import { asGrade } from '../../entities/grades/shown-grade.ts'
import { termName } from '../../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'

/** The number of members who would move up and down, department by department, and their names. */
export function SimulationResult({ simulation }: { simulation: Simulation }) {
  const say = useSay()
  const { term, departments, moves, over_limit_count, over_limit_now, above_most } = simulation
  const { overLimitCount, overLimitNow } = messages.rulesEditor
  const sum = (part: 'up' | 'down') => departments.reduce((total, each) => total + each[part], 0)
  const [up, down] = [sum('up'), sum('down')]
  const otherTotal = moves.filter(({ before, after }) => before.total !== after.total).length
  if (moves.length === 0) {
    return (
      <div role="status" className="text-sm">
        <p className="flex items-center gap-2.5">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-good" />
          <bdi>{say(messages.rulesEditor.nobodyMoves({ term: termName(term) }))}</bdi>
        </p>
        {above_most > 0 && (
          <p className="mt-1">
            <bdi>{say(messages.rulesEditor.aboveMost({ count: above_most }))}</bdi>
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
          <li className={up > 0 ? 'text-good' : 'text-quiet'}>
            <bdi>{say(messages.rulesEditor.movesUp({ count: up }))}</bdi>
          </li>
          <li className={down > 0 ? 'text-bad' : 'text-quiet'}>
            <bdi>{say(messages.rulesEditor.movesDown({ count: down }))}</bdi>
          </li>
          {otherTotal > 0 && (
            <li>
              <bdi>{say(messages.rulesEditor.otherTotal({ count: otherTotal }))}</bdi>
            </li>
          )}
          {(over_limit_count > 0 || over_limit_now > 0) && (
            <li className={over_limit_count === over_limit_now ? 'text-quiet' : ''}>
              <bdi>{say(overLimitNow({ sentence: overLimitCount({ count: over_limit_count }), number: over_limit_now }))}</bdi>
            </li>
          )}
          {above_most > 0 && (
            <li>
              <bdi>{say(messages.rulesEditor.aboveMost({ count: above_most }))}</bdi>
            </li>
          )}
        </ul>
      </div>
      <div className="overflow-hidden rounded-md border border-line bg-card text-sm">
        <p aria-hidden="true" className={`${columns} border-b border-line py-1.5 ps-9 text-[0.8125rem] font-medium text-quiet`}>
          <span>{say(messages.fields.department)}</span>
          <span className="text-end">{say(messages.fields.members)}</span>
          <span className="text-end">{say(messages.rulesEditor.up)}</span>
          <span className="text-end">{say(messages.rulesEditor.down)}</span>
        </p>
        <ul className="divide-y divide-line">
          {departments.map((department) => (
            <li key={department.department_id ?? 'none'}>
              <Department
                department={department}
                moves={moves.filter(({ department_id }) => department_id === department.department_id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

const columns = 'grid grid-cols-[minmax(0,1fr)_4rem_3.5rem_3.5rem] items-center gap-x-2 px-3'

function Department({ department, moves }: { department: DepartmentMoves; moves: readonly Move[] }) {
  const say = useSay()
  const language = useLanguage()
  const { members, up, down } = department
  const name = localized(language, department, 'department_name') ?? say(messages.departments.unknown)
  const figures = (
    <>
      <bdi className="wrap-anywhere">{name}</bdi>
      <Figure label={say(messages.fields.members)} value={members} />
      <Figure label={say(messages.rulesEditor.up)} value={up} look={up > 0 ? 'font-semibold text-good' : 'text-quiet'} />
      <Figure label={say(messages.rulesEditor.down)} value={down} look={down > 0 ? 'font-semibold text-bad' : 'text-quiet'} />
    </>
  )
  if (moves.length === 0) return <p className={`${columns} py-2 ps-9 text-quiet`}>{figures}</p>
  return (
    <details className="group/department">
      <summary
        className={`${columns} relative cursor-pointer list-none py-2 ps-9 font-medium hover:bg-sunk focus-visible:-outline-offset-2`}
      >
        <ChevronRight
          aria-hidden="true"
          className="absolute start-3 size-4 text-quiet group-open/department:rotate-90 rtl:-scale-x-100 rtl:group-open/department:-rotate-90"
        />
        {figures}
      </summary>
      <Moves moves={moves} />
    </details>
  )
}

function Figure({ label, value, look = '' }: { label: string; value: number; look?: string }) {
  return (
    <span className={`text-end tabular-nums ${look}`}>
      <span className="sr-only">{label} </span>
      {value}
    </span>
  )
}

const rowsAtOnce = 50

/** The members, those with another grade first, the largest step at the top. */
function Moves({ moves }: { moves: readonly Move[] }) {
  const say = useSay()
  const [drawn, setDrawn] = useState(rowsAtOnce)
  const order: readonly string[] = grades
  const step = ({ before, after }: Move) => Math.abs(order.indexOf(after.grade) - order.indexOf(before.grade))
  const sorted = moves.toSorted((a, b) => step(b) - step(a))
  return (
    <div className="border-t border-line bg-sunk/50">
      <table className="w-full border-collapse">
        <caption className="sr-only">{say(messages.rulesEditor.whoMoves)}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{say(messages.fields.name)}</th>
            <th scope="col">{say(messages.rulesEditor.newTotal)}</th>
            <th scope="col">{say(messages.grading.withFeedback)}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, drawn).map(({ id, name, before, after }) => (
            <tr key={id} className="border-b border-line/60 last:border-b-0">
              <th scope="row" className="py-1.5 ps-9 pe-2 text-start font-normal wrap-anywhere">
                <bdi>{name}</bdi>
              </th>
              <td className="px-2 py-1.5 text-end whitespace-nowrap tabular-nums">
                {before.total === after.total ? (
                  <bdi className="text-quiet">{formatPoints(after.total)}</bdi>
                ) : (
                  <>
                    <bdi>{formatPoints(before.total)}</bdi> <Arrow />{' '}
                    <bdi className="font-semibold">{formatPoints(after.total)}</bdi>
                  </>
                )}
              </td>
              <td className="w-28 py-1.5 ps-2 pe-3 text-end whitespace-nowrap">
                {before.grade === after.grade ? (
                  <GradeBadge grade={asGrade(after.grade)} neutral />
                ) : (
                  <>
                    <GradeBadge grade={asGrade(before.grade)} /> <Arrow /> <GradeBadge grade={asGrade(after.grade)} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {drawn < sorted.length && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setDrawn(drawn + rowsAtOnce)}>
            {say(messages.rulesEditor.showMore({ count: sorted.length - drawn }))}
          </Button>
        </div>
      )}
    </div>
  )
}

function Arrow() {
  const say = useSay()
  return (
    <span role="img" aria-label={say(messages.closings.to)} className="inline-block text-quiet rtl:-scale-x-100">
      →
    </span>
  )
}
