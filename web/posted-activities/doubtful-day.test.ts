import { expect, test } from 'vitest'
import type { Term } from '../../contract/terms.ts'
import { doubtAbout } from './doubtful-day.ts'

const autumn = { name: 'Autumn 2026', start_date: '2026-09-01', end_date: '2027-01-31', is_current: true } as Term

test.each([
  ['2026-11-12', undefined],
  ['2025-09-01', undefined],
  ['2025-08-31', 'That is more than a year before Autumn 2026 began.'],
  ['1900-01-01', 'That is more than a year before Autumn 2026 began.'],
  ['2026-11-13', 'That is in the future.'],
  ['2027-04-03', 'That is in the future.'],
])('on 12 November 2026 the doubt about %s is: %s', (day, doubt) => {
  expect(doubtAbout(day, [autumn], '2026-11-12')).toBe(doubt)
})

test('until the terms are loaded, only the future is doubtful', () => {
  expect(doubtAbout('1900-01-01', [], '2026-11-12')).toBeUndefined()
})
