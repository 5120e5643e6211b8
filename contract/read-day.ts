import { isDay } from './dates.ts'
import { lazy } from './lazy.ts'
import { foldForSearch } from './searching.ts'

/** The names of the months as people type them, in the order of the year: of every language, whichever one the page has. */
const typedMonths = [
  'january|jan|کانوونی دووەم|كانون الثاني|كانون ثاني|يناير',
  'february|feb|شوبات|شباط|فبراير',
  'march|mar|ئازار|آذار|آزار|مارس',
  'april|apr|نیسان|أبريل|إبريل',
  'may|ئایار|مایس|أيار|مايو',
  'june|jun|حوزەیران|حزيران|يونيو',
  'july|jul|تەمموز|تەمووز|تموز|يوليو',
  'august|aug|ئاب|آب|أغسطس',
  'september|sept|sep|ئەیلوول|أيلول|سبتمبر',
  'october|oct|تشرینی یەکەم|تشرين الأول|تشرين أول|أكتوبر',
  'november|nov|تشرینی دووەم|تشرين الثاني|تشرين ثاني|نوفمبر',
  'december|dec|کانوونی یەکەم|كانون الأول|كانون أول|ديسمبر',
]

/** One spelling: Latin digits, and letters as a search compares them. Kurdish is written with one or two و. */
function fold(text: string): string {
  return foldForSearch(text).replaceAll('وو', 'و')
}

const months = lazy(
  () => new Map(typedMonths.flatMap((names, index) => names.split('|').map((name) => [fold(name), index + 1] as const))),
)

/** The number of a month, also with the Kurdish ending before a year: تشرینی دووەمی 2026. */
function monthOf(name: string): number | undefined {
  return months().get(name) ?? months().get(name.replace(/ ?ی$/, ''))
}

function dayOf(year: number, month: number, date: number): string | undefined {
  const text = [String(year).padStart(4, '0'), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
  return isDay(text) ? text : undefined
}

/** The years around this one, for 29 February. */
const years = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** A day without a year is the last one until today, because most have happened; where that is too early, the first one from `min` on. */
function withoutYear(month: number, date: number, today: string, min: string): string | undefined {
  const year = Number(today.slice(0, 4))
  const passed = years.map((back) => dayOf(year - back, month, date)).find((day) => day !== undefined && day <= today)
  if (passed === undefined || passed >= min) return passed
  return years.map((ahead) => dayOf(year + ahead, month, date)).find((day) => day !== undefined && day >= min)
}

const ordinal = '(?:st|nd|rd|th| ?ی)?'
const dayThenMonth = new RegExp(`^(\\d{1,2})${ordinal} (?:of |من )?(\\D+?)(?: (\\d{4}))?$`)
const monthThenDay = new RegExp(`^(\\D+?) (\\d{1,2})${ordinal}(?: (\\d{4}))?$`)

/**
 * The day that a person typed, as 2026-11-12: 12/11/2026, ١٢/١١/٢٠٢٦, 12.11.26, 12 Nov, 12ی تشرینی دووەم, 2026-11-12. The day stands before the
 * month, in every language. Undefined for everything else.
 */
export function readDay(text: string, today: string, min = ''): string | undefined {
  const parts = fold(text)
    .replace(/[\s/.,،؍\\_–-]+/g, ' ')
    .trim()
  const iso = /^(\d{4}) (\d{1,2}) (\d{1,2})$/.exec(parts)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2}) (\d{1,2})(?: (\d{4}|\d{2}))?$/.exec(parts) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(parts)
  const words = dayThenMonth.exec(parts)
  const turned = monthThenDay.exec(parts)
  const [date, month, year] = numbers
    ? [numbers[1], Number(numbers[2]), numbers[3]]
    : words
      ? [words[1], monthOf(words[2] ?? ''), words[3]]
      : [turned?.[2], monthOf(turned?.[1] ?? ''), turned?.[3]]
  if (date === undefined || month === undefined) return undefined
  if (year === undefined) return withoutYear(month, Number(date), today, min)
  return dayOf(Number(year.length === 2 ? `20${year}` : year), month, Number(date))
}

/** A day as people type it: 12/11/2026. */
export function typedDay(day: string): string {
  return day.split('-').reverse().join('/')
}
