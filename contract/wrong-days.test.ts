import { expect, test } from 'vitest'
import { speaker } from './languages/catalogue.ts'
import { en } from './languages/en.ts'
import { TermInput } from './terms.ts'
import { wrongDays } from './wrong-days.ts'

const say = speaker('en', en)
const wrong = (days: object) => wrongDays({ start_date: '2026-09-01', ...days }).map(({ day, message }) => [day, say(message)])

test('a day is neither before the term nor before one that comes first', () => {
  expect(wrong({ posting_until: '2026-08-31' })).toEqual([['posting_until', 'This is before the first day of the term.']])
  expect(wrong({ posting_until: '2026-12-10', questions_until: '2026-12-09' })).toEqual([
    ['questions_until', 'This is before “Posting until”.'],
  ])
  expect(wrong({ review_until: '2026-12-10', scores_until: '2026-12-09', closing_on: '2026-12-08' })).toHaveLength(2)
})

test('the same day twice, days that are missing and a day after the end of the term are right', () => {
  const days = { posting_until: '2026-12-10', scores_until: '2026-12-10', release_on: null, closing_on: '2027-03-01' }
  expect(wrong(days)).toEqual([])
  const term = { name: 'Fall', start_date: '2026-09-01', end_date: '2027-01-31' }
  expect(TermInput.safeParse({ ...term, ...days }).success).toBe(true)
})
