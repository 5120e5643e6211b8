import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { dayOf, formatMoment } from './dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Relative time: "5 minutes ago", "yesterday". After a week, the date and time. */
export function timeAgo(say: Say, moment: string, now: number): string {
  const { justNow, minutesAgo, hoursAgo, yesterday, daysAgo } = messages.dates
  // A clock slightly behind the server's must not produce a future time.
  const passed = Math.max(0, now - Date.parse(moment))
  if (passed < minuteMs) return say(justNow)
  if (passed < hourMs) return say(minutesAgo({ count: Math.floor(passed / minuteMs) }))
  const days = daysBetween(moment, now)
  if (days === 0 || passed < 6 * hourMs) return say(hoursAgo({ count: Math.floor(passed / hourMs) }))
  if (days === 1) return say(yesterday)
  return days < 7 ? say(daysAgo({ count: days })) : formatMoment(say, moment)
}

/** The calendar days between two moments in the portal's time zone: last night is yesterday. */
function daysBetween(moment: string, now: number): number {
  const midnight = (at: Date) => Date.parse(dayOf(at))
  return (midnight(new Date(now)) - midnight(new Date(moment))) / dayMs
}
