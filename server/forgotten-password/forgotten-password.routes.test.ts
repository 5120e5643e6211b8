import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { tracedDatabase } from '../../testing/traced-database.ts'
import { accountMail } from '../account-mails/account-mail.ts'
import { sayIn } from '../http/language.ts'
import { accountMails } from '../mail/account-mails.queries.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { makePasswordLink, requestPasswordLink } from './forgotten-password.actions.ts'
import { passwordLinks } from './forgotten-password.queries.ts'

const everyone = { SSO_PASSWORDS: 'everyone' } as const
const publicUrl = 'https://portal.example.edu'
const newPassword = 'quiet lamp of the harbour'

let mailServer: Awaited<ReturnType<typeof startMailServer>>
let portal: Portal
let environment: Record<string, string>
let mail: NonNullable<ReturnType<typeof accountMail>>
let member: MadeUser
beforeAll(async () => {
  mailServer = await startMailServer()
  environment = { SMTP_URL: mailServer.url, PUBLIC_URL: publicUrl }
  portal = await startPortal({ environment })
  mail = mailOf()
})
afterAll(async () => {
  mail.stop()
  await portal.stop()
  await mailServer.stop()
})
beforeEach(async () => {
  mailServer.received.length = 0
  mailServer.refuse(false)
  await portal.sql`delete from account_mails`
  member = await portal.make.staff()
})

/** The sender of one more server. */
function mailOf(more: Record<string, string> = {}) {
  const sender = accountMail(portal.database, readSettings({ ...environment, ...more }), createLogger('silent'))
  if (!sender) throw new Error('no mail')
  return sender
}

let address = 0
/** A new network for each call, so that the limits of one test do not affect another. */
function newAddress() {
  address += 1
  return `10.2.${Math.floor(address / 250)}.${(address % 250) + 1}`
}

const request = (account: unknown, { remoteAddress = newAddress(), headers = {} as Record<string, string> } = {}) =>
  portal.app.inject({ method: 'POST', url: '/auth/forgot-password', payload: { account }, remoteAddress, headers })

const reset = (token: unknown, new_password: unknown = newPassword, app = portal.app) =>
  app.inject({ method: 'POST', url: '/auth/reset-password', payload: { token, new_password }, remoteAddress: newAddress() })

const login = (username: string, password: string) =>
  portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password }, remoteAddress: newAddress() })

function linkIn(text = '') {
  return /^(https?:\/\/\S+)\/reset-password#([\w-]{43})$/m.exec(text) ?? []
}

/** Asks for a link and reads its token in the e-mail. */
async function tokenFor(account: string): Promise<string> {
  mailServer.received.length = 0
  expect((await request(account)).statusCode).toBe(200)
  await mail.sendDue()
  const [, , token = ''] = linkIn(mailServer.received.at(-1)?.text)
  expect(token).not.toBe('')
  return token
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const refusal = { message: en.forgottenPassword.linkInvalid, code: 'forgottenPassword.linkInvalid' }

describe('asking for a link', () => {
  test.each([
    ['by username', () => member.username],
    ['by e-mail address', () => member.email],
    ['in other letters and with spaces around', () => ` ${member.email.toUpperCase()} `],
  ])('sends it to the address of the account: %s', async (_, typed) => {
    expect((await request(typed())).json()).toEqual({ message: en.forgottenPassword.sent })
    expect(mailServer.received).toEqual([])
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[member.email]])
    const [{ source, text } = { source: '', text: '' }] = mailServer.received
    expect(source).toMatch(/^Subject: Staff Activity and Performance Portal: choose a new\s+password$/m)
    expect(text).toContain(`Dear ${member.name},`)
    expect(text).toContain(member.username)
    expect(linkIn(text)[1]).toBe(publicUrl)
  })

  test('is refused without an account', async () => {
    for (const account of ['', ' ', undefined, null, {}, []]) {
      const reply = await request(account)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toBe(en.forgottenPassword.accountRequired)
    }
  })

  test.each([
    ['an unknown username', async () => 'nobody at all'],
    ['an unknown address', async () => 'nobody@test.example'],
    [
      'a removed member',
      async () => {
        await portal.sql`update users set removed_at = now() where id = ${member.id}`
        return member.username
      },
    ],
    [
      'a member without an address',
      async () => {
        await portal.sql`update users set email = null where id = ${member.id}`
        return member.username
      },
    ],
  ])('gets the same reply and the same queries for %s, and no e-mail', async (_, typed) => {
    const traced = tracedDatabase(portal.database)
    const known = await portal.make.staff()
    await requestPasswordLink(traced.database, everyone, { account: known.username }, newAddress())
    const expected = traced.queries.splice(0)
    expect(expected.length).toBeGreaterThan(5)
    const account = await typed()
    await requestPasswordLink(traced.database, everyone, { account }, newAddress())
    expect(traced.queries).toEqual(expected)

    const [one, other] = [await request(known.username), await request(account)]
    expect(other.statusCode).toBe(one.statusCode)
    expect(other.json()).toEqual(one.json())
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[known.email]])
  })

  test('sends no link to members who sign in at the provider only, and one to administrators', async () => {
    const admin = await portal.make.admin()
    for (const { username } of [member, admin])
      await requestPasswordLink(portal.database, { SSO_PASSWORDS: 'admins' }, { account: username }, newAddress())
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[admin.email]])
  })

  test('the link has the address of the settings, whatever the Host header says', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    expect((await request(member.username, { headers })).statusCode).toBe(200)
    await mail.sendDue()
    const [{ source, text } = { source: '', text: '' }] = mailServer.received
    expect(linkIn(text)[1]).toBe(publicUrl)
    expect(source + text).not.toContain('evil')
  })

  test('the database holds the SHA-256 of the token and not the token', async () => {
    const token = await tokenFor(member.username)
    const rows = await portal.sql<{ token_hash: Buffer }[]>`select token_hash from password_resets where user_id = ${member.id}`
    expect(rows).toEqual([{ token_hash: hashOf(token) }])
    const dump = await portal.sql<{ row: string }[]>`
      select to_jsonb(r)::text as row from password_resets r union all select to_jsonb(m)::text from account_mails m
      union all select to_jsonb(a)::text from audit a`
    expect(JSON.stringify(dump)).not.toContain(token)
  })

  test('the username counts where it is the e-mail address of another member', async () => {
    const other = await portal.make.staff({ username: member.email })
    await request(member.email)
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[other.email]])
  })

  test('an account gets three e-mails an hour, from wherever they are asked for, and the reply stays the same', async () => {
    for (let count = 0; count < 5; count += 1) {
      const reply = await request(count % 2 ? member.username.toUpperCase() : member.email)
      expect(reply.json()).toEqual({ message: en.forgottenPassword.sent })
      await mail.sendDue()
    }
    expect(mailServer.received).toHaveLength(3)
    // The last link that was sent still works.
    expect((await reset(linkIn(mailServer.received[2]?.text)[2])).statusCode).toBe(200)
    await portal.sql`update sign_in_attempts set window_ends_at = now() where key like 'password-link-account:%'`
    await tokenFor(member.username)
  })

  test('a network may ask five times an hour about one account; what is refused then does not count against its neighbours', async () => {
    const remoteAddress = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 400; n += 1) statuses.push((await request('nobody', { remoteAddress })).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(
      await portal.sql`select from audit where kind = 'password link requested' and address = ${remoteAddress}`,
    ).toHaveLength(5)
    expect((await request(member.username, { remoteAddress })).statusCode).toBe(200)
  })

  test('a network may ask 300 times an hour: then 429 with Retry-After, for known and unknown accounts; others are unaffected', async () => {
    const remoteAddress = newAddress()
    const key = `password-link-network:${remoteAddress}`
    await request('nobody', { remoteAddress })
    await portal.sql`update sign_in_attempts set attempts = 299 where key = ${key}`
    expect((await request('nobody', { remoteAddress })).statusCode).toBe(200)
    for (const account of [member.username, 'nobody']) {
      const refused = await request(account, { remoteAddress })
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    }
    await mail.sendDue()
    expect(mailServer.received).toEqual([])
    expect((await request(member.username)).statusCode).toBe(200)
  })

  test('is in the audit trail, with the account if there is one', async () => {
    const remoteAddress = newAddress()
    await request(member.username, { remoteAddress })
    await request('nobody', { remoteAddress })
    const records = await portal.sql`
      select actor_id, subject, person_id, subject_name from audit
      where kind = 'password link requested' and address = ${remoteAddress} order by id`
    expect(records).toEqual([
      { actor_id: null, subject: 'session', person_id: member.id, subject_name: member.name },
      { actor_id: null, subject: 'session', person_id: null, subject_name: null },
    ])
  })
})

describe('the e-mail', () => {
  test.each(languages)('is in the language that the receiver chose, else in the default language: %s', async (language) => {
    const other = await portal.make.staff()
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, ${language})`
    await request(member.username)
    await request(other.username)
    const fallback: Language = language === 'ar' ? 'ckb' : 'ar'
    const sender = mailOf({ DEFAULT_LANGUAGE: fallback })
    await sender.sendDue()
    sender.stop()
    for (const [receiver, expected] of [
      [member, language],
      [other, fallback],
    ] as const) {
      const { source = '', text = '' } = mailServer.received.find(({ to }) => to.includes(receiver.email)) ?? {}
      const say = sayIn(expected)
      expect(source).toContain(`Content-Language: ${expected}`)
      expect(text).toContain(say(messages.passwordMail.link({ username: receiver.username })))
      expect(text).toContain(say(messages.passwordMail.linkIgnore))
      // The link is alone on its line, without invisible characters.
      expect(linkIn(text.replaceAll('\r', ''))[1]).toBe(publicUrl)
    }
  })

  test('is sent once, by one of several servers', async () => {
    await request(member.username)
    const another = mailOf()
    await Promise.all([mail.sendDue(), another.sendDue(), mail.sendDue()])
    await another.sendDue()
    another.stop()
    expect(mailServer.received).toHaveLength(1)
  })

  test('is sent again later if the mail server refuses it, with another link', async () => {
    await request(member.username)
    mailServer.refuse(true)
    await mail.sendDue()
    const [first] = await portal.sql<
      { token_hash: Buffer }[]
    >`select token_hash from password_resets where user_id = ${member.id}`
    mailServer.refuse(false)
    await mail.sendDue()
    expect(mailServer.received).toEqual([])
    await portal.sql`update account_mails set taken_at = now() - interval '3 minutes'`
    await portal.sql`update mail_failures set retry_at = now()`
    await mail.sendDue()
    const [, , token = ''] = linkIn(mailServer.received[0]?.text)
    expect(hashOf(token)).not.toEqual(first?.token_hash)
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('is not sent when the request is older than the link would be valid', async () => {
    await request(member.username)
    await portal.sql`update account_mails set created_at = now() - interval '31 minutes'`
    await mail.sendDue()
    expect(mailServer.received).toEqual([])
  })

  test('of an earlier request is not sent after a newer one', async () => {
    await request(member.username)
    await request(member.username)
    await mail.sendDue()
    expect(mailServer.received).toHaveLength(1)
  })

  test('that was being sent at the moment of a newer request gets no link', async () => {
    await request(member.username)
    const taken = await accountMails(portal.database).take()
    if (!taken) throw new Error('nothing is due')
    await request(member.username)
    expect(await makePasswordLink(portal.database, taken)).toBeUndefined()
    expect(await portal.sql`select from password_resets where user_id = ${member.id}`).toEqual([])
  })
})

describe('a link', () => {
  test('sets the password; sessions and other links end; the member gets an e-mail; the audit trail has it', async () => {
    const session = await portal.startSession(member)
    const token = await tokenFor(member.username)
    const reply = await reset(token)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: en.forgottenPassword.changed })
    expect(reply.cookies).toEqual([])
    expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(401)
    expect((await login(member.username, testPassword)).statusCode).toBe(401)
    expect((await login(member.username, newPassword)).json()).not.toHaveProperty('must_change_password')
    expect(await portal.sql`select from password_resets where user_id = ${member.id}`).toEqual([])

    mailServer.received.length = 0
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[member.email]])
    expect(mailServer.received[0]?.text).toContain(en.passwordMail.helpOffice)
    const records = await portal.sql`select actor_id, subject, kind, after from audit
      where person_id = ${member.id} and kind in ('password reset', 'edited') order by id`
    expect(records).toEqual([
      { actor_id: member.id, subject: 'user', kind: 'edited', after: { password: 'changed' } },
      { actor_id: member.id, subject: 'session', kind: 'password reset', after: null },
    ])
  })

  test('the e-mail that tells of the change names the contact of the settings', async () => {
    await reset(await tokenFor(member.username))
    mailServer.received.length = 0
    const sender = mailOf({ CONTACT: 'Help desk, +964 750 000' })
    await sender.sendDue()
    sender.stop()
    expect(mailServer.received[0]?.text).toContain('Help desk, +964 750 000')
  })

  test('gives a member without a password the first one', async () => {
    await portal.sql`update users set password_hash = null where id = ${member.id}`
    expect((await reset(await tokenFor(member.email))).statusCode).toBe(200)
    expect((await login(member.username, newPassword)).statusCode).toBe(200)
  })

  test('replaces an initial password by an own one', async () => {
    await portal.sql`update users set password_is_initial = true where id = ${member.id}`
    await reset(await tokenFor(member.email))
    expect(await portal.sql`select password_is_initial from users where id = ${member.id}`).toEqual([
      { password_is_initial: false },
    ])
  })

  test('ends the wait after failed attempts', async () => {
    const remoteAddress = newAddress()
    const attempt = (password: string) =>
      portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username: member.username, password }, remoteAddress })
    for (let failure = 0; failure < 6; failure += 1) await attempt('forgotten')
    expect((await attempt(testPassword)).statusCode).toBe(429)
    await reset(await tokenFor(member.username))
    expect((await attempt(newPassword)).statusCode).toBe(200)
  })

  test.each([
    ['short', en.password.tooShort],
    ['x'.repeat(129), en.password.tooLong],
    ['password123', en.password.tooCommon],
    [null, en.password.tooShort],
  ])('refuses the password %j and works afterwards', async (password, message) => {
    const token = await tokenFor(member.username)
    const reply = await reset(token, password)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([expect.objectContaining({ field: 'new_password', message })])
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('refuses the username as a password', async () => {
    const named = await portal.make.staff({ username: 'a.long.username' })
    expect((await reset(await tokenFor(named.username), 'A.Long.Username')).json().message).toBe(en.password.isUsername)
  })

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['is used', (token) => reset(token)],
    [
      'is older than 30 minutes',
      () => portal.sql`update password_resets set created_at = now() - interval '30 minutes 1 second'`,
    ],
    [
      'was made before the clock was set back',
      () => portal.sql`update password_resets set created_at = now() + interval '1 hour'`,
    ],
    ['was followed by a newer request', () => request(member.username)],
    ['is of a removed member', () => portal.sql`update users set removed_at = now() where id = ${member.id}`],
    [
      'is of a member who was removed and restored',
      async () => {
        await portal.sql`update users set removed_at = now() where id = ${member.id}`
        await portal.sql`update users set removed_at = null where id = ${member.id}`
      },
    ],
    [
      'went to an address that is no longer the one',
      () => portal.sql`update users set email = 'new@test.example' where id = ${member.id}`,
    ],
    [
      'is followed by another new password',
      () => portal.sql`update users set password_hash = password_hash || 'x' where id = ${member.id}`,
    ],
  ])('that %s does not work: one message', async (_, happens) => {
    const token = await tokenFor(member.username)
    await happens(token)
    const [before] = await portal.sql`select password_hash from users where id = ${member.id}`
    const reply = await reset(token, 'another good password')
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject(refusal)
    expect((await portal.sql`select password_hash from users where id = ${member.id}`)[0]).toEqual(before)
  })

  test.each([
    ['of another portal', 'A'.repeat(43)],
    ['that is cut off', 'A'.repeat(42)],
    ['with more text', `${'A'.repeat(43)}/`],
    ['with a line break', `${'A'.repeat(43)}\n`],
    ['that is empty', ''],
    ['that is null', null],
    ['that is a list', ['A'.repeat(43)]],
    ['with quotes', `'; drop table users; --`],
  ])('%s does not work: the same message', async (_, token) => {
    const reply = await reset(token)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject(refusal)
  })

  test('that is used twice at the same time, on two servers, works once', async () => {
    const token = await tokenFor(member.username)
    const another = await portal.another()
    const replies = await Promise.all([reset(token, 'the first of the two'), reset(token, 'the second of the two', another)])
    await another.close()
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    const winner = replies[0].statusCode === 200 ? 'the first of the two' : 'the second of the two'
    expect((await login(member.username, winner)).statusCode).toBe(200)
  })

  test('is forgotten after its time, and an e-mail that nobody can get too', async () => {
    await tokenFor(member.username)
    await request('nobody')
    await portal.sql`update password_resets set created_at = now() - interval '1 hour'`
    await portal.sql`update account_mails set created_at = now() - interval '25 hours'`
    await passwordLinks(portal.database).forgetExpired()
    await accountMails(portal.database).forgetOld()
    expect(await portal.sql`select from password_resets`).toEqual([])
    expect(await portal.sql`select from account_mails`).toEqual([])
  })
})

describe('without a mail server or without PUBLIC_URL', () => {
  test.each([
    [{}, 'ask'],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 'ask'],
    [{ PUBLIC_URL: publicUrl }, 'ask'],
    [{ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: publicUrl, CONTACT: 'Help desk' }, 'email'],
  ])('there are no links: %j', async (given, forgotten_password) => {
    const own = await startPortal({ environment: given as Record<string, string> })
    const isOn = forgotten_password === 'email'
    const branding = (await own.app.inject({ url: '/branding' })).json()
    expect(branding).toMatchObject({ forgotten_password, contact: isOn ? 'Help desk' : '' })
    const reply = await own.app.inject({ method: 'POST', url: '/auth/forgot-password', payload: { account: 'somebody' } })
    expect(reply.statusCode).toBe(isOn ? 200 : 404)
    expect(reply.json().message).toBe(isOn ? en.forgottenPassword.sent : en.forgottenPassword.off)
    expect(await own.sql`select from account_mails`).toHaveLength(isOn ? 1 : 0)
    await own.stop()
  })
})
