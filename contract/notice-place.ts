import type { Notice } from './notices.ts'
import { pages } from './pages.ts'

type Dashboard = typeof pages.adminDashboard | typeof pages.staffDashboard

type Reader = {
  home: Dashboard
  mayReview: boolean
  /** Whether the reader has postings and scores of their own: then what is about these is on the dashboard of staff, also for who has both. */
  isScored?: boolean | undefined
  /** The department that the reader heads. */
  departmentId?: number | undefined
  /** The faculty of which the reader is dean. */
  facultyId?: number | undefined
}

/** The link of a notice: where its subject is shown or handled. Undefined if that is for another role or right. */
export function placeOf(
  { kind, posting_id, term_id, details }: Pick<Notice, 'kind' | 'posting_id' | 'term_id'> & Partial<Pick<Notice, 'details'>>,
  { home, mayReview, isScored = home === pages.staffDashboard, departmentId, facultyId }: Reader,
) {
  // The whole of an announcement stands in the list of notices.
  if (kind === 'message' && term_id === null) return undefined
  if (['review ended', 'factors removed'].includes(kind) || /^(right|administrator) /.test(kind)) return undefined
  if (kind.startsWith('event '))
    return { to: isScored ? pages.staffDashboard : home, search: { tab: 'events', event: Number(details?.['event_id']) } }
  if (kind === 'questions unanswered')
    return mayReview ? { to: home, search: { tab: 'review', questions: 'done' as const } } : undefined
  if (kind.startsWith('question ')) return placeOfQuestion(term_id, details, { home, mayReview, isScored })
  const isAboutReview = kind === 'review lent' || details?.['part'] === 'review'
  if (isAboutReview) return mayReview ? { to: home, search: { tab: 'review' } } : undefined
  if (kind === 'edited' || (kind === 'posting message' && details?.['to'] === 'office')) {
    const posting = posting_id === null ? {} : { posting: posting_id }
    // A returned posting is in the list of those, and not in the queue.
    const list = details?.['state'] === 'returned' ? { state: 'returned' as const } : {}
    return mayReview ? { to: home, search: { tab: 'review', ...list, ...posting } } : undefined
  }
  if (kind === 'head added' || kind === 'head ended') {
    if (home === pages.adminDashboard) return { to: home, search: { tab: 'departments' } }
    return departmentId !== undefined && details?.['department_id'] === departmentId
      ? { to: home, search: { tab: 'staff' } }
      : undefined
  }
  if (kind === 'dean added' || kind === 'dean ended') {
    if (home === pages.adminDashboard) return { to: home, search: { tab: 'settings' } }
    return facultyId !== undefined && details?.['faculty_id'] === facultyId ? { to: home, search: { tab: 'staff' } } : undefined
  }
  const term = term_id === null ? {} : { term: term_id }
  if (isScored) {
    const posting = posting_id === null ? {} : { posting: posting_id }
    return { to: pages.staffDashboard, search: { tab: 'your-activity', ...term, ...posting } }
  }
  if (kind.startsWith('term ')) return { to: pages.adminDashboard, search: { tab: 'terms' } }
  return undefined
}

/** The place of a question: the office answers in Review; the member has the thread in Your Activity. */
function placeOfQuestion(termId: number | null, details: Notice['details'] = {}, { home, mayReview, isScored }: Reader) {
  const question = Number(details['question_id'])
  if (details['to'] === 'office')
    return mayReview ? { to: home, search: { tab: 'review', questions: 'open' as const, question } } : undefined
  if (!isScored) return undefined
  const term = termId === null ? {} : { term: termId }
  return { to: pages.staffDashboard, search: { tab: 'your-activity', ...term, question } }
}
