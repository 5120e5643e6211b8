import { lazy } from '../../contract/lazy.ts'
import { formatMoment } from './dates.ts'

const words = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago, as one says it: "5 minutes ago", "yesterday". After a week, the moment itself. */
export function timeAgo(moment: string, now: number): string {
  // A clock that is a little behind the server's must not speak of the future.
  const passed = Math.max(0, now - Date.parse(moment))
  if (passed < minuteMs) return 'just now'
  if (passed < hourMs) return words().format(-Math.floor(passed / minuteMs), 'minute')
  const days = daysBetween(moment, now)
  if (days === 0 || passed < 6 * hourMs) return words().format(-Math.floor(passed / hourMs), 'hour')
  return days < 7 ? words().format(-days, 'day') : formatMoment(moment)
}

/** Calendar days, as the person's own clock counts them: last night is yesterday. */
function daysBetween(moment: string, now: number): number {
  const midnight = (date: Date) => date.setHours(0, 0, 0, 0)
  // Rounded: a day on which the clocks are changed has 23 or 25 hours.
  return Math.round((midnight(new Date(now)) - midnight(new Date(moment))) / dayMs)
}
