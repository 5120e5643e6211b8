import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '../contract/auth.ts'

/**
 * The four local-storage keys of the specification. They are display data: they say which dashboard to open and which name to
 * show, and they let one tab tell the others. Who somebody is, the server alone decides (auth/guards.ts asks it).
 */
const keys = ['user_id', 'role_id', 'username', 'name'] as const

const listeners = new Set<() => void>()

/** What the server last said in the life of this page: a person, nobody (`null`), or not asked yet. */
let serverSaid: SignedInUser | null | undefined

/** The same object as long as the storage holds the same text, as useSyncExternalStore needs it. */
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

/** Keeps what the server said about the person, after signing in or being asked. */
export function storeSession(user: SignedInUser) {
  serverSaid = user
  const values = { user_id: String(user.id), role_id: String(user.role_id), username: user.username, name: user.name }
  if (keys.every((key) => localStorage.getItem(key) === values[key])) return
  for (const key of keys) localStorage.setItem(key, values[key])
  tellListeners()
}

export function clearSession() {
  serverSaid = null
  localStorage.clear()
  tellListeners()
}

export function confirmedUser() {
  return serverSaid
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): SignedInUser | undefined {
  return useSyncExternalStore(onSessionChange, readSession)
}

function tellListeners() {
  for (const listener of listeners) listener()
}

// Another tab signed out, or in as somebody else. The cookie is shared, so what this page knew no longer holds.
globalThis.addEventListener?.('storage', (event) => {
  const ours: readonly (string | null)[] = keys
  if (event.key !== null && !ours.includes(event.key)) return
  // They come one by one. Some of them are nobody: the rest is on its way.
  const there = keys.filter((key) => localStorage.getItem(key) !== null).length
  if (there > 0 && there < keys.length) return
  const user = readSession()
  if (user && serverSaid && user.id === serverSaid.id && user.role_id === serverSaid.role_id) return
  serverSaid = user ? undefined : null
  tellListeners()
})
