import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '../contract/auth.ts'
import type { Rights } from '../contract/rights.ts'

/**
 * The four local-storage keys of the specification. They are display data: which dashboard to open, which name to show, and
 * a signal to other tabs. Only the server authenticates the user (auth/guards.ts).
 */
const keys = ['user_id', 'role_id', 'username', 'name'] as const

const listeners = new Set<() => void>()

/** The server's last reply since the page loaded: a user, signed out (`null`), or not requested yet. */
let confirmed: SignedInUser | null | undefined

/** What the server said last that this user may do. Not stored: it may end at any time. */
let confirmedRights: Rights | undefined

/** When the session ends at the latest. */
let confirmedEnd: string | undefined

/** The same object as long as the storage has the same text, as useSyncExternalStore requires. */
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

/** Stores the user that the server returned, with their rights and the end of the session where the reply has them. */
export function storeSession(user: SignedInUser, rights?: Rights, endsAt?: string) {
  if (rights || confirmed?.id !== user.id) confirmedRights = rights
  if (endsAt || confirmed?.id !== user.id) confirmedEnd = endsAt
  confirmed = user
  const values = { user_id: String(user.id), role_id: String(user.role_id), username: user.username, name: user.name }
  if (keys.every((key) => localStorage.getItem(key) === values[key])) return
  for (const key of keys) localStorage.setItem(key, values[key])
  notifyListeners()
}

export function clearSession() {
  confirmed = null
  confirmedRights = undefined
  confirmedEnd = undefined
  localStorage.clear()
  notifyListeners()
}

export function confirmedUser() {
  return confirmed
}

export function lastKnownRights() {
  return confirmedRights
}

export function sessionEnd() {
  return confirmedEnd
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

// Another tab signed out, or in as another user. The cookie is shared, so this page's session is outdated.
globalThis.addEventListener?.('storage', (event) => {
  const ours: readonly (string | null)[] = keys
  if (event.key !== null && !ours.includes(event.key)) return
  // Storage events arrive per key; a half-written session is ignored.
  const there = keys.filter((key) => localStorage.getItem(key) !== null).length
  if (there > 0 && there < keys.length) return
  const user = readSession()
  if (user && confirmed && user.id === confirmed.id && user.role_id === confirmed.role_id) return
  confirmed = user ? undefined : null
  notifyListeners()
})
