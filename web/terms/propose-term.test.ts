import { expect, test } from 'vitest'
import { nextTerm, shiftedDays } from './propose-term.ts'

const term = (name: string, start_date: string, end_date: string, names = {}) => ({ name, names, start_date, end_date })

test('the next term follows from the terms so far, with its translations', () => {
  const fall = term('Fall 2025', '2025-09-01', '2026-01-31')
  const spring = term('Spring 2026', '2026-02-01', '2026-06-30', { ar: 'ربيع 2026', ckb: 'بەهار' })
  const fallAgain = term('Fall 2026', '2026-09-01', '2027-01-31')
  expect(nextTerm([fallAgain, spring, fall])).toEqual(term('Spring 2027', '2027-02-01', '2027-06-30', { ar: 'ربيع 2027' }))
})

test.each([
  ['2026–2027', '2027–2028'],
  ['Year 2026/27', 'Year 2027/28'],
  ['1999-00', '2000-01'],
])('a year of its own, %s, is followed by %s', (name, next) => {
  expect(nextTerm([term(name, '2027-09-01', '2028-02-29')])).toEqual(term(next, '2028-09-01', '2029-02-28'))
})

test('nothing is proposed without a pattern, or over the days of the last term', () => {
  expect(nextTerm([])).toBeUndefined()
  expect(nextTerm([term('Fall 2026', '2026-09-01', '2027-01-31')])).toBeUndefined()
  expect(nextTerm([term('First', '2026-09-01', '2027-01-31'), term('Second', '2027-02-01', '2027-06-30')])).toBeUndefined()
  expect(nextTerm([term('2026–2027', '2026-09-01', '2027-10-31')])).toBeUndefined()
})

test('the days keep their distance from the begin, or their dates if the begin has its own', () => {
  const none = { scores_until: null, release_on: null, questions_until: null, closing_on: null }
  const last = { start_date: '2026-09-01', posting_until: '2026-12-31', review_until: '2027-01-10', ...none }
  expect(shiftedDays(last, '2027-02-01')).toEqual({ posting_until: '2027-06-02', review_until: '2027-06-12', ...none })
  expect(shiftedDays(last, '2028-09-01')).toEqual({ posting_until: '2028-12-31', review_until: '2029-01-10', ...none })
})
