import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '../../contract/auth.ts'
import { call } from '../http/api.ts'
import { buildVersion } from '../http/build-version.ts'
import { clearSession, onSessionChange, readSession, storeSession } from '../session/session.ts'
import { readSeenLists, type SeenList } from './last-seen-store.ts'

/**
 * A page that was opened while the server could not be reached: its user, and the lists that this member saw last. It lasts until the
 * server answers, which decides again who is signed in.
 */
type Opened = { user: SignedInUser; lists: readonly SeenList[] }

/** The time between two attempts to reach the server, where the browser itself does not know that it is offline. */
const retryMs = 15_000
/** The longest time that setTimeout takes. */
const longestTimerMs = 2 ** 31 - 1

let opened: Opened | undefined
let timers: ReturnType<typeof setTimeout>[] = []
const listeners = new Set<() => void>()

/** The member of this browser, if lists are stored for them. */
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

/** Tries to reach the server again. A 401 ends the session, as anywhere. */
async function tryAgain() {
  if (!navigator.onLine) return
  const me = await call('GET /auth/me').catch(() => undefined)
  if (!me || !opened) return
  close()
  storeSession(me.user, me)
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

/** The page that was opened without the server; undefined on a page that the server has confirmed. */
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
