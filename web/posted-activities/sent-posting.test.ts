import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const day = 24 * 60 * 60 * 1000
const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const posting = { id: 5, activity_name: 'Seminar', starting_date: '2026-10-01', version: 2 }

async function hasArrived(fields: Record<string, string>, age: number, editedId?: number) {
  const { hasArrived: ask } = await import('./sent-posting.ts')
  const sent = { key: 'a-key-of-a-posting', content: JSON.stringify(Object.entries(fields)), at: Date.now() - age }
  return ask(7, sent, editedId)
}

test('within a day the server knows the key', async () => {
  fetched.mockImplementation(async () => Response.json({ done: true }))
  expect(await hasArrived({}, 0)).toBe(true)
  expect(fetched.mock.lastCall?.[0]).toBe('/sent-changes/a-key-of-a-posting')
})

test('later the list decides: by activity and day, and for an edit by a newer version of that posting', async () => {
  fetched.mockImplementation(async () => Response.json({ postedActivities: [posting] }))
  const { activity_name, starting_date } = posting
  expect(await hasArrived({ activity_name, starting_date }, day)).toBe(true)
  expect(await hasArrived({ activity_name, starting_date: '2026-10-02' }, day)).toBe(false)
  expect(await hasArrived({ activity_name, starting_date, version: '1' }, day, 5)).toBe(true)
  expect(await hasArrived({ activity_name, starting_date, version: '2' }, day, 5)).toBe(false)
  expect(await hasArrived({ activity_name, starting_date, version: '1' }, day, 6)).toBe(false)
})
