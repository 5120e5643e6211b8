import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isDay, writeOutMonth, writeOutWeekday } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { directionOf, firstWeekdayOf } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { addDays, addMonths, placeInWeek, weeksOf, within } from './calendar-days.ts'
import { useCloseOnBack } from './close-on-back.ts'
import { today } from './dates.ts'

type Props = {
  /** The chosen day; any other text is none. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
  onClose: () => void
}

type Weekday = keyof typeof messages.dates.weekdays

/**
 * One month of days, after the date picker pattern of WAI-ARIA: arrows move by days and weeks, Home and End within the week, Page Up and Page
 * Down by months, with Shift by years.
 */
export function Calendar({ value, min, max, onChoose, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(() => within(isDay(value) ? value : today(), min, max))
  // The buttons for another month keep the focus; keys move it with the active day.
  const takesFocus = useRef(false)
  useCloseOnBack(true, onClose)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the active day decides which button is found.
  useEffect(() => {
    if (takesFocus.current && grid.current) focusActiveDay(grid.current)
    takesFocus.current = false
  }, [active])

  const firstWeekday = firstWeekdayOf(language)
  const weeks = weeksOf(active, firstWeekday)
  const place = placeInWeek(active, firstWeekday)
  const onwards = directionOf(language) === 'rtl' ? -1 : 1

  function press(event: KeyboardEvent) {
    const months = event.shiftKey ? 12 : 1
    const moves: Record<string, () => string> = {
      ArrowRight: () => addDays(active, onwards),
      ArrowLeft: () => addDays(active, -onwards),
      ArrowDown: () => addDays(active, 7),
      ArrowUp: () => addDays(active, -7),
      Home: () => addDays(active, -place),
      End: () => addDays(active, 6 - place),
      PageDown: () => addMonths(active, months),
      PageUp: () => addMonths(active, -months),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    takesFocus.current = true
    setActive(within(move(), min, max))
  }

  const step = (label: Message, icon: LucideIcon, months: number) => (
    <Step label={say(label)} icon={icon} onPress={() => setActive(within(addMonths(active, months), min, max))} />
  )
  const { shortWeekdays, weekdays, yearBefore, monthBefore, monthAfter, yearAfter } = messages.dates
  return (
    <>
      <div className="flex items-center">
        {step(yearBefore, ChevronsLeft, -12)}
        {step(monthBefore, ChevronLeft, -1)}
        <h2 id={headingId} aria-live="polite" className="min-w-0 grow text-center text-base leading-tight">
          {writeOutMonth(say, active)}
        </h2>
        {step(monthAfter, ChevronRight, 1)}
        {step(yearAfter, ChevronsRight, 12)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of WAI-ARIA, whose cells arrow keys reach. */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={press} className="mx-auto mt-1 border-collapse">
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((index) => {
              const weekday = `d${(firstWeekday + index) % 7}` as Weekday
              return (
                <th key={weekday} scope="col" abbr={say(weekdays[weekday])} className="h-8 text-sm font-medium text-quiet">
                  <span aria-hidden="true">{say(shortWeekdays[weekday])}</span>
                  <span className="sr-only">{say(weekdays[weekday])}</span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) =>
                day === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place in the week is what an empty cell is.
                  <td key={index} />
                ) : (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which can be selected.
                  <td key={day} aria-selected={day === value} className="p-0">
                    <button
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      aria-label={writeOutWeekday(say, day)}
                      aria-current={day === today() ? 'date' : undefined}
                      disabled={day !== within(day, min, max)}
                      onClick={() => onChoose(day)}
                      className={`grid size-10 max-sm:size-11 place-items-center rounded-md tabular-nums disabled:cursor-not-allowed disabled:text-quiet disabled:line-through pointer-coarse:size-11 ${dayLook(day, value)}`}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

export function focusActiveDay(around: Element) {
  around.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
}

/** The chosen day is filled, today has a frame. */
function dayLook(day: string, value: string): string {
  if (day === value) return 'bg-brand font-semibold text-on-brand'
  return `hover:enabled:bg-brand-soft ${day === today() ? 'border border-brand font-semibold' : ''}`
}

function Step({ label, icon: Icon, onPress }: { label: string; icon: LucideIcon; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-10 max-sm:size-11 shrink-0 place-items-center rounded-md text-quiet hover:bg-brand-soft hover:text-ink pointer-coarse:size-11"
    >
      <Icon aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
    </button>
  )
}
