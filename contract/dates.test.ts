import { expect, test } from 'vitest'
import { dayIn, formatDay, formatMomentIn, isoMomentIn, writeOutDay, writeOutWeekday } from './dates.ts'
import { speaker } from './languages/catalogue.ts'
import { ckb } from './languages/ckb.ts'
import { en } from './languages/en.ts'

const say = speaker('en', en)

test.each([
  ['2027-04-03', '3 April 2027', 'Saturday, 3 April 2027'],
  ['1900-01-01', '1 January 1900', 'Monday, 1 January 1900'],
  ['2028-02-29', '29 February 2028', 'Tuesday, 29 February 2028'],
])('%s is written out as %s, with its weekday as %s', (day, words, withWeekday) => {
  expect(writeOutDay(say, day)).toBe(words)
  expect(writeOutWeekday(say, day)).toBe(withWeekday)
})

test('Kurdish joins day, month and year with its endings, in short dates too', () => {
  const inKurdish = speaker('ckb', ckb)
  expect(formatDay(inKurdish, '2026-11-12')).toBe('12ی تشرینی دووەمی 2026')
  expect(writeOutDay(inKurdish, '2026-02-01')).toBe('1ی شوباتی 2026')
  expect(writeOutWeekday(inKurdish, '2026-11-12')).toMatch(/12ی تشرینی دووەمی 2026/)
})

// Clocks in Berlin went back on 25 October 2026, a day of 25 hours, and go forward on 28 March 2027, one of 23.
test.each([
  ['Asia/Baghdad', '2026-11-12T20:30:00Z', '2026-11-12 23:30:00', '12 Nov 2026, 23:30 UTC+3'],
  ['Asia/Baghdad', '2026-11-12T21:30:00Z', '2026-11-13 00:30:00', '13 Nov 2026, 00:30 UTC+3'],
  ['UTC', '2026-11-12T21:30:00Z', '2026-11-12 21:30:00', '12 Nov 2026, 21:30 UTC'],
  ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25 00:30:00', '25 Oct 2026, 00:30 UTC+2'],
  ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25 23:30:00', '25 Oct 2026, 23:30 UTC+1'],
  ['Europe/Berlin', '2027-03-27T23:30:00Z', '2027-03-28 00:30:00', '28 Mar 2027, 00:30 UTC+1'],
  ['Europe/Berlin', '2027-03-28T21:30:00Z', '2027-03-28 23:30:00', '28 Mar 2027, 23:30 UTC+2'],
  ['America/St_Johns', '2026-11-12T03:15:00Z', '2026-11-11 23:45:00', '11 Nov 2026, 23:45 UTC-3:30'],
])('in %s, %s is %s', (zone, moment, clock, words) => {
  expect(isoMomentIn(zone, moment)).toBe(clock)
  expect(dayIn(zone, new Date(moment))).toBe(clock.slice(0, 10))
  expect(formatMomentIn(say, zone, moment)).toBe(words)
})
