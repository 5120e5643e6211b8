import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const member = { id: 7, role_id: 2, username: 's.aziz', name: 'Dr. Sara Aziz' }
const stored = { user_id: '7', role_id: '2', username: 's.aziz', name: 'Dr. Sara Aziz' }

let storage: Map<string, string>
let dispatch: (event: { key: string | null }) => void
let session: typeof import('./session.ts')
beforeEach(async () => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof dispatch) => {
    dispatch = listener
  })
  vi.resetModules()
  session = await import('./session.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** Simulates another tab: a storage event per key, before the following keys have changed. */
function inAnotherTab(changes: Record<string, string | undefined>) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) storage.delete(key)
    else storage.set(key, value)
    dispatch({ key })
  }
}

test('a tab whose own request is pending is not signed out while another tab stores the session', () => {
  const seen: unknown[] = []
  session.onSessionChange(() => seen.push(session.confirmedUser()))
  inAnotherTab(stored)
  expect(seen).toEqual([undefined])
  expect(session.readSession()).toEqual(member)
})

test('signing out in another tab signs out here, once, when all keys are gone', () => {
  session.storeSession(member)
  const seen: unknown[] = []
  session.onSessionChange(() => seen.push(session.confirmedUser()))
  inAnotherTab({ user_id: undefined, role_id: undefined, username: undefined, name: undefined })
  expect(seen).toEqual([null])
})

test('rights are those of the last reply that has them, and never those of another user', () => {
  const rights = { department: null, faculty: null, see_members: false, review: true, score: false, lend: false, delegations: [] }
  session.storeSession(member, { rights })
  session.storeSession(member)
  expect(session.lastKnownRights()).toBe(rights)
  session.storeSession({ ...member, id: 8 })
  expect(session.lastKnownRights()).toBeUndefined()
})
