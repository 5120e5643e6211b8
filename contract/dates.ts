import { lazy } from './lazy.ts'

/** A moment as a clock there shows it: 15 Nov 2026, 14:02. Without a zone it is the clock of whoever runs this. */
export function momentsIn(timeZone?: string): (moment: string) => string {
  const time = lazy(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }))
  // In British English September has four letters; the portal writes three for every month.
  const day = lazy(() => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone }))
  return (moment) => {
    const date = new Date(moment)
    const parts = new Map(
      day()
        .formatToParts(date)
        .map(({ type, value }) => [type, value]),
    )
    return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}, ${time().format(date)}`
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** '2026-11-12' as 12 Nov 2026. The text itself is taken apart: a Date would move the day for half of the world. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}
