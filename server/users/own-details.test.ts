import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let user: MadeUser
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  user = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(user)
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const stored = async ({ id }: { id: number }) => (await admin('GET', `/users/id/${id}`)).json().user

test('an administrator edits the own name and e-mail address, and nothing else', async () => {
  const { version } = await stored(user)
  const body = { name: ' Dr.  Rana Wahid ', email: 'rana@test.example', version, username: 'root', role_id: 2, id: 999 }
  const reply = await admin('PUT', '/auth/me', body)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    message: 'Your details were saved',
    user: { id: user.id, role_id: 1, username: user.username, name: 'Dr. Rana Wahid' },
  })
  expect(await stored(user)).toMatchObject({
    name: 'Dr. Rana Wahid',
    email: 'rana@test.example',
    username: user.username,
    role_id: 1,
  })
  expect((await admin('GET', '/auth/me')).json().user.name).toBe('Dr. Rana Wahid')
  const [record] =
    await portal.sql`select actor_id, kind, before, after from audit where subject = 'user' and kind = 'edited' order by id desc limit 1`
  expect(record).toEqual({
    actor_id: user.id,
    kind: 'edited',
    before: { name: 'Rana Wahid', email: user.email },
    after: { name: 'Dr. Rana Wahid', email: 'rana@test.example' },
  })
})

test('an administrator edits another spelling of the own name; without the field it stays', async () => {
  const body = { name: 'Dr. Rana Wahid', email: 'rana@test.example' }
  await admin('PUT', '/auth/me', { ...body, other_name: 'ڕەنا واحید' })
  expect(await stored(user)).toMatchObject({ other_name: 'ڕەنا واحید' })
  await admin('PUT', '/auth/me', body)
  expect(await stored(user)).toMatchObject({ other_name: 'ڕەنا واحید' })
  await admin('PUT', '/auth/me', { ...body, other_name: '' })
  expect(await stored(user)).toMatchObject({ other_name: null })
})

test('the rules of users hold: a form of address, one address per member, no empty name', async () => {
  const other = await portal.make.staff()
  const refusal = async (given: object) => {
    const reply = await admin('PUT', '/auth/me', { name: 'Rana', email: 'rana@test.example', ...given })
    return [reply.statusCode, reply.json().errors[0].field, reply.json().message]
  }
  expect(await refusal({ email: 'rana' })).toEqual([400, 'email', 'Invalid email format'])
  expect(await refusal({ name: ' ' })).toEqual([400, 'name', 'All required fields must be filled'])
  expect(await refusal({ email: other.email.toUpperCase() })).toEqual([
    409,
    'email',
    'Another member already uses this email address.',
  ])
})

test('an older version is refused and names who saved', async () => {
  const reply = await admin('PUT', '/auth/me', { name: 'Old', email: 'old@test.example', version: 1 })
  expect(reply.statusCode).toBe(409)
  expect(reply.json().conflict).toMatchObject({ saved_by: 'Dr. Rana Wahid' })
})

test('another administrator still cannot edit the row, and staff not their own', async () => {
  const second = await portal.as(await portal.make.admin())
  const { version, name } = await stored(user)
  const form = { ...(await stored(user)), name: 'Other', password: '••••••••', department_id: 1, gender: 'Female', version }
  expect((await second('PUT', `/users/${user.id}`, form)).statusCode).toBe(403)
  const staff = await portal.as(await portal.make.staff())
  expect((await staff('PUT', '/auth/me', { name: 'Own', email: 'own@test.example' })).statusCode).toBe(403)
  expect((await stored(user)).name).toBe(name)
})
