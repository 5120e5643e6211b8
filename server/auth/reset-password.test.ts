import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { resetPassword } from './reset-password.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const login = (username: string, password: string) =>
  portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })

test('an administrator can sign in with the new password despite failed attempts; the old password and sessions are invalid', async () => {
  const admin = await portal.make.admin()
  const cookie = await portal.signIn(admin)
  for (let attempt = 0; attempt < 6; attempt += 1) await login(admin.username, 'not this one')
  expect((await login(admin.username, testPassword)).statusCode).toBe(429)

  const { password } = await resetPassword(portal.url, admin.username.toUpperCase())
  expect((await login(admin.username, testPassword)).statusCode).toBe(401)
  expect((await login(admin.username, password)).statusCode).toBe(200)
  expect((await portal.app.inject({ url: '/auth/me', headers: cookie })).statusCode).toBe(401)
  const [record] =
    await portal.sql`select actor_name, address, kind, after from audit where subject = 'user' and subject_id = ${admin.id}
    and address = 'command line'`
  expect(record).toMatchObject({ actor_name: null, after: { password: 'changed' } })
})

test('for an unknown username the error lists those of the administrators', async () => {
  const admin = await portal.make.admin()
  await expect(resetPassword(portal.url, 'nobody')).rejects.toThrow(
    new RegExp(`^Nobody is called nobody\\. Administrators: .*${admin.username}`),
  )
})

test('it removes a lost second factor, and says so', async () => {
  const admin = await portal.make.admin()
  await portal.sql`insert into authenticators (user_id, secret, confirmed_at) values (${admin.id}, ${Buffer.alloc(20)}, now())`
  await portal.sql`insert into recovery_codes (user_id, code_hash) values (${admin.id}, ${Buffer.alloc(32)})`
  expect((await login(admin.username, testPassword)).json()).toMatchObject({ next: 'second-factor' })
  const { password, hadSecondFactor } = await resetPassword(portal.url, admin.username)
  expect(hadSecondFactor).toBe(true)
  expect((await login(admin.username, password)).json()).toMatchObject({ user: { id: admin.id } })
  expect(await portal.sql`select from recovery_codes where user_id = ${admin.id}`).toEqual([])
  const [record] =
    await portal.sql`select actor_name, address, after from audit where person_id = ${admin.id} and kind = 'factor removed'`
  expect(record).toEqual({ actor_name: null, address: 'command line', after: { factor: 'all' } })
  expect(await resetPassword(portal.url, admin.username)).toMatchObject({ hadSecondFactor: false })
})
