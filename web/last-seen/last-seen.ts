import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '../../contract/auth.ts'
import { fetchMe } from '../auth/auth.api.ts'
import { buildVersion } from '../service-worker/build-version.ts'
import { clearSession, onSessionChange, readSession, storeSession } from '../session.ts'
import { readSeenLists, type SeenList } from './last-seen-store.ts'

/**
 * A page that was opened while the server could not be reached: for whom, and the lists that this member saw last. Until the server
 * answers, which decides again who is signed in.
 */
type Opened = { user: SignedInUser; lists: readonly SeenList[] }

/** Between two attempts to reach the server, where the browser does not know itself that it is offline. */
const retryMs = 15_000
/** The longest time that setTimeout takes. */
const longestTimerMs = 2 ** 31 - 1

let opened: Opened | undefined
let timers: ReturnType<typeof setTimeout>[] = []
const listeners = new Set<() => void>()

/** The member of this browser, if something is stored for them. */
export async function openLastSeen(): Promise<SignedInUser | undefined> {
  if (opened) return opened.user
  const user = readSession()
  const found = user && (await readSeenLists(buildVersion()))
  if (!found || found.lists.length === 0) return undefined
  change({ user, lists: found.lists })
  timers = [
    setTimeout(clearSession, Math.min(found.endsAt - Date.now(), longestTimerMs)),
    setInterval(() => void tryAgain(), retryMs),
  ]
  window.addEventListener('online', tryAgain)
  return user
}

/** A 401 ends the session, as anywhere. */
async function tryAgain() {
  if (!navigator.onLine) return
  const me = await fetchMe().catch(() => undefined)
  if (!me || !opened) return
  close()
  storeSession(me.user, me.rights, me.session_ends_at)
}

function close() {
  for (const timer of timers) clearTimeout(timer)
  window.removeEventListener('online', tryAgain)
  change(undefined)
}

onSessionChange(() => {
  if (opened && readSession()?.id !== opened.user.id) close()
})

function change(next: Opened | undefined) {
  opened = next
  for (const listener of listeners) listener()
}

/** Undefined on a page that the server has confirmed. */
export function openedLastSeen(): Opened | undefined {
  return opened
}

export function onOpenedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOpenedLastSeen(): Opened | undefined {
  return useSyncExternalStore(onOpenedChange, openedLastSeen)
}
