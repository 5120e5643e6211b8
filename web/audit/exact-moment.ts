import { formatMoment } from '../ui/dates.ts'

/** 15 Nov 2026, 14:02:31: of two changes in one minute, which came first. */
export function formatExactMoment(moment: string): string {
  return `${formatMoment(moment)}:${String(new Date(moment).getSeconds()).padStart(2, '0')}`
}
