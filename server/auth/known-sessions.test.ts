import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '../../database/connect.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
/** Somebody else on the same database: another server, or an operator. */
let elsewhere: Database
beforeAll(async () => {
  portal = await startPortal()
  elsewhere = connect(portal.url, { max: 2 })
})
afterAll(async () => {
  await elsewhere.end()
  await portal.stop()
})

const me = (headers: { cookie: string }) => portal.app.inject({ url: '/auth/me', headers })

async function lookups(): Promise<number> {
  const [row] = await elsewhere<[{ count: number }]>`
    select coalesce(sum(idx_scan), 0)::int as count from pg_stat_user_indexes where indexrelname = 'sessions_pkey'`
  return row.count
}

describe('a session that is remembered', () => {
  test('is not looked up for every request', async () => {
    const session = await portal.signIn(await portal.make.staff())
    await expect
      .poll(
        async () => {
          await me(session)
          const before = await lookups()
          for (let count = 0; count < 20; count += 1) await me(session)
          return (await lookups()) - before
        },
        { timeout: 10_000 },
      )
      .toBeLessThan(20)
  })

  test('ends here at once when it is ended elsewhere', async () => {
    const staff = await portal.make.staff()
    const session = await portal.signIn(staff)
    expect((await me(session)).statusCode).toBe(200)
    const began = performance.now()
    await elsewhere`delete from sessions where user_id = ${staff.id}`
    await expect.poll(async () => (await me(session)).statusCode, { interval: 1 }).toBe(401)
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('ends in the same moment for whoever asked for its end here', async () => {
    const admin = await portal.as(await portal.make.admin())
    for (let round = 0; round < 20; round += 1) {
      const staff = await portal.make.staff()
      const session = await portal.signIn(staff)
      expect((await me(session)).statusCode).toBe(200)
      expect((await admin('PUT', `/users/toggle-role/${staff.id}`)).statusCode).toBe(200)
      expect((await me(session)).statusCode).toBe(401)
    }
  })

  test('is looked up each time while changes could not be heard', async () => {
    const staff = await portal.make.staff()
    const session = await portal.signIn(staff)
    expect((await me(session)).statusCode).toBe(200)
    await elsewhere`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like 'listen %'`
    await elsewhere`delete from sessions where user_id = ${staff.id}`
    await expect.poll(async () => (await me(session)).statusCode, { interval: 1 }).toBe(401)
  })
})
