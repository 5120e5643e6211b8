import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxReply } from '../../contract/inbox.ts'
import type { ReviewReply } from '../../contract/review.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { ClosingPreview, Term } from '../../contract/terms.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let reviewer: MadeUser
let admin: Caller
let term: { id: number; name: string }
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  reviewer = await portal.make.admin()
  admin = await portal.as(reviewer)
  term = await portal.make.term('Year', '2026-09-01', '2027-08-31')
  activity = await portal.make.activity()
})
afterAll(() => portal.stop())

/** The numbers of the term on each screen. */
async function counted() {
  const read = async <Reply>(path: string) => (await admin('GET', path)).json() as Reply
  const { staff } = await read<{ staff: StaffMember[] }>(`/staff?term_id=${term.id}`)
  const sum = (count: (member: StaffMember) => number) => staff.reduce((total, member) => total + count(member), 0)
  const { terms } = await read<{ terms: Term[] }>('/terms')
  const { to_do } = await read<InboxReply>('/inbox')
  const review = await read<ReviewReply>(`/review?term_id=${term.id}`)
  const closing = await read<ClosingPreview>(`/terms/close/${term.id}`)
  const inTerms = terms.find(({ id }) => id === term.id)
  return {
    members: [staff.length, inTerms?.staff_count, closing.members],
    posted: [sum(({ posted_count }) => posted_count), inTerms?.posted_count, closing.posted_count],
    // The dialog that closes a term adds up the list of the staff.
    toReview: [
      to_do?.to_review,
      review.count,
      review.postings.length,
      sum(({ posted_count, verified_count, returned_count }) => posted_count - verified_count - returned_count),
    ],
    notScored: [to_do?.not_scored, closing.not_scored],
  }
}
const all = (members: number, posted: number, toReview: number, notScored: number) => ({
  members: Array(3).fill(members),
  posted: Array(3).fill(posted),
  toReview: Array(4).fill(toReview),
  notScored: Array(2).fill(notScored),
})

async function memberWith(states: readonly ('posted' | 'verified' | 'returned')[]): Promise<MadeUser> {
  const member = await portal.make.staff()
  for (const [index, state] of states.entries()) {
    const id = await portal.make.posting(member.id, activity, `2026-10-0${index + 1}`)
    if (state !== 'posted')
      await portal.sql`update posted_activities set state = ${state}, reviewed_by = ${reviewer.id}, reviewed_at = now(),
        returned_reason = ${state === 'returned' ? 'No photo' : null} where id = ${id}`
  }
  return member
}

test('Overview, Review, Terms, Staff and the preview of a closing count the same: the postings of the members of the term', async () => {
  const scored = await memberWith(['posted', 'posted', 'verified', 'returned'])
  await portal.sql`update term_scores set tp = 1, fb = 1 where user_id = ${scored.id}`
  const promoted = await memberWith(['posted', 'posted', 'posted', 'posted', 'posted', 'returned'])
  const removed = await memberWith(['posted', 'verified'])
  expect(await counted()).toEqual(all(3, 12, 8, 2))

  const toggle = () => admin('PUT', `/users/toggle-role/${promoted.id}`)
  await toggle()
  expect(await counted()).toEqual(all(2, 6, 3, 1))
  await admin('DELETE', `/users/${removed.id}`)
  expect(await counted()).toEqual(all(1, 4, 2, 0))
  await toggle()
  expect(await counted()).toEqual(all(2, 10, 7, 1))

  // Frozen members of a term that is open again are its members, whatever became of them.
  await admin('PUT', `/terms/close/${term.id}`)
  await toggle()
  await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'again' })
  expect(await counted()).toEqual(all(2, 10, 7, 1))
})
