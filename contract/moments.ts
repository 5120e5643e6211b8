import { isoMomentIn } from './dates.ts'

/** The moment at which a clock of the zone shows this day and time: '2026-11-12' and '09:30'. In the hour that a clock skips, the one after it. */
export function momentIn(zone: string, day: string, clock: string): Date {
  const asUtc = Date.parse(`${day}T${clock}:00Z`)
  const offsetAt = (at: number) => Date.parse(`${isoMomentIn(zone, new Date(at)).replace(' ', 'T')}Z`) - at
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess))
}

/** A time as people type it: 9:30, 09.30, 930; undefined if it is none. */
export function readClock(typed: string): string | undefined {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.٫،]?([0-5]\d))?$/.exec(typed.trim()) ?? []
  return hours !== '' && Number(hours) < 24 ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}
