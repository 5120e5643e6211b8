import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { sessions } from './auth.queries.ts'
import { hashToken, newToken } from './session-cookie.ts'

let portal: Portal
/** A second server on the same database. */
let other: Portal['app']
beforeAll(async () => {
  portal = await startPortal()
  other = await portal.another()
})
afterAll(async () => {
  await other.close()
  await portal.stop()
})

async function startSession(userId: number) {
  const token = newToken()
  await sessions(portal.sql).start(userId, hashToken(token), { method: 'password', secondFactor: false, device: null })
  return { tokenHash: hashToken(token), headers: { cookie: `portal_session=${token}` } }
}

describe('a session that is ended through one server', () => {
  type Headers = Awaited<ReturnType<typeof startSession>>['headers']
  type End = (app: Portal['app'], member: MadeUser, own: Headers, admin: Headers) => Promise<{ statusCode: number }>
  const ends: Record<string, End> = {
    'logging out': async (app, _member, headers) => app.inject({ method: 'POST', url: '/auth/logout', headers }),
    'removing the user': async (app, { id }, _own, headers) => app.inject({ method: 'DELETE', url: `/users/${id}`, headers }),
    'toggling the role': async (app, { id }, _own, headers) =>
      app.inject({ method: 'PUT', url: `/users/toggle-role/${id}`, headers }),
  }

  async function stopListening() {
    await portal.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'staff-portal listen'`
  }

  test.each(Object.entries(ends))('by %s has ended for the next call through another one', async (_, end) => {
    const admin = await startSession((await portal.make.admin()).id)
    for (let round = 0; round < 20; round += 1) {
      const [here, there] = round % 2 ? [portal.app, other] : [other, portal.app]
      const member = await portal.make.staff()
      const { headers } = await startSession(member.id)
      for (const app of [here, there]) expect((await app.inject({ url: '/auth/me', headers })).statusCode).toBe(200)
      // The second half of the rounds is without a LISTEN connection.
      if (round >= 10) await stopListening()
      expect((await end(here, member, headers, admin.headers)).statusCode).toBe(200)
      expect((await there.inject({ url: '/auth/me', headers })).statusCode).toBe(401)
    }
  })
})

test('last_seen_at is written once a minute, not at every call', async () => {
  const { id } = await portal.make.staff()
  const { headers } = await startSession(id)
  const lastSeen = async (secondsAgo: number) => {
    await portal.sql`update sessions set last_seen_at = now() - make_interval(secs => ${secondsAgo}) where user_id = ${id}`
    await portal.app.inject({ url: '/auth/me', headers })
    const [row] = await portal.sql<[{ seconds: number }]>`
      select extract(epoch from now() - last_seen_at)::float as seconds from sessions where user_id = ${id}`
    return row.seconds
  }
  expect(await lastSeen(40)).toBeGreaterThanOrEqual(40)
  expect(await lastSeen(61)).toBeLessThan(40)
})

test('live sessions are found without counting as used', async () => {
  const limits = {
    SESSION_IDLE_MINUTES: 120,
    SESSION_MAX_HOURS: 12,
    STAY_SIGNED_IN_DAYS: 30,
    REQUIRE_SECOND_FACTOR: 'none',
  } as const
  const started = async (change = 'user_id = user_id') => {
    const { id } = await portal.make.staff()
    const { tokenHash } = await startSession(id)
    await portal.sql.unsafe(`update sessions set ${change} where user_id = ${id}`)
    return { id, tokenHash }
  }
  const alive = await started(`last_seen_at = now() - interval '119 minutes'`)
  const idle = await started(`last_seen_at = now() - interval '121 minutes'`)
  const old = await started(`created_at = now() - interval '721 minutes'`)
  const removed = await portal.make.staff()
  await portal.sql`update users set removed_at = now() where id = ${removed.id}`
  const ofRemoved = await startSession(removed.id)
  const hashes = [alive, idle, old, ofRemoved, { tokenHash: hashToken('nobody') }].map(({ tokenHash }) => tokenHash)
  expect(await sessions(portal.sql).stillAlive(hashes, limits)).toEqual([alive.tokenHash])
  const [row] = await portal.sql`select last_seen_at < now() - interval '118 minutes' as untouched from sessions
    where user_id = ${alive.id}`
  expect(row).toEqual({ untouched: true })
})

describe('when the clock of the database goes back', () => {
  const me = (headers: Awaited<ReturnType<typeof startSession>>['headers']) => portal.app.inject({ url: '/auth/me', headers })

  test('a session that has expired once stays ended', async () => {
    const { headers, tokenHash } = await startSession((await portal.make.staff()).id)
    await portal.sql`update sessions set last_seen_at = now() - interval '3 hours' where token_hash = ${tokenHash}`
    expect((await me(headers)).statusCode).toBe(401)
    await portal.sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`
    expect((await me(headers)).statusCode).toBe(401)
  })

  test.each(['created_at', 'last_seen_at'])(
    'a session whose %s is in the future has ended: it would last too long',
    async (column) => {
      const { headers, tokenHash } = await startSession((await portal.make.staff()).id)
      await portal.sql`update sessions set ${portal.sql.identifier(column)} = now() + interval '3 days' where token_hash = ${tokenHash}`
      expect((await me(headers)).statusCode).toBe(401)
    },
  )
})
