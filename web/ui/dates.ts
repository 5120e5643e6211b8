import { isDay, momentsIn, writeOutWeekday } from '../../contract/dates.ts'

/** A moment in the user's time zone: 15 Nov 2026, 14:02. */
export const formatMoment = momentsIn()

/** The calendar day of a moment in the user's time zone, as 'YYYY-MM-DD'. */
export function dayOf(moment: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

/** The value of a date field as Saturday, 3 April 2027; nothing while it is incomplete. */
export function dayInWords(value: string): string | undefined {
  return isDay(value) ? writeOutWeekday(value) : undefined
}
