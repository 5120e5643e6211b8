import type { ReactNode } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { activityTypes, scoreOfType, typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints, isSet } from '../../contract/points.ts'
import type { GivenPoints, Statement, StatementLine } from '../../contract/statements.ts'
import type { Part } from '../entities/scores/score-labels.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { dayOf } from '../ui/dates.ts'
import { StatementPoints } from './statement-number.tsx'

/** Every entry that counts, group by group, down to the total; the returned ones are listed separately. */
export function StatementLines({ statement }: { statement: Statement }) {
  const say = useSay()
  const { lines, over_limit, returned, would_add, tp, fb, sums, term } = statement
  const isHeld = term.holds_scores ?? false
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{say(messages.statements.howItAddsUp)}</caption>
        <Head />
        {activityTypes.map((type) => (
          <Group key={type} subject={scoreOfType[type]} label={typeName(type)} sum={sums[scoreOfType[type]]}>
            {lines
              .filter((line) => line.type === type)
              .map((line, index) => (
                // The index is the key: two entries may be identical, and they are never reordered.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <Line key={index} line={line} />
              ))}
          </Group>
        ))}
        <Group
          subject="tp"
          label={messages.statements.teacherPoints}
          note={<SetBy points={tp} isHeld={isHeld} />}
          sum={isSet(tp) ? tp.points : undefined}
        />
        <Group
          subject="fb"
          label={messages.statements.feedback}
          note={<SetBy points={fb} isHeld={isHeld} />}
          sum={isSet(fb) ? fb.points : undefined}
        />
        {/* The total is in a tbody, because browsers repeat a tfoot at the end of every printed page. */}
        <tbody>
          <tr className="border-t-2 border-ink">
            <th scope="row" className={`${first} py-3 text-start font-serif text-lg font-semibold`}>
              {say(messages.statements.total)}
            </th>
            <NoDateNoState />
            <td className={`${last} py-3 font-semibold`}>
              <StatementPoints subject="total_score" label={messages.statements.total} points={sums.total_score} isAligned />
            </td>
          </tr>
        </tbody>
      </table>
      {over_limit.length > 0 && <OverLimit lines={over_limit} />}
      {returned.length > 0 && (
        <section aria-labelledby="returned" className="border-t border-line pt-5 pb-2 print:break-inside-avoid">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 sm:px-8 print:px-0">
            <h2 id="returned" className="text-lg">
              {say(messages.statements.returnedTitle)}
            </h2>
            <p className="font-medium text-bad">
              <bdi>{say(messages.statements.wouldAdd({ points: formatPoints(would_add) }))}</bdi>
            </p>
          </div>
          <p className="px-4 text-[0.8125rem] text-quiet sm:px-8 print:px-0">
            <bdi>{say(messages.statements.returnedWhy)}</bdi>
          </p>
          <table className="mt-2 w-full border-collapse text-sm">
            <caption className="sr-only">{say(messages.statements.returnedTitle)}</caption>
            <Head hidden />
            <tbody>
              {returned.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Line key={index} line={line} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

function OverLimit({ lines }: { lines: readonly StatementLine[] }) {
  const say = useSay()
  return (
    <section aria-labelledby="over-limit" className="border-t border-line pt-5 pb-2 print:break-inside-avoid">
      <h2 id="over-limit" className="px-4 text-lg sm:px-8 print:px-0">
        {say(messages.rules.overLimitTitle)}
      </h2>
      <p className="px-4 text-[0.8125rem] text-quiet sm:px-8 print:px-0">
        <bdi>{say(messages.rules.overLimitWhy)}</bdi>
      </p>
      <table className="mt-2 w-full border-collapse text-sm">
        <caption className="sr-only">{say(messages.rules.overLimitTitle)}</caption>
        <Head hidden />
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Line key={index} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const first = 'ps-4 pe-3 @max-xs/page:ps-2 @max-xs/page:pe-1 sm:ps-8 print:ps-0'
const last = 'relative w-24 ps-3 pe-4 text-right @max-xs/page:w-16 @max-xs/page:ps-1 @max-xs/page:pe-2 sm:pe-8 print:pe-0'
/** The look of the date and the state: below the name on a phone, otherwise in columns of their own. */
const dateCell = 'w-32 px-3 whitespace-nowrap max-sm:hidden print:table-cell'
const stateCell = 'w-28 px-3 max-sm:hidden print:table-cell'

function Head({ hidden = false }: { hidden?: boolean }) {
  const say = useSay()
  const look = hidden ? 'sr-only' : 'border-b border-line text-[0.8125rem] text-quiet'
  return (
    <thead className={look}>
      <tr>
        <th scope="col" className={`${first} py-1.5 text-start font-medium`}>
          {say(messages.statements.activity)}
        </th>
        <th scope="col" className={`${dateCell} py-1.5 text-start font-medium`}>
          {say(messages.statements.date)}
        </th>
        <th scope="col" className={`${stateCell} py-1.5 text-start font-medium`}>
          {say(messages.statements.state)}
        </th>
        <th scope="col" className={`${last} py-1.5 font-medium`}>
          {say(messages.statements.points)}
        </th>
      </tr>
    </thead>
  )
}

type GroupProps = {
  subject: Part
  label: Message
  note?: ReactNode
  /** The sum, or undefined if it is not set. */
  sum: number | undefined
  children?: ReactNode
}

function Group({ subject, label, note, sum, children }: GroupProps) {
  const say = useSay()
  return (
    <tbody className="border-b border-line">
      <tr className="bg-sunk align-top print:break-after-avoid">
        <th scope="rowgroup" className={`${first} py-2 text-start font-semibold max-sm:py-3`}>
          {say(label)} {note && <span className="ms-2.5 font-normal text-quiet max-sm:ms-0 max-sm:block">{note}</span>}
        </th>
        <NoDateNoState />
        <td className={`${last} py-2 font-semibold max-sm:py-3`}>
          <StatementPoints subject={subject} label={label} points={sum} isAligned />
        </td>
      </tr>
      {children}
    </tbody>
  )
}

/** Two empty cells instead of a colspan: on a phone these columns are hidden. */
function NoDateNoState() {
  return (
    <>
      <td className={dateCell} />
      <td className={stateCell} />
    </>
  )
}

function SetBy({ points: { set_by, set_at }, isHeld }: { points: GivenPoints; isHeld: boolean }) {
  const say = useSay()
  if (!set_at) return say(isHeld ? messages.scoring.notReleased : messages.statements.notSet)
  const day = formatDay(say, dayOf(new Date(set_at)))
  return (
    <bdi>
      {say(set_by ? messages.statements.setBy({ who: accountName(say, set_by), day }) : messages.statements.setOn({ day }))}
    </bdi>
  )
}

const stateLook = { posted: 'plain', verified: 'good', returned: 'bad' } as const

function Line({ line }: { line: StatementLine }) {
  const say = useSay()
  const language = useLanguage()
  const name = localized(language, line, 'activity_name')
  const { starting_date, state, points, returned_reason, over_limit, recounted, event } = line
  const isCounted = state !== 'returned' && !over_limit
  const badge = <Badge look={stateLook[state]}>{say(messages.statements.states[state])}</Badge>
  return (
    <tr className="border-t border-line/60 align-top print:break-inside-avoid">
      <td className={`${first} py-2 wrap-anywhere`}>
        <bdi>{name}</bdi>
        {event && (
          <span className="mt-0.5 block text-[0.8125rem] text-quiet">
            <bdi>{localized(language, event, 'name')}</bdi> · <bdi>{event.place}</bdi>
          </span>
        )}
        {returned_reason && (
          <span className="mt-0.5 block text-[0.8125rem] text-quiet">
            <bdi>{localized(language, line, 'returned_reason')}</bdi>
          </span>
        )}
        {over_limit && (
          <span className="mt-0.5 block text-[0.8125rem] text-quiet">
            <bdi>{say(overLimitSentence(over_limit, line.type))}</bdi>
          </span>
        )}
        {recounted && (
          <span className="mt-0.5 block text-[0.8125rem] text-quiet">
            <bdi>
              {say(
                messages.statements.recounted({
                  day: formatDay(say, dayOf(new Date(recounted.at))),
                  from: formatPoints(recounted.from),
                }),
              )}
            </bdi>
          </span>
        )}
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.8125rem] text-quiet sm:hidden print:hidden">
          <bdi>{formatDay(say, starting_date)}</bdi>
          {badge}
        </span>
      </td>
      <td className={`${dateCell} py-2 text-quiet`}>
        <bdi>{formatDay(say, starting_date)}</bdi>
      </td>
      <td className={`${stateCell} py-2`}>{badge}</td>
      <td className={`${last} py-2 ${isCounted ? '' : 'text-quiet'}`}>
        <StatementPoints
          subject={line}
          label={messages.explanations.entry.label({ name })}
          points={points}
          isAligned
          isCounted={isCounted}
        />
      </td>
    </tr>
  )
}
