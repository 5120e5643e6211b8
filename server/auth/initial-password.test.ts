import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordMask } from '../../contract/codes.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { testPassword } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { readSettings } from '../settings.ts'
import { prepareFirstStart } from './first-start.ts'
import { resetPassword } from './reset-password.ts'

let portal: Portal
let admin: Caller
let fields: Record<string, unknown>
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  admin = await portal.as(await portal.make.admin())
  const { id: department_id } = await portal.make.department('Physics')
  fields = { name: 'Dr. Sara Aziz', degree: 'PhD', title: 'l', department_id, role_id: 2, gender: 'Female' }
})
afterAll(() => portal.stop())

const initial = 'chosen by another person'

async function signIn(username: string, password: string) {
  const reply = await portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
  expect(reply.statusCode).toBe(200)
  const [cookie] = reply.cookies
  return { reply: reply.json(), headers: { cookie: `${cookie?.name}=${cookie?.value}` } }
}

async function isAsked(username: string, password: string) {
  const { reply, headers } = await signIn(username, password)
  const me = (await portal.app.inject({ url: '/auth/me', headers })).json()
  expect(me.must_change_password).toBe(reply.must_change_password)
  // The field stands beside the user, whose four values are those of the specification.
  expect(Object.keys(me.user)).toEqual(['id', 'role_id', 'username', 'name'])
  return reply.must_change_password
}

async function addUser(username: string) {
  const reply = await admin('POST', '/users', { ...fields, username, email: `${username}@test.example`, password: initial })
  expect(reply.statusCode).toBe(201)
  return reply.json().user as { id: number }
}

test('a password that an administrator chose for a new user must be changed, until the user has changed it', async () => {
  await addUser('new.user')
  expect(await isAsked('new.user', initial)).toBe(true)
  const { headers } = await signIn('new.user', initial)
  const payload = { current_password: initial, new_password: 'chosen by oneself' }
  const changed = await portal.app.inject({ method: 'PUT', url: '/auth/password', headers, payload })
  expect(changed.statusCode).toBe(200)
  expect(await isAsked('new.user', 'chosen by oneself')).toBeUndefined()
})

test('a password that an administrator sets with Edit must be changed; an edit of other fields does not ask for it', async () => {
  const member = await portal.make.staff()
  const edit = (password: string) =>
    admin('PUT', `/users/${member.id}`, { ...fields, username: member.username, email: member.email, password })
  expect((await edit(passwordMask)).statusCode).toBe(200)
  expect(await isAsked(member.username, testPassword)).toBeUndefined()
  expect((await edit(initial)).statusCode).toBe(200)
  expect(await isAsked(member.username, initial)).toBe(true)
  expect((await edit(passwordMask)).statusCode).toBe(200)
  expect(await isAsked(member.username, initial)).toBe(true)
})

test('a session with an initial password adds and changes no factor and confirms nothing, and does what the specification says', async () => {
  const { id } = await addUser('with.slip')
  const { headers } = await signIn('with.slip', initial)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    portal.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  const bytes = 'AAAA'
  const passkey = { id: bytes, rawId: bytes, type: 'public-key' }
  const registration = { ...passkey, response: { clientDataJSON: bytes, attestationObject: bytes } }
  const assertion = { ...passkey, response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes } }
  const closed = [
    ['POST', '/auth/confirm', { password: initial }],
    ['POST', '/auth/confirm', { passkey: assertion }],
    ['POST', '/auth/confirm/options'],
    ['POST', '/auth/passkeys/options'],
    ['POST', '/auth/passkeys', { name: 'Stranger', passkey: registration }],
    ['PUT', '/auth/passkeys/1', { name: 'Stranger' }],
    ['DELETE', '/auth/passkeys/1'],
    ['POST', '/auth/authenticator'],
    ['PUT', '/auth/authenticator', { code: '123456' }],
    ['DELETE', '/auth/authenticator'],
    ['POST', '/auth/recovery-codes'],
  ] as const
  // The calls are also refused in a session that was confirmed before the password became an initial one.
  await portal.sql`update sessions set confirmed_at = now() where user_id = ${id}`
  for (const [method, url, payload] of closed) {
    const reply = await call(method, url, payload)
    expect([method, url, reply.statusCode, reply.json().code]).toEqual([method, url, 403, 'signInSecurity.initialPassword'])
  }
  expect((await call('GET', '/auth/second-factor')).json()).toMatchObject({ password_is_initial: true })
  for (const url of ['/activities', '/posted-activities/available', `/posted-activities?user_id=${id}`, `/users/id/${id}`])
    expect((await call('GET', url)).statusCode).toBe(200)

  const changed = await call('PUT', '/auth/password', { current_password: initial, new_password: 'chosen by oneself' })
  const [cookie] = changed.cookies
  headers.cookie = `${cookie?.name}=${cookie?.value}`
  expect((await call('POST', '/auth/confirm', { password: 'chosen by oneself' })).statusCode).toBe(200)
  expect((await call('POST', '/auth/passkeys/options')).statusCode).toBe(200)
})

test('generated initial passwords, those of an imported file and those of the command line must be changed', async () => {
  const generated = await portal.make.staff()
  await portal.sql`update users set password_hash = null where id = ${generated.id}`
  const made = await admin('POST', '/imports/users/initial-passwords', { user_ids: [generated.id] })
  expect(await isAsked(generated.username, made.json().made[0].password)).toBe(true)

  const file = `username,name,email,degree,title,department,role,gender,password
from.file,Omar Ali,omar@test.example,PhD,Lecturer,Physics,Staff,Male,${initial}`
  const session = await portal.signIn(await portal.make.admin())
  const send = (path: string, formFields: Record<string, string>) => {
    const { payload, headers } = multipart(formFields, { field: 'file', name: 'a.csv', bytes: Buffer.from(file) })
    return portal.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: { ...headers, ...session } })
  }
  const { fingerprint } = (await send('users/preview', {})).json()
  expect((await send('users', { fingerprint })).json()).toMatchObject({ added: 1 })
  expect(await isAsked('from.file', initial)).toBe(true)

  const member = await portal.make.staff()
  const { password } = await resetPassword(portal.url, member.username)
  expect(await isAsked(member.username, password)).toBe(true)
})

test('who signed in without a password is not asked', async () => {
  await addUser('by.sso')
  const { headers } = await signIn('by.sso', initial)
  await portal.sql`update sessions set method = 'sso' where user_id = (select id from users where username = 'by.sso')`
  const me = await portal.app.inject({ url: '/auth/me', headers })
  expect(me.json().must_change_password).toBeUndefined()
})

test('the random password of the first administrator must be changed; the one of the settings is the own', async () => {
  for (const [environment, isInitial] of [
    [{}, true],
    [{ ADMIN_PASSWORD: 'chosen by the operator' }, false],
  ] as const) {
    const { sql, drop } = await createTestDatabase()
    await prepareFirstStart(sql, readSettings(environment))
    expect(await sql`select password_is_initial from users`).toEqual([{ password_is_initial: isInitial }])
    await drop()
  }
})

test('the audit trail records that the password changed, and nothing about its kind', async () => {
  const { id } = await addUser('audited.user')
  const { headers } = await signIn('audited.user', initial)
  const payload = { current_password: initial, new_password: 'chosen by oneself' }
  await portal.app.inject({ method: 'PUT', url: '/auth/password', headers, payload })
  const records = await portal.sql<{ before: object; after: object }[]>`
    select before, after from audit where subject = 'user' and subject_id = ${id} order by id`
  expect(records).toHaveLength(2)
  expect(records[1]).toEqual({ before: { password: 'changed' }, after: { password: 'changed' } })
  expect(JSON.stringify(records)).not.toContain('password_is_initial')
})
