import { pages } from '../../../contract/pages.ts'
import type { SameEvidence } from '../../../contract/same-evidence.ts'

type Target = Pick<SameEvidence, 'posting_id' | 'user_id' | 'state' | 'term_id' | 'term_status' | 'can_open'>
type Reader = {
  userId: number | undefined
  /** The dashboard with the lists of members. */
  home: typeof pages.adminDashboard | typeof pages.staffDashboard
  /** Whether the reader has postings of their own. */
  isScored: boolean
  mayReview: boolean
}

/** The link to a posting: the list of Review that has it, or else the activities of its member. Undefined where the reader cannot open it. */
export function placeOfPosting({ posting_id: posting, user_id, state, term_id, term_status, can_open }: Target, reader: Reader) {
  if (!can_open) return undefined
  const { home: to, isScored, mayReview } = reader
  // The reader's own postings are not reviewed by the reader; who is not scored has no page of their own activities.
  if (user_id === reader.userId)
    return isScored ? { to: pages.staffDashboard, search: { tab: 'your-activity', posting } } : undefined
  if (mayReview && state !== 'posted') return { to, search: { tab: 'review', state, posting } }
  if (mayReview && term_status === 'open') return { to, search: { tab: 'review', posting } }
  // A posting that was not reviewed before its term was closed is in no list of Review, which score keepers and readers do not have.
  return { to, search: { tab: 'staff', term: term_id, member: user_id, posting } }
}
