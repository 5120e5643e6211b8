import { expect, test } from 'vitest'
import { addDays, addMonths, placeInWeek, weeksOf, within } from './calendar-days.ts'

test.each([
  [addDays('2026-12-31', 1), '2027-01-01'],
  [addDays('2028-03-01', -1), '2028-02-29'],
  [addMonths('2027-01-31', 1), '2027-02-28'],
  [addMonths('2026-03-31', -1), '2026-02-28'],
  [addMonths('2026-01-15', -1), '2025-12-15'],
  [addMonths('2028-02-29', 12), '2029-02-28'],
  [within('2026-11-12', '2026-11-15'), '2026-11-15'],
  [within('2026-11-20', '', '2026-11-15'), '2026-11-15'],
  [within('1899-12-31'), '1900-01-01'],
])('%s is %s', (day, expected) => {
  expect(day).toBe(expected)
})

test('a month has the weeks of the language: November 2026 begins on a Sunday', () => {
  expect(weeksOf('2026-11-12', 0)).toHaveLength(5)
  expect(weeksOf('2026-11-12', 0)[0]?.[0]).toBe('2026-11-01')
  expect(weeksOf('2026-11-12', 1)).toHaveLength(6)
  expect(weeksOf('2026-11-12', 1)[0]).toEqual([...Array.from({ length: 6 }, () => undefined), '2026-11-01'])
  expect(placeInWeek('2026-11-14', 0)).toBe(6)
  expect(placeInWeek('2026-11-14', 1)).toBe(5)
})
