import { expect, test } from 'vitest'
import { isoMomentIn } from './dates.ts'
import { momentIn, readClock } from './moments.ts'

test.each([
  ['Asia/Baghdad', '2026-11-12', '09:30', '2026-11-12T06:30:00.000Z'],
  ['UTC', '2026-11-12', '00:00', '2026-11-12T00:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '23:59', '2026-07-01T21:59:00.000Z'],
  // The clock goes back at three: the two moments of half past two differ, and one of them is meant.
  ['Europe/Berlin', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z'],
])('in %s the clock shows %s %s at %s', (zone, day, clock, moment) => {
  expect(momentIn(zone, day, clock).toISOString()).toBe(moment)
})

test('the clock of the zone shows the time again, on every day of a year', () => {
  for (const zone of ['Asia/Baghdad', 'America/New_York', 'Australia/Lord_Howe'])
    for (let day = 0; day < 365; day += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
      expect(isoMomentIn(zone, momentIn(zone, date, '12:15')).slice(0, 16)).toBe(`${date} 12:15`)
    }
})

test.each([
  ['9:30', '09:30'],
  ['09.30', '09:30'],
  ['930', '09:30'],
  ['9', '09:00'],
  ['12', '12:00'],
  ['25', undefined],
  ['12:', undefined],
  ['24:00', undefined],
  ['9:60', undefined],
  ['nine', undefined],
  ['', undefined],
])('%j is read as %j', (typed, clock) => {
  expect(readClock(typed)).toBe(clock)
})
