import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { tracedDatabase } from '../../testing/traced-database.ts'
import { readSettings } from '../settings.ts'
import { authenticateByPassword, startSession } from './auth.actions.ts'

const settings = readSettings({})

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

describe('authenticating by password', () => {
  async function queriesOf(username: string, password: string, address: string) {
    const { database, queries } = tracedDatabase(portal.sql)
    await authenticateByPassword(database, { username, password }, address, settings).catch(() => {})
    return queries
  }

  test('an unknown username takes the same queries as a wrong password', async () => {
    const { username } = await portal.make.staff()
    const queries = await queriesOf(username, 'wrong', '10.2.0.1')
    expect(queries).toContain('begin')
    expect(await queriesOf('nobody', 'wrong', '10.2.0.2')).toEqual(queries)
  })

  test('holds no transaction open while Argon2id runs', async () => {
    const { username } = await portal.make.staff()
    expect(await queriesOf(username, testPassword, '10.2.0.3')).not.toContain('begin')
  })

  test.each([
    ['its password is changed', `password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'`],
    ['its password is removed', 'password_hash = null'],
    ['it is removed', 'removed_at = now()'],
  ])('an account gets no session when %s before the session starts', async (_, change) => {
    const { id, username } = await portal.make.staff()
    const payload = { username, password: testPassword }
    const { signingIn } = await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`
      const signingIn = portal.app.inject({ method: 'POST', url: '/auth/login', payload })
      const waiting = () =>
        portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      await tx.unsafe(`update users set ${change} where id = ${id}`)
      return { signingIn }
    })
    const reply = await signingIn
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ message: 'Invalid username or password', code: 'auth.invalid' })
    expect(reply.cookies).toEqual([])
    expect(await portal.sql`select from sessions where user_id = ${id}`).toEqual([])
  })
})

describe('starting a session', () => {
  const from = { address: '10.3.0.1', oldToken: undefined, device: null }

  test('needs no password: another way to sign in names the account', async () => {
    const { id, username, name } = await portal.make.staff()
    await portal.sql`update users set password_hash = null where id = ${id}`
    const authenticated = { accountId: id, isStillValid: () => true, limits: [] }
    const { token, user } = await startSession(portal.sql, authenticated, from)
    expect(user).toEqual({ id, role_id: 2, username, name })
    const me = await portal.app.inject({ url: '/auth/me', headers: { cookie: `portal_session=${token}` } })
    expect(me.json().user).toEqual(user)
    expect(
      await portal.sql`select actor_id, actor_name, address, person_id from audit where kind = 'signed in' and person_id = ${id}`,
    ).toEqual([{ actor_id: id, actor_name: name, address: '10.3.0.1', person_id: id }])
    expect(await portal.sql`select address from sign_in_addresses where user_id = ${id}`).toEqual([{ address: '10.3.0.1' }])
  })

  test('replies with the current role, not the one at the moment of authentication', async () => {
    const { id, username } = await portal.make.staff()
    const authenticated = await authenticateByPassword(portal.sql, { username, password: testPassword }, from.address, settings)
    await portal.sql`update users set role_id = 1 where id = ${id}`
    expect((await startSession(portal.sql, authenticated, from)).user.role_id).toBe(1)
  })

  test('refunds the attempt to the wide limits and resets the tight one', async () => {
    const { username } = await portal.make.staff()
    const counters = () => portal.sql`select split_part(key, ':', 1) as limit, attempts from sign_in_attempts
      where key like ${'%10.3.0.9'} or key like 'account:%' and attempts > 0 order by 1`
    await portal.sql`delete from sign_in_attempts`
    const address = '10.3.0.9'
    await authenticateByPassword(portal.sql, { username, password: 'wrong' }, address, settings).catch(() => {})
    const authenticated = await authenticateByPassword(portal.sql, { username, password: testPassword }, address, settings)
    expect(await counters()).toEqual([
      { limit: 'account', attempts: 2 },
      { limit: 'address', attempts: 2 },
      { limit: 'pair', attempts: 2 },
    ])
    await startSession(portal.sql, authenticated, { address, oldToken: undefined, device: null })
    expect(await counters()).toEqual([
      { limit: 'account', attempts: 1 },
      { limit: 'address', attempts: 1 },
    ])
  })
})
