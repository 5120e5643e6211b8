import { lazy } from './lazy.ts'

/** A time in the given zone: 15 Nov 2026, 14:02. The default is the local zone. */
export function momentsIn(timeZone?: string): (moment: string) => string {
  const time = lazy(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }))
  // en-GB abbreviates September with four letters; the portal uses three for every month.
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

/** The same as 2026-11-15 14:02:31: for files, where it sorts and every spreadsheet reads it. */
export function isoMomentsIn(timeZone?: string): (moment: string) => string {
  // The Swedish write days and times so.
  const moments = lazy(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }))
  return (moment) => moments().format(new Date(moment))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** '2026-11-12' as 12 Nov 2026. Parsed as text: a Date would be off by a day in half of the time zones. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}
