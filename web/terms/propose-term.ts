import { isDay } from '../../contract/dates.ts'
import { addDays, daysBetween, type TermDays, termDays } from '../../contract/term-days.ts'
import type { Term } from '../../contract/terms.ts'

type Named = Pick<Term, 'name' | 'names' | 'start_date' | 'end_date'>
type WithDays = Pick<Term, 'start_date'> & TermDays

/** The last term that began before a day. */
export function termBefore<T extends Named>(terms: readonly T[], day: string): T | undefined {
  return byStart(terms).findLast(({ start_date }) => start_date < day)
}

function byStart<T extends Named>(terms: readonly T[]): T[] {
  return terms.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
}

/**
 * Name and dates of the term after the last one, if the terms so far show them: after Fall 2025 and Spring 2026, Fall 2026 is followed by
 * Spring 2027; a year such as 2026–2027 is followed by the next.
 */
export function nextTerm(terms: readonly Named[]): Named | undefined {
  const ordered = byStart(terms)
  const last = ordered.at(-1)
  if (!last) return undefined
  const yearBefore = ordered.findIndex(({ name }) => yearLater(name) === last.name)
  const followed = yearBefore === -1 ? undefined : ordered[yearBefore + 1]
  const model = followed ?? (isWholeYear(last.name) ? last : undefined)
  const name = model && yearLater(model.name)
  if (!model || !name) return undefined
  const start_date = yearsLater(model.start_date, 1)
  if (start_date <= last.end_date) return undefined
  const names = Object.fromEntries(
    Object.entries(model.names).flatMap(([language, text]) => {
      const next = text && yearLater(text)
      return next ? [[language, next]] : []
    }),
  )
  return { name, names, start_date, end_date: yearsLater(model.end_date, 1) }
}

/** The days of a term, as far from the new begin as they were from its own; on the same dates, if it begins on the same one. */
export function shiftedDays(term: WithDays, start: string): TermDays {
  const distance = daysBetween(term.start_date, start)
  const years = Number(start.slice(0, 4)) - Number(term.start_date.slice(0, 4))
  const isSameDate = start.slice(4) === term.start_date.slice(4)
  const shift = (day: string) => (isSameDate ? yearsLater(day, years) : addDays(day, distance))
  const shifted = termDays.map((day) => [day, term[day] ? shift(term[day]) : null])
  return Object.fromEntries(shifted) as TermDays
}

export function hasDays(term: TermDays): boolean {
  // A server of the previous release sends only one of them.
  return termDays.some((day) => term[day])
}

const years = /\b((?:19|20|21)\d\d)(?:(\s?[-–/]\s?)(\d\d)(?!\d))?/g

/** Fall 2026 as Fall 2027, 2026/27 as 2027/28. Undefined without a year. */
function yearLater(name: string): string | undefined {
  const next = name.replace(years, (_, year: string, dash = '', short?: string) => {
    const end = short === undefined ? '' : String((Number(short) + 1) % 100).padStart(2, '0')
    return `${Number(year) + 1}${dash}${end}`
  })
  return next === name ? undefined : next
}

/** Whether a name has two years, one after the other. */
function isWholeYear(name: string): boolean {
  const [, first, second] = /((?:19|20|21)\d\d)\s?[-–/]\s?(\d{2,4})/.exec(name) ?? []
  return first !== undefined && String(Number(first) + 1).endsWith(second ?? ' ')
}

/** The same date in a later year; 28 February, where that year has no 29th. */
function yearsLater(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return isDay(later) ? later : later.replace('-29', '-28')
}
