import { roles } from '../../contract/codes.ts'
import { newPostingAddress } from '../../contract/sharing.ts'
import { onSessionChange, readSession } from '../session/session.ts'
import { forgetShared, forgetUnclaimed, storePerson } from './shared-files.ts'

/** Tells the service worker who is signed in, and deletes what was shared and can belong to nobody any more. */
export function followPerson() {
  // A browser that refuses has no shared files either.
  const follow = () => void match().catch(() => undefined)
  onSessionChange(follow)
  follow()
}

async function match() {
  const user = readSession()
  await storePerson(user?.id)
  if (user?.role_id !== roles.admin) return forgetUnclaimed(user?.id)
  const hasShared = await forgetShared()
  if (hasShared || wasAskedToPost()) (await import('./no-postings.ts')).sayNoPostings()
}

let isAnswered = false

/** Whether this page was opened to post something, from the icon of the portal. An administrator was led to another address meanwhile. */
function wasAskedToPost(): boolean {
  const isFirst = !isAnswered
  isAnswered = true
  return isFirst && performance.getEntriesByType('navigation').some(({ name }) => name.endsWith(newPostingAddress))
}
