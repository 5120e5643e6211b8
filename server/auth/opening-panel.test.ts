import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

test('the chosen panel comes with the sign-in and with /auth/me; null is the default one', async () => {
  const made = await portal.make.admin()
  const admin = await portal.as(made)
  const me = async () => (await admin('GET', '/auth/me')).json().opens_with
  const signIn = async () =>
    (
      await portal.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: made.username, password: testPassword },
      })
    ).json()
  expect([await me(), (await signIn()).opens_with]).toEqual([undefined, undefined])
  expect((await admin('PUT', '/auth/opening-panel', { panel: 'inbox' })).statusCode).toBe(200)
  expect([await me(), (await signIn()).opens_with]).toEqual(['inbox', 'inbox'])
  await admin('PUT', '/auth/opening-panel', { panel: null })
  expect(await me()).toBeUndefined()
})

test('only a panel of one’s own is chosen, and the choice rests while the right to it is gone', async () => {
  const department = await portal.make.department()
  const made = await portal.make.head(department.id)
  const head = await portal.as(made)
  const refused = await head('PUT', '/auth/opening-panel', { panel: 'users' })
  expect([refused.statusCode, refused.json().errors]).toEqual([400, [expect.objectContaining({ field: 'panel' })]])
  expect((await head('PUT', '/auth/opening-panel', { panel: 'inbox' })).statusCode).toBe(200)
  await portal.sql`delete from department_heads where user_id = ${made.id}`
  expect((await head('GET', '/auth/me')).json().opens_with).toBeUndefined()
  expect((await head('PUT', '/auth/opening-panel', { panel: 'review' })).statusCode).toBe(400)
  await portal.sql`insert into department_heads (user_id, department_id) values (${made.id}, ${department.id})`
  expect((await head('GET', '/auth/me')).json().opens_with).toBe('inbox')
})
