import { expect, test } from 'vitest'
import { pages } from '../../../contract/pages.ts'
import { placeOfPosting } from './posting-place.ts'

const admin = { userId: 1, home: pages.adminDashboard, isScored: false, mayReview: true }
const head = { userId: 2, home: pages.staffDashboard, isScored: true, mayReview: true }
const posting = { posting_id: 7, user_id: 5, state: 'posted', term_id: 3, term_status: 'open', can_open: true } as const

test('leads to the list of Review that has the posting', () => {
  expect(placeOfPosting(posting, admin)).toEqual({ to: pages.adminDashboard, search: { tab: 'review', posting: 7 } })
  const verified = { ...posting, state: 'verified', term_status: 'closed' } as const
  const search = { tab: 'review', state: 'verified', posting: 7 }
  expect(placeOfPosting(verified, head)).toEqual({ to: pages.staffDashboard, search })
})

test('leads to the activities of the member where no list has it, and to the own ones', () => {
  const search = { tab: 'staff', term: 3, member: 5, posting: 7 }
  expect(placeOfPosting({ ...posting, term_status: 'closed' }, head)).toEqual({ to: pages.staffDashboard, search })
  const own = { to: pages.staffDashboard, search: { tab: 'your-activity', posting: 7 } }
  expect(placeOfPosting({ ...posting, user_id: 2 }, head)).toEqual(own)
  expect(placeOfPosting({ ...posting, user_id: 1 }, admin)).toBeUndefined()
})

test('leads who is administrator and member to their own dashboard for what is their own, and to that of administrators for the rest', () => {
  const both = { ...admin, isScored: true }
  const own = { to: pages.staffDashboard, search: { tab: 'your-activity', posting: 7 } }
  expect(placeOfPosting({ ...posting, user_id: 1 }, both)).toEqual(own)
  expect(placeOfPosting(posting, both)).toEqual({ to: pages.adminDashboard, search: { tab: 'review', posting: 7 } })
})

test('leads who does not review to the activities of the member', () => {
  const reader = { ...admin, mayReview: false }
  const search = { tab: 'staff', term: 3, member: 5, posting: 7 }
  expect(placeOfPosting(posting, reader)).toEqual({ to: pages.adminDashboard, search })
})

test('leads nowhere if the reader may not open it', () => {
  expect(placeOfPosting({ ...posting, can_open: false }, head)).toBeUndefined()
})
