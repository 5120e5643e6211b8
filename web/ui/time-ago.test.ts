import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { timeAgo } from './time-ago.ts'

const say = speaker('en', en)

test.each([
  ['2026-11-15T14:00:40', 'just now'],
  ['2026-11-15T14:02:00', 'just now'],
  ['2026-11-15T14:00:00', '1 minute ago'],
  ['2026-11-15T13:02:00', '59 minutes ago'],
  ['2026-11-15T13:01:00', '1 hour ago'],
  ['2026-11-15T00:30:00', '13 hours ago'],
  ['2026-11-14T23:30:00', 'yesterday'],
  ['2026-11-12T23:59:00', '3 days ago'],
  ['2026-11-08T14:01:00', '8 Nov 2026, 14:01'],
])('at 14:01 on 15 November, %s is %s', (moment, words) => {
  expect(timeAgo(say, moment, Date.parse('2026-11-15T14:01:00'))).toBe(words)
})

test('late evening is hours ago right after midnight, not yesterday', () => {
  expect(timeAgo(say, '2026-11-14T23:00:00', Date.parse('2026-11-15T01:30:00'))).toBe('2 hours ago')
})
