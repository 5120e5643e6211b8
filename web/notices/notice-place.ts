import type { Notice } from '../../contract/notices.ts'
import { pages } from '../../contract/pages.ts'

type Dashboard = typeof pages.adminDashboard | typeof pages.staffDashboard

/** The link of a notice: where its subject is shown or handled. Undefined if that belongs to another role. */
export function placeOf({ kind, posting_id, term_id }: Pick<Notice, 'kind' | 'posting_id' | 'term_id'>, home: Dashboard) {
  // Lent Review has no place of its own yet.
  if (kind === 'review lent' || kind === 'review ended') return undefined
  const term = term_id === null ? {} : { term: term_id }
  if (home === pages.staffDashboard) {
    if (kind === 'edited') return undefined
    const posting = posting_id === null ? {} : { posting: posting_id }
    return { to: pages.staffDashboard, search: { tab: 'your-activity', ...term, ...posting } }
  }
  if (kind === 'edited')
    return { to: pages.adminDashboard, search: { tab: 'review', ...(posting_id === null ? {} : { posting: posting_id }) } }
  if (kind === 'term ends') return { to: pages.adminDashboard, search: { tab: 'terms' } }
  return undefined
}
