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

/** The words of '2026-11-12', in UTC: the local zone would move the day. */
const dayInWords = lazy(
  () => new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** '2027-04-03' as 3 April 2027. Written out, because 03/04 in a date field is read as March by some and as April by others. */
export function writeOutDay(day: string): string {
  const parts = dayInWords().formatToParts(Date.parse(day))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  return `${part('day')} ${part('month')} ${part('year')}`
}

/** '2027-04-03' as Saturday, 3 April 2027. */
export function writeOutWeekday(day: string): string {
  const weekday = dayInWords()
    .formatToParts(Date.parse(day))
    .find(({ type }) => type === 'weekday')
  return `${weekday?.value}, ${writeOutDay(day)}`
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

/** Years that a posting or a term can have. */
export function hasYear(text: string): boolean {
  return /^(19|20|21)\d{2}-/.test(text)
}

/** Also refuses 30 February, which Date.parse accepts. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !hasYear(text)) return false
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
