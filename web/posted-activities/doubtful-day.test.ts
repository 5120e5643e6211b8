import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { Term } from '../../contract/terms.ts'
import { doubtAbout } from './doubtful-day.ts'

const say = speaker('en', en)
const past = { name: 'Year 2024', start_date: '2024-01-01', end_date: '2024-12-31', is_current: false } as Term
const autumn = { name: 'Autumn 2026', start_date: '2026-09-01', end_date: '2027-01-31', is_current: true } as Term
const spring = { name: 'Spring 2027', start_date: '2027-02-01', end_date: '2027-08-31', is_current: false } as Term

test.each([
  ['2026-11-12', undefined],
  ['2026-08-31', 'This date is outside every term. The activity counts immediately, towards the current term, Autumn 2026.'],
  ['2025-09-01', 'This date is outside every term. The activity counts immediately, towards the current term, Autumn 2026.'],
  [
    '2025-08-31',
    'This date is more than a year before Autumn 2026 began. It is outside every term, so the activity would count towards the current term, Autumn 2026.',
  ],
  ['2024-12-31', 'This date is more than a year before Autumn 2026 began.'],
  ['2026-11-13', 'This date is in the future. The activity counts immediately, towards Autumn 2026.'],
  ['2027-02-01', 'This date is in the future. The activity counts immediately, towards Spring 2027.'],
  [
    '2028-04-03',
    'This date is in the future and outside every term. The activity counts immediately, towards the current term, Autumn 2026.',
  ],
])('on 12 November 2026 the doubt about %s is: %s', (day, doubt) => {
  const why = doubtAbout(day, [spring, autumn, past], '2026-11-12')
  expect(why && say(why)).toBe(doubt)
})

test('until the terms are loaded, only the future is doubtful', () => {
  expect(doubtAbout('1900-01-01', [], '2026-11-12')).toBeUndefined()
  const why = doubtAbout('2026-11-13', [], '2026-11-12')
  expect(why && say(why)).toBe('This date is in the future.')
})
