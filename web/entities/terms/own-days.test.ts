import { expect, test } from 'vitest'
import { ar } from '../../../contract/languages/ar.ts'
import { speaker } from '../../../contract/languages/catalogue.ts'
import { ckb } from '../../../contract/languages/ckb.ts'
import { en } from '../../../contract/languages/en.ts'
import { dayOfPart } from '../../../contract/term-days.ts'
import type { Term } from '../../../contract/terms.ts'
import { describeDays, type OwnDay } from './own-days.ts'

const term = {
  status: 'open',
  posting_until: '2026-12-12',
  review_until: '2026-12-20',
  questions_until: null,
  release_on: '2027-01-05',
} as Term
const ownDay: OwnDay = (one, part) => one[dayOfPart[part]] ?? undefined
const said = (today: string, say = speaker('en', en)) => describeDays(say, term, ['posting', 'questions'], ownDay, today)

test('members read their days with the days left, the last day, and what has ended', () => {
  const release = 'Scores are released on 5 Jan 2027'
  expect(said('2026-12-02')).toEqual(['Posting until 12 Dec 2026 (10 days left)', `${release} (34 days left)`])
  expect(said('2026-12-11')[0]).toBe('Posting until 12 Dec 2026 (1 day left)')
  expect(said('2026-12-12')[0]).toBe('Posting until 12 Dec 2026 (today)')
  expect(said('2027-01-06')).toEqual(['Posting ended on 12 Dec 2026'])
  expect(describeDays(speaker('en', en), { ...term, status: 'closed' }, ['posting'], ownDay, '2026-12-02')).toEqual([])
})

test('heads read the day of review', () => {
  expect(describeDays(speaker('en', en), term, ['review'], ownDay, '2026-12-19')).toEqual([
    'Review until 20 Dec 2026 (1 day left)',
  ])
})

test.each([
  ['2026-12-11', 'بقي يوم واحد'],
  ['2026-12-10', 'بقي يومان'],
  ['2026-12-02', 'بقيت 10 أيام'],
  ['2026-12-01', 'بقي 11 يومًا'],
  ['2026-09-03', 'بقي 100 يوم'],
])('the days left have the plural of Arabic: on %s', (today, words) => {
  expect(said(today, speaker('ar', ar))[0]).toContain(words)
})

test('the days left in Kurdish', () => {
  expect(said('2026-12-02', speaker('ckb', ckb))[0]).toContain('10 ڕۆژ ماوە')
})
