import { lazy } from '../../contract/lazy.ts'
import { formatMoment } from './dates.ts'

const words = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Relative time: "5 minutes ago", "yesterday". After a week, the date and time. */
export function timeAgo(moment: string, now: number): string {
  // A clock slightly behind the server's must not produce a future time.
  const passed = Math.max(0, now - Date.parse(moment))
  if (passed < minuteMs) return 'just now'
  if (passed < hourMs) return words().format(-Math.floor(passed / minuteMs), 'minute')
  const days = daysBetween(moment, now)
  if (days === 0 || passed < 6 * hourMs) return words().format(-Math.floor(passed / hourMs), 'hour')
  return days < 7 ? words().format(-days, 'day') : formatMoment(moment)
}

/** Calendar days in the user's time zone: last night is yesterday. */
function daysBetween(moment: string, now: number): number {
  const midnight = (date: Date) => date.setHours(0, 0, 0, 0)
  // Rounded, because a day with a clock change has 23 or 25 hours.
  return Math.round((midnight(new Date(now)) - midnight(new Date(moment))) / dayMs)
}
