import { expect, test } from 'vitest'
import { speaker } from '../../../contract/languages/catalogue.ts'
import { en } from '../../../contract/languages/en.ts'
import type { Term } from '../../../contract/terms.ts'
import { describeTerm } from '../terms/describe-term.ts'
import { whereItCounts } from './counting-term.ts'

const say = speaker('en', en)
const term = (name: string, start_date: string, end_date: string, more: Partial<Term> = {}) =>
  ({ name, start_date, end_date, status: 'open', is_current: false, ...more }) as Term
const spring = term('Spring 2026', '2026-02-01', '2026-08-31', { status: 'closed', closed_at: '2026-09-15T12:00:00Z' })
const autumn = term('Autumn 2026', '2026-09-01', '2027-01-31', { is_current: true })

function countsIn(day: string, terms = [autumn, spring], contact = '') {
  const found = whereItCounts(say, terms, day, contact)
  return found && { words: say(found.sentence), isClosed: found.isClosed }
}

test('a date counts in the term that contains it, including its first and last day, else in the current one', () => {
  for (const day of ['2026-09-01', '2027-01-31'])
    expect(countsIn(day)).toEqual({ words: 'Counts towards Autumn 2026.', isClosed: false })
  expect(countsIn('2030-01-01')?.words).toMatch(/the current term, Autumn 2026\./)
  expect(countsIn('2026-08-31', [])).toBeUndefined()
})

test('of a closed term it says since when and whom to tell, and suggests no other date', () => {
  const office = 'Something missing? Tell the portal team.'
  expect(countsIn('2026-08-31')).toEqual({
    words: `Spring 2026 has been closed since 15 Sep 2026. ${office}`,
    isClosed: true,
  })
  expect(countsIn('2026-08-31', [autumn, spring], 'Quality office, room 112')?.words).toBe(
    'Spring 2026 has been closed since 15 Sep 2026. Something missing? Tell: Quality office, room 112',
  )
  // A server of the previous release sends such a term.
  const closed = { ...autumn, status: 'closed' } as Term
  expect(countsIn('2026-09-01', [closed, spring])?.words).toBe(`Autumn 2026 is closed. ${office}`)
  expect(countsIn('2030-01-01', [closed, spring])).toEqual({
    words: `This date is outside every term, so the activity would count towards the current one. Autumn 2026 is closed. ${office}`,
    isClosed: true,
  })
})

test.each([
  [autumn, '2026-11-12', 'Autumn 2026 is open until 31 Jan 2027'],
  [autumn, '2027-02-01', 'Autumn 2026 ended on 31 Jan 2027 and is still open'],
  [autumn, '2026-08-31', 'Autumn 2026 begins on 1 Sep 2026'],
  [spring, '2026-11-12', 'Spring 2026 is closed: its scores no longer change'],
])('%# a term in one line', (given, today, sentence) => {
  expect(describeTerm(say, given, today)).toBe(sentence)
})
