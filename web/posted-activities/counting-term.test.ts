import { expect, test } from 'vitest'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { Term } from '../../contract/terms.ts'
import { describeTerm, whereItCounts } from './counting-term.ts'

const say = speaker('en', en)
const term = (name: string, start_date: string, end_date: string, more: Partial<Term> = {}) =>
  ({ name, start_date, end_date, status: 'open', is_current: false, ...more }) as Term
const spring = term('Spring 2026', '2026-02-01', '2026-08-31', { status: 'closed' })
const autumn = term('Autumn 2026', '2026-09-01', '2027-01-31', { is_current: true })

test('a date counts in the term that contains it, including its first and last day, else in the current one', () => {
  const countsIn = (day: string) => {
    const found = whereItCounts([autumn, spring], day)
    return found && { words: say(found.sentence), isClosed: found.isClosed }
  }
  for (const day of ['2026-09-01', '2027-01-31'])
    expect(countsIn(day)).toEqual({ words: 'Counts in Autumn 2026.', isClosed: false })
  expect(countsIn('2030-01-01')?.words).toMatch(/the current one: Autumn 2026\./)
  expect(countsIn('2026-08-31')).toEqual({ words: 'Spring 2026 is closed. Choose a date in an open term.', isClosed: true })
  expect(whereItCounts([], '2026-08-31')).toBeUndefined()
})

test('where no term is open, no other date is suggested', () => {
  const closed = { ...autumn, status: 'closed' } as Term
  for (const day of ['2026-08-31', '2026-09-01', '2030-01-01'])
    expect(whereItCounts([closed, spring], day)).toEqual({ sentence: messages.postedActivities.noTermOpen, isClosed: true })
})

test.each([
  [autumn, '2026-11-12', 'Autumn 2026 is open until 31 Jan 2027'],
  [autumn, '2027-02-01', 'Autumn 2026 ended on 31 Jan 2027 and is still open'],
  [autumn, '2026-08-31', 'Autumn 2026 begins on 1 Sep 2026'],
  [spring, '2026-11-12', 'Spring 2026 is closed: its scores stay as they are'],
])('%# a term in one line', (given, today, sentence) => {
  expect(describeTerm(say, given, today)).toBe(sentence)
})
