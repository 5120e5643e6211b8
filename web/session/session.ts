import { useSyncExternalStore } from 'react'
import type { MeReply, SignedInUser } from '../../contract/auth.ts'
import type { Dashboard } from '../../contract/rights.ts'

/**
 * The four local-storage keys of the specification. They are display data: which dashboard to open, which name to show, and
 * a signal to other tabs. Only the server authenticates the user (auth/guards.ts).
 */
const keys = ['user_id', 'role_id', 'username', 'name'] as const

/** The key that says that the user logged out without a network (auth/pending-logout.ts). */
export const logoutPendingKey = 'logout_pending'

const listeners = new Set<() => void>()

/** The server's last reply since the page loaded: a user, signed out (`null`), or not requested yet. */
let confirmed: SignedInUser | null | undefined

/** What the server's last reply about the session says beside the user. It is not stored: rights may end at any time. */
type Facts = Partial<Pick<MeReply, 'rights' | 'session_ends_at' | 'newest_notice' | 'opens_with' | 'offers_passkey'>>
let confirmedFacts: Facts = {}

/** The session that was read last: the same object as long as the storage has the same text, as useSyncExternalStore requires. */
let remembered: { text: string; user: SignedInUser | undefined } = { text: '', user: undefined }

export function readSession(): SignedInUser | undefined {
  const values = keys.map((key) => localStorage.getItem(key))
  const text = JSON.stringify(values)
  if (text !== remembered.text) remembered = { text, user: parse(values) }
  return remembered.user
}

function parse([id, roleId, username, name]: (string | null)[]): SignedInUser | undefined {
  if (!id || !roleId || username == null || name == null) return undefined
  const user = { id: Number(id), role_id: Number(roleId), username, name }
  return Number.isInteger(user.id) && Number.isInteger(user.role_id) ? user : undefined
}

/** Stores the user that the server returned, with what else the reply says of the session. */
export function storeSession(
  user: SignedInUser,
  { rights, session_ends_at, newest_notice, opens_with, offers_passkey }: Facts = {},
) {
  if (confirmed?.id !== user.id) confirmedFacts = {}
  // A reply with rights is one about the session: without a panel in it, the default one opens.
  if (rights) confirmedFacts = { ...confirmedFacts, rights, opens_with, offers_passkey }
  if (session_ends_at) confirmedFacts.session_ends_at = session_ends_at
  if (newest_notice !== undefined) confirmedFacts.newest_notice = newest_notice
  confirmed = user
  // The sign-in has ended the former session.
  localStorage.removeItem(logoutPendingKey)
  const values = { user_id: String(user.id), role_id: String(user.role_id), username: user.username, name: user.name }
  if (keys.every((key) => localStorage.getItem(key) === values[key])) return
  for (const key of keys) localStorage.setItem(key, values[key])
  notifyListeners()
}

export function clearSession() {
  confirmed = null
  confirmedFacts = {}
  localStorage.clear()
  notifyListeners()
}

export function confirmedUser() {
  return confirmed
}

export function lastKnownRights() {
  return confirmedFacts.rights
}

/** The panel that was chosen to open first is one of the other dashboard: the next reply says whether this one has it, too. */
export function rememberDashboard(dashboard: Dashboard) {
  const { rights } = confirmedFacts
  if (rights) confirmedFacts = { ...confirmedFacts, rights: { ...rights, dashboard }, opens_with: undefined }
}

export function sessionEnd() {
  return confirmedFacts.session_ends_at
}

/** The newest notice when the session was read; undefined where the server did not say. */
export function newestNoticeAtSession() {
  return confirmedFacts.newest_notice
}

/** Whether the pages offer a passkey to the user. */
export function isPasskeyOffered() {
  return confirmedFacts.offers_passkey
}

/** The panel that the user chose to open first; undefined for the default one. */
export function openingPanel() {
  return confirmedFacts.opens_with
}

export function rememberOpeningPanel(panel: string | undefined) {
  confirmedFacts.opens_with = panel
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): SignedInUser | undefined {
  return useSyncExternalStore(onSessionChange, readSession)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

// The storage changes when another tab signed out, or in as another user. The cookie is shared, so this page's session is outdated.
globalThis.addEventListener?.('storage', (event) => {
  const ours: readonly (string | null)[] = keys
  if (event.key !== null && !ours.includes(event.key)) return
  // The storage events arrive per key; a half-written session is ignored.
  const there = keys.filter((key) => localStorage.getItem(key) !== null).length
  if (there > 0 && there < keys.length) return
  const user = readSession()
  if (user && confirmed && user.id === confirmed.id && user.role_id === confirmed.role_id) return
  confirmed = user ? undefined : null
  notifyListeners()
})
