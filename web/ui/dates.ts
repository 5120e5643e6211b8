import { formatDay, isDay, writeOutWeekday } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A moment in the user's time zone: 15 Nov 2026, 14:02. Without Intl, which is slow to start in a page. */
export function formatMoment(say: Say, moment: string): string {
  const at = new Date(moment)
  return say(messages.dates.moment({ date: formatDay(say, dayOf(at)), time: timeOf(at) }))
}

/** The time alone on the same day: 14:02. */
export function formatSince(say: Say, at: Date): string {
  return dayOf(at) === dayOf(new Date()) ? timeOf(at) : formatMoment(say, at.toISOString())
}

function timeOf(at: Date): string {
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** The calendar day of a moment in the user's time zone, as 'YYYY-MM-DD'. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

/** The value of a date field as Saturday, 3 April 2027; nothing while it is incomplete. */
export function dayInWords(say: Say, value: string): string | undefined {
  return isDay(value) ? writeOutWeekday(say, value) : undefined
}
