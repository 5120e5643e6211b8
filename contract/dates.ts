import { type Message, messages, type Say } from './languages/catalogue.ts'
import { lazy } from './lazy.ts'

// The words come from the catalogues, not from Intl: Chromium has no Kurdish (ckb) and would print English months.

type Month = keyof typeof messages.dates.months
type Weekday = keyof typeof messages.dates.weekdays

/** '2026-11-12' as 12 Nov 2026. Parsed as text: a Date would be off by a day in half of the time zones. */
export function formatDay(say: Say, day: string): string {
  return inWords(say, day, messages.dates.shortMonths)
}

/** '2027-04-03' as 3 April 2027. Written out, because 03/04 in a date field is read as March by some and as April by others. */
export function writeOutDay(say: Say, day: string): string {
  return inWords(say, day, messages.dates.months)
}

/** '2027-04-03' as Saturday, 3 April 2027. */
export function writeOutWeekday(say: Say, day: string): string {
  const weekday = messages.dates.weekdays[`d${new Date(Date.parse(day)).getUTCDay()}` as Weekday]
  return say(messages.dates.weekday({ weekday, date: writeOutDay(say, day) }))
}

function inWords(say: Say, day: string, months: Readonly<Record<Month, Message>>): string {
  const [year, month, date] = day.split('-').map(Number)
  return say(messages.dates.day({ day: String(date), month: months[`m${month}` as Month], year: String(year) }))
}

/** A time in the given zone as 2026-11-15 14:02:31. The default is the local zone. For files, where it sorts and every spreadsheet reads it. */
export function isoMomentsIn(timeZone?: string): (moment: string) => string {
  // The Swedish write days and times so.
  const moments = lazy(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }))
  return (moment) => moments().format(new Date(moment))
}

/** Years that a posting or a term can have. */
export function hasYear(text: string): boolean {
  return /^(19|20|21)\d{2}-/.test(text)
}

/** Also refuses 30 February, which Date.parse accepts. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !hasYear(text)) return false
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
