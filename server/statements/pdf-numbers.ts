/** Dates and points as written in the PDF and on the page that confirms it. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** '2026-11-12' and '2026-11-12T08:00:00Z' as 12 Nov 2026, in any time zone of the server. */
export function day(text: string): string {
  const [year, month, date] = text.slice(0, 10).split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}

/** With the time, in UTC. */
export function moment(text: string): string {
  return `${day(text)}, ${text.slice(11, 16)} UTC`
}

const pointsFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })
export const points = (value: number) => pointsFormat.format(value)
