const dayMs = 86_400_000
const earliest = '1900-01-01'
const latest = '2199-12-31'

const textOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export function addDays(day: string, count: number): string {
  return textOf(Date.parse(day) + count * dayMs)
}

/** The same day of another month, or its last one: a month after 31 January is 28 February. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)))
}

/** The days since the week began, on a weekday that is 0 for Sunday. */
export function placeInWeek(day: string, firstWeekday: number): number {
  return (new Date(day).getUTCDay() - firstWeekday + 7) % 7
}

/** The weeks of the month of a day; days of other months are undefined. */
export function weeksOf(day: string, firstWeekday: number): (string | undefined)[][] {
  const month = day.slice(0, 7)
  const first = `${month}-01`
  const start = addDays(first, -placeInWeek(first, firstWeekday))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, place) => addDays(start, week * 7 + place)),
  )
  return weeks
    .map((week) => week.map((one) => (one.startsWith(month) ? one : undefined)))
    .filter((week) => week.some((one) => one !== undefined))
}

/** The nearest day that may be chosen. */
export function within(day: string, min = '', max = ''): string {
  const [from, to] = [min || earliest, max || latest]
  return day < from ? from : day > to ? to : day
}
