import { dayIn, formatClock, formatMomentIn, isDay, isoMomentIn, type Precision, writeOutWeekday } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { portalZone } from './time-zone.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A moment by the portal's clock: 15 Nov 2026, 14:02. A reader whose own clock shows another time sees the zone, too. */
export function formatMoment(say: Say, moment: string, precision?: Precision): string {
  const clock = isoMomentIn(portalZone(), moment)
  if (clock !== clockHere(new Date(moment))) return formatMomentIn(say, portalZone(), moment, precision)
  return say(messages.dates.moment(formatClock(say, clock, precision)))
}

/** A moment on this device, by its own clock: the time alone if it is today. */
export function formatSince(say: Say, at: Date): string {
  const clock = clockHere(at)
  const isToday = clock.slice(0, 10) === clockHere(new Date()).slice(0, 10)
  return isToday ? clock.slice(11, 16) : say(messages.dates.moment(formatClock(say, clock)))
}

/** 2026-11-15 14:02:31 by the clock of this device. */
function clockHere(at: Date): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`
}

/** The calendar day of a moment in the portal's time zone, as 'YYYY-MM-DD'. */
export function dayOf(moment: Date): string {
  return dayIn(portalZone(), moment)
}

/** Today in the portal's time zone, wherever the reader is: the portal decides by it what is over. */
export function today(): string {
  return dayOf(new Date())
}

/** The value of a date field as Saturday, 3 April 2027; undefined while it is incomplete. */
export function dayInWords(say: Say, value: string): string | undefined {
  return isDay(value) ? writeOutWeekday(say, value) : undefined
}
