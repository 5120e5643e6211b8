import { type Message, messages, type Say } from './languages/catalogue.ts'

// The words come from the catalogues, not from Intl: Chromium has no Kurdish (ckb) and would print English months.

type Month = keyof typeof messages.dates.months
type Weekday = keyof typeof messages.dates.weekdays

/** The day '2026-11-12' as 12 Nov 2026. It is parsed as text: a Date would be off by a day in half of the time zones. */
export function formatDay(say: Say, day: string): string {
  return inWords(say, day, messages.dates.shortMonths)
}

/** The day '2027-04-03' as 3 April 2027. The month is written out, because some read 03/04 in a date field as March and others as April. */
export function writeOutDay(say: Say, day: string): string {
  return inWords(say, day, messages.dates.months)
}

/** '2027-04-03' as Saturday, 3 April 2027. */
export function writeOutWeekday(say: Say, day: string): string {
  const weekday = messages.dates.weekdays[`d${new Date(Date.parse(day)).getUTCDay()}` as Weekday]
  return say(messages.dates.weekday({ weekday, date: writeOutDay(say, day) }))
}

/** The month of '2027-04-03' as April 2027. */
export function writeOutMonth(say: Say, day: string): string {
  const [year, month] = day.split('-').map(Number)
  return say(messages.dates.month({ month: messages.dates.months[`m${month}` as Month], year: String(year) }))
}

/** The same as a message, for a sentence that is not yet in any language. */
export function dayMessage(day: string): Message {
  return messageWith(day, messages.dates.shortMonths)
}

function inWords(say: Say, day: string, months: Readonly<Record<Month, Message>>): string {
  return say(messageWith(day, months))
}

function messageWith(day: string, months: Readonly<Record<Month, Message>>): Message {
  const [year, month, date] = day.split('-').map(Number)
  return messages.dates.day({ day: String(date), month: months[`m${month}` as Month], year: String(year) })
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  // The Swedish locale writes days and times as 2026-11-15 14:02:31.
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  clocks.set(zone, clock)
  return clock
}

/** A moment by the clock of a time zone, as 2026-11-15 14:02:31: for files, where it sorts and every spreadsheet reads it. */
export function isoMomentIn(zone: string, moment: string | Date): string {
  const at = new Date(moment)
  // UTC needs no Intl, which is slow to start in a page.
  return zone === 'UTC' ? at.toISOString().slice(0, 19).replace('T', ' ') : clockOf(zone).format(at)
}

/** The calendar day of a moment in a time zone, as 2026-11-15. */
export function dayIn(zone: string, moment: string | Date): string {
  return isoMomentIn(zone, moment).slice(0, 10)
}

/** The day of a moment in a time zone, as 12 Nov 2026. */
export function formatDayIn(say: Say, zone: string, moment: string | Date): string {
  return formatDay(say, dayIn(zone, moment))
}

export type Precision = 'minutes' | 'seconds'

/** '2026-11-12T08:00:00Z' in Asia/Baghdad as 12 Nov 2026, 11:00 UTC+3: for paper, whose reader may be anywhere. */
export function formatMomentIn(say: Say, zone: string, moment: string | Date, precision?: Precision): string {
  const parts = formatClock(say, isoMomentIn(zone, moment), precision)
  return say(messages.dates.zonedMoment({ ...parts, zone: offsetOf(zone, moment) }))
}

/** The date and the time of '2026-11-15 14:02:31' in words. */
export function formatClock(say: Say, clock: string, precision: Precision = 'minutes'): { date: string; time: string } {
  return { date: formatDay(say, clock.slice(0, 10)), time: clock.slice(11, precision === 'minutes' ? 16 : 19) }
}

/** The distance of a time zone from UTC at a moment: UTC, UTC+3, UTC-3:30. */
function offsetOf(zone: string, moment: string | Date): string {
  const minutes = Math.round((Date.parse(`${isoMomentIn(zone, moment)}Z`) - new Date(moment).getTime()) / 60_000)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Whether a posting or a term can have the year of this text. */
export function hasYear(text: string): boolean {
  return /^(19|20|21)\d{2}-/.test(text)
}

/** A day that exists: 30 February is refused, which Date.parse accepts. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !hasYear(text)) return false
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
