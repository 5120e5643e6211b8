import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { tracedDatabase } from '../../testing/traced-database.ts'
import { sessions } from '../auth/auth.queries.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import { createLogger } from '../process/logging.ts'
import { noticeStreams } from './notice-streams.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
// The test triggers the heartbeats.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a heartbeat queries the sessions of all streams at once, and closes those whose session has ended', async () => {
  const { database, queries } = tracedDatabase(portal.sql)
  const settings = {
    SESSION_IDLE_MINUTES: 120,
    SESSION_MAX_HOURS: 12,
    STAY_SIGNED_IN_DAYS: 30,
    REQUIRE_SECOND_FACTOR: 'none',
  } as const
  const streams = noticeStreams(database, settings, createLogger('silent'))
  try {
    async function openStream() {
      const { id } = await portal.make.staff()
      const tokenHash = hashToken(newToken())
      await sessions(portal.sql).start(id, tokenHash, { method: 'password', secondFactor: false, device: null })
      const out = streams.open(id, tokenHash)
      let text = ''
      out.on('data', (chunk) => {
        text += chunk
      })
      return { id, out, heartbeats: () => text.split(': still here').length - 1 }
    }
    const open = await Promise.all(Array.from({ length: 30 }, openStream))
    const [first, ...others] = open
    const heartbeats = (of: typeof open) => of.map((stream) => stream.heartbeats())
    const all = (of: typeof open, count: number) => of.map(() => count)

    queries.length = 0
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => heartbeats(open)).toEqual(all(open, 1))

    await portal.sql`delete from sessions where user_id = ${first?.id ?? 0}`
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => first?.out.closed).toBe(true)
    await expect.poll(() => heartbeats(others)).toEqual(all(others, 2))
    expect(first?.heartbeats()).toBe(1)
    // There are two queries, and one more for each new LISTEN.
    expect(queries.filter((query) => query.includes('token_hash = any')).length).toBeLessThan(5)
  } finally {
    await streams.stop()
  }
})
