import { expect, test } from 'vitest'
import type { Notice } from '../../contract/notices.ts'
import { pages } from '../../contract/pages.ts'
import { placeOf } from './notice-place.ts'

const about = (kind: Notice['kind'], posting_id: number | null = null) => ({ kind, posting_id, term_id: 5 })

test('a notice links a member to the posting, or to the scores of its term', () => {
  const yourActivity = (search: object) => ({ to: pages.staffDashboard, search: { tab: 'your-activity', ...search } })
  expect(placeOf(about('returned', 7), pages.staffDashboard)).toEqual(yourActivity({ term: 5, posting: 7 }))
  expect(placeOf(about('verified', 7), pages.staffDashboard)).toEqual(yourActivity({ term: 5, posting: 7 }))
  expect(placeOf(about('scored'), pages.staffDashboard)).toEqual(yourActivity({ term: 5 }))
  expect(placeOf(about('term ends'), pages.staffDashboard)).toEqual(yourActivity({ term: 5 }))
})

test('a notice links an administrator to the review queue, or to the terms', () => {
  expect(placeOf(about('edited', 7), pages.adminDashboard)).toEqual({
    to: pages.adminDashboard,
    search: { tab: 'review', posting: 7 },
  })
  expect(placeOf(about('term ends'), pages.adminDashboard)).toEqual({ to: pages.adminDashboard, search: { tab: 'terms' } })
})

test('a notice from a previous role has no link', () => {
  expect(placeOf(about('edited', 7), pages.staffDashboard)).toBeUndefined()
  expect(placeOf(about('scored'), pages.adminDashboard)).toBeUndefined()
})
