import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const member = { id: 7, role_id: 2, username: 's.aziz', name: 'Dr. Sara Aziz' }
const stored = { user_id: '7', role_id: '2', username: 's.aziz', name: 'Dr. Sara Aziz' }

let storage: Map<string, string>
let tell: (event: { key: string | null }) => void
let session: typeof import('./session.ts')
beforeEach(async () => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof tell) => {
    tell = listener
  })
  vi.resetModules()
  session = await import('./session.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** As another tab does it: each key is told when it has changed, and the others may follow. */
function inAnotherTab(changes: Record<string, string | undefined>) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) storage.delete(key)
    else storage.set(key, value)
    tell({ key })
  }
}

test('a tab that is asking the server itself is not sent away while another one writes down who is signed in', () => {
  const said: unknown[] = []
  session.onSessionChange(() => said.push(session.confirmedUser()))
  inAnotherTab(stored)
  expect(said).toEqual([undefined])
  expect(session.readSession()).toEqual(member)
})

test('signing out in another tab ends here, too, once, when all is gone', () => {
  session.storeSession(member)
  const said: unknown[] = []
  session.onSessionChange(() => said.push(session.confirmedUser()))
  inAnotherTab({ user_id: undefined, role_id: undefined, username: undefined, name: undefined })
  expect(said).toEqual([null])
})
