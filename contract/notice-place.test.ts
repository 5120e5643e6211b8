import { expect, test } from 'vitest'
import { placeOf } from './notice-place.ts'
import type { Notice } from './notices.ts'
import { pages } from './pages.ts'

const member = { home: pages.staffDashboard, mayReview: false } as const
const reviewer = { home: pages.staffDashboard, mayReview: true } as const
const administrator = { home: pages.adminDashboard, mayReview: true } as const

const about = (kind: Notice['kind'], posting_id: number | null = null) => ({ kind, posting_id, term_id: 5 })

test('a notice links a member to the posting, or to the scores of its term', () => {
  const yourActivity = (search: object) => ({ to: pages.staffDashboard, search: { tab: 'your-activity', ...search } })
  expect(placeOf(about('returned', 7), member)).toEqual(yourActivity({ term: 5, posting: 7 }))
  expect(placeOf(about('verified', 7), member)).toEqual(yourActivity({ term: 5, posting: 7 }))
  expect(placeOf(about('scored'), member)).toEqual(yourActivity({ term: 5 }))
  expect(placeOf(about('term ends'), member)).toEqual(yourActivity({ term: 5 }))
  expect(placeOf(about('posting ends'), member)).toEqual(yourActivity({ term: 5 }))
})

test('a notice links an administrator to the review queue, or to the terms', () => {
  expect(placeOf(about('edited', 7), administrator)).toEqual({
    to: pages.adminDashboard,
    search: { tab: 'review', posting: 7 },
  })
  expect(placeOf(about('term ends'), administrator)).toEqual({ to: pages.adminDashboard, search: { tab: 'terms' } })
})

test('a notice from a previous role has no link', () => {
  expect(placeOf(about('edited', 7), member)).toBeUndefined()
  expect(placeOf(about('scored'), administrator)).toBeUndefined()
})

test('a notice links a member who may review to the queue, and after that ended nowhere', () => {
  expect(placeOf(about('edited', 7), reviewer)).toEqual({ to: pages.staffDashboard, search: { tab: 'review', posting: 7 } })
  expect(placeOf(about('review lent'), reviewer)).toEqual({ to: pages.staffDashboard, search: { tab: 'review' } })
  expect(placeOf(about('review lent'), member)).toBeUndefined()
  expect(placeOf(about('review ended'), reviewer)).toBeUndefined()
})

test('a notice about a term or its rules links a member to the scores of the term, and an administrator to the terms', () => {
  for (const kind of ['term closed', 'term closed again', 'term reopened', 'rules changed'] as const)
    expect(placeOf(about(kind), member)).toEqual({ to: pages.staffDashboard, search: { tab: 'your-activity', term: 5 } })
  expect(placeOf(about('term closed'), administrator)).toEqual({ to: pages.adminDashboard, search: { tab: 'terms' } })
})

test('a notice about heading a department links to its members while that is so', () => {
  const notice = { ...about('head added'), details: { department_id: 3 } }
  expect(placeOf(notice, { ...reviewer, departmentId: 3 })).toEqual({ to: pages.staffDashboard, search: { tab: 'staff' } })
  expect(placeOf(notice, { ...reviewer, departmentId: 4 })).toBeUndefined()
  expect(placeOf({ ...notice, kind: 'head ended' }, member)).toBeUndefined()
  expect(placeOf(notice, administrator)).toEqual({ to: pages.adminDashboard, search: { tab: 'departments' } })
})

test('a notice about a question links the member to the thread, and the office to the question in Review', () => {
  const question = (kind: Notice['kind'], to: string) => ({ ...about(kind), details: { question_id: 9, to } })
  const ofMember = { to: pages.staffDashboard, search: { tab: 'your-activity', term: 5, question: 9 } }
  expect(placeOf(question('question accepted', 'member'), member)).toEqual(ofMember)
  // A member who may review is notified of their own question, too.
  expect(placeOf(question('question message', 'member'), reviewer)).toEqual(ofMember)
  const ofOffice = (to: string) => ({ to, search: { tab: 'review', questions: 'open', question: 9 } })
  expect(placeOf(question('question asked', 'office'), administrator)).toEqual(ofOffice(pages.adminDashboard))
  expect(placeOf(question('question asked', 'office'), reviewer)).toEqual(ofOffice(pages.staffDashboard))
  expect(placeOf(question('question asked', 'office'), member)).toBeUndefined()
  expect(placeOf(question('question message', 'office'), administrator)).toEqual(ofOffice(pages.adminDashboard))
  expect(placeOf(question('question message', 'office'), reviewer)).toEqual(ofOffice(pages.staffDashboard))
  expect(placeOf(question('question message', 'office'), member)).toBeUndefined()
  expect(placeOf(question('question declined', 'member'), administrator)).toBeUndefined()
  expect(placeOf(question('question unanswered', 'member'), member)).toEqual(ofMember)
  const ended = { to: pages.adminDashboard, search: { tab: 'review', questions: 'done' } }
  expect(placeOf(about('questions unanswered'), administrator)).toEqual(ended)
  expect(placeOf(about('questions unanswered'), member)).toBeUndefined()
})

test('what is about the own postings is on the dashboard of staff, also for who administers and is scored', () => {
  const both = { ...administrator, isScored: true }
  expect(placeOf(about('scored'), both)).toEqual({ to: pages.staffDashboard, search: { tab: 'your-activity', term: 5 } })
  expect(placeOf(about('edited', 7), both)).toEqual({ to: pages.adminDashboard, search: { tab: 'review', posting: 7 } })
})

test('a notice about an event opens it, for a member on the dashboard of staff, also for who administers', () => {
  const notice = (kind: Notice['kind']) => ({ ...about(kind), details: { event_id: 9 } })
  const event = (to: string) => ({ to, search: { tab: 'events', event: 9 } })
  for (const kind of ['event changed', 'event cancelled', 'event withdrawn', 'event taken off', 'event put back'] as const) {
    expect(placeOf(notice(kind), member)).toEqual(event(pages.staffDashboard))
    expect(placeOf(notice(kind), { ...administrator, isScored: true })).toEqual(event(pages.staffDashboard))
    expect(placeOf(notice(kind), administrator)).toEqual(event(pages.adminDashboard))
  }
})
