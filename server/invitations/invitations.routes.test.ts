import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { languages } from '../../contract/languages/languages.ts'
import { invitationDays } from '../../contract/limits.ts'
import type { User } from '../../contract/users.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { accountMail } from '../account-mails/account-mail.ts'
import { passwordLinks } from '../forgotten-password/forgotten-password.queries.ts'
import { sayIn } from '../http/language.ts'
import { accountMails } from '../mail/account-mails.queries.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { inviteUsers } from './invitations.actions.ts'

const publicUrl = 'https://portal.example.edu'
const newPassword = 'quiet lamp of the harbour'

let mailServer: Awaited<ReturnType<typeof startMailServer>>
let portal: Portal
let environment: Record<string, string>
let mail: NonNullable<ReturnType<typeof accountMail>>
let self: MadeUser
let admin: Caller
let member: MadeUser
beforeAll(async () => {
  mailServer = await startMailServer()
  environment = { SMTP_URL: mailServer.url, PUBLIC_URL: publicUrl }
  portal = await startPortal({ environment })
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  self = await portal.make.admin()
  admin = await portal.as(self)
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
  await portal.sql`delete from mail_failures`
  member = await portal.make.staff()
})

function mailOf(more: Record<string, string> = {}, logger = createLogger('silent')) {
  const sender = accountMail(portal.database, readSettings({ ...environment, ...more }), logger)
  if (!sender) throw new Error('no mail')
  return sender
}

const invite = (users: readonly { id: number }[]) => admin('POST', '/users/invitations', { user_ids: users.map(({ id }) => id) })
const reset = (token: string) =>
  portal.app.inject({ method: 'POST', url: '/auth/reset-password', payload: { token, new_password: newPassword } })
const signedIn = ({ id }: MadeUser) => portal.sql`insert into first_sign_ins (user_id) values (${id})`
const anHourLater = () => portal.sql`update invitations set invited_at = invited_at - interval '61 minutes'`
const linkIn = (text = '') =>
  new RegExp(`^${publicUrl}/reset-password#([\\w-]{43})$`, 'm').exec(text.replaceAll('\r', ''))?.[1] ?? ''

/** The user as Users lists them. */
async function listed({ id }: { id: number }): Promise<User | undefined> {
  const { users } = (await admin('GET', '/users')).json() as { users: User[] }
  return users.find((user) => user.id === id)
}

/** Invites the member and reads the token in the e-mail. */
async function tokenFor(user: MadeUser): Promise<string> {
  mailServer.received.length = 0
  expect((await invite([user])).json().invited).toEqual([user.id])
  await mail.sendDue()
  const token = linkIn(mailServer.received.at(-1)?.text)
  expect(token).not.toBe('')
  return token
}

describe('an invitation', () => {
  test('is sent to the address of each user, and its link sets the first password', async () => {
    const other = await portal.make.staff()
    await portal.sql`update users set password_hash = null where id = ${member.id}`
    const reply = await invite([member, other])
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: '2 invitations are being sent', invited: [member.id, other.id], skipped: [] })
    expect(await listed(member)).toMatchObject({ invitation: 'waiting', invited_at: expect.stringMatching(/Z$/) })
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[member.email], [other.email]])
    const [{ source, text } = { source: '', text: '' }] = mailServer.received
    expect(source).toMatch(/^Subject: Staff Activity and Performance Portal: choose your password$/m)
    expect(text).toContain(`Your username is ${member.username}.`)
    expect(text).toContain('The link works once and expires after 7 days.')
    expect(await listed(member)).toMatchObject({ invitation: 'sent', invitation_failure: null, has_signed_in: false })

    expect((await reset(linkIn(text))).statusCode).toBe(200)
    const payload = { username: member.username, password: newPassword }
    const login = await portal.app.inject({ method: 'POST', url: '/auth/login', payload })
    expect(login.json()).not.toHaveProperty('must_change_password')
    expect(await listed(member)).toMatchObject({ invitation: 'sent', has_signed_in: true })
  })

  test.each(languages)('is in the language that the user chose, else in that of the portal: %s', async (language) => {
    const other = await portal.make.staff()
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, ${language})`
    await invite([member, other])
    const fallback = language === 'ar' ? 'ckb' : 'ar'
    const sender = mailOf({ DEFAULT_LANGUAGE: fallback })
    await sender.sendDue()
    sender.stop()
    for (const [receiver, expected] of [
      [member, language],
      [other, fallback],
    ] as const) {
      const { source = '', text = '' } = mailServer.received.find(({ to }) => to.includes(receiver.email)) ?? {}
      expect(source).toContain(`Content-Language: ${expected}`)
      expect(text).toContain(sayIn(expected)(messages.invitationMail.valid({ count: invitationDays })))
      expect(linkIn(text)).not.toBe('')
    }
  })

  test('leaves out, each with the reason, who needs none or cannot get one', async () => {
    const [entered, without, gone, recent] = [
      await portal.make.staff(),
      await portal.make.staff(),
      await portal.make.staff(),
      await portal.make.staff(),
    ]
    await signedIn(entered)
    await portal.sql`update users set email = null where id = ${without.id}`
    await portal.sql`update users set removed_at = now() where id = ${gone.id}`
    await invite([recent])
    const reply = (await invite([member, entered, without, gone, recent, { id: 999_999 }])).json()
    expect(reply.message).toBe('1 invitation is being sent')
    expect(reply.invited).toEqual([member.id])
    expect(reply.skipped).toEqual([
      { id: entered.id, name: entered.name, reason: 'signedIn' },
      { id: without.id, name: without.name, reason: 'noAddress' },
      { id: gone.id, name: gone.name, reason: 'gone' },
      { id: recent.id, name: recent.name, reason: 'recent' },
      { id: 999_999, name: '', reason: 'gone' },
    ])
  })

  test('is not for staff who sign in at the provider only', async () => {
    const boss = await portal.make.admin()
    const actor = { id: self.id, address: '127.0.0.1' }
    const input = { user_ids: [member.id, boss.id] }
    expect(await inviteUsers(portal.database, { SSO_PASSWORDS: 'admins' }, actor, input)).toEqual({
      invited: [boss.id],
      skipped: [{ id: member.id, name: member.name, reason: 'provider' }],
    })
  })

  test('is sent again after an hour, and the newest link counts', async () => {
    const first = await tokenFor(member)
    expect((await invite([member])).json().skipped).toMatchObject([{ reason: 'recent' }])
    await anHourLater()
    expect((await invite([member])).json().invited).toEqual([member.id])
    mailServer.received.length = 0
    await mail.sendDue()
    expect(mailServer.received).toHaveLength(1)
    expect((await reset(first)).statusCode).toBe(400)
    expect((await reset(linkIn(mailServer.received[0]?.text))).statusCode).toBe(200)
  })

  test('is sent once where two administrators invite a user at the same time', async () => {
    const waiting = await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${member.id} for no key update`
      await tx`insert into invitations (user_id) values (${member.id})`
      const reply = invite([member])
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
      return { reply }
    })
    expect((await waiting.reply).json().skipped).toMatchObject([{ reason: 'recent' }])
  })

  test('is not sent to a user who has signed in meanwhile', async () => {
    await invite([member])
    await signedIn(member)
    await mail.sendDue()
    expect(mailServer.received).toEqual([])
  })

  test('lets a link that a member waits for pass', async () => {
    const waiting = await portal.make.staff()
    await invite([member])
    await portal.app.inject({ method: 'POST', url: '/auth/forgot-password', payload: { account: waiting.username } })
    await mail.sendDue()
    expect(mailServer.received.map(({ to }) => to)).toEqual([[waiting.email], [member.email]])
  })

  test('is sent hours late if the mail server was away, and is given up after a day', async () => {
    await invite([member])
    const away = mailOf({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await away.sendDue()
    away.stop()
    expect(await listed(member)).toMatchObject({ invitation: 'waiting' })
    await portal.sql`update account_mails set created_at = now() - interval '20 hours', taken_at = now() - interval '1 hour'`
    await mail.sendDue()
    expect(mailServer.received).toHaveLength(1)
    const late = await portal.make.staff()
    await invite([late])
    await portal.sql`update account_mails set created_at = now() - interval '25 hours'`
    await mail.sendDue()
    expect(mailServer.received).toHaveLength(1)
    await accountMails(portal.database).forgetOld()
    expect(await listed(late)).toMatchObject({ invitation: 'failed', invitation_failure: null })
  })

  test('that is replaced by a link the member asked for counts as sent', async () => {
    await invite([member])
    await portal.app.inject({ method: 'POST', url: '/auth/forgot-password', payload: { account: member.username } })
    await mail.sendDue()
    expect(mailServer.received).toHaveLength(1)
    expect(await listed(member)).toMatchObject({ invitation: 'sent' })
  })

  test('is in the audit trail, with the administrator and the address, and without the link', async () => {
    const token = await tokenFor(member)
    const records = await portal.sql`select actor_id, subject, subject_name, after from audit
      where kind = 'invited' and person_id = ${member.id}`
    expect(records).toEqual([
      { actor_id: self.id, subject: 'session', subject_name: member.name, after: { email: member.email } },
    ])
    const dump = await portal.sql<{ row: string }[]>`
      select to_jsonb(r)::text as row from password_resets r union all select to_jsonb(m)::text from account_mails m
      union all select to_jsonb(a)::text from audit a union all select to_jsonb(i)::text from invitations i
      union all select to_jsonb(k)::text from idempotency_keys k`
    expect(JSON.stringify(dump)).not.toContain(token)
    const hash = createHash('sha256').update(token).digest()
    expect(await portal.sql`select from password_resets where token_hash = ${hash}`).toHaveLength(1)
  })

  test('is refused with a sentence without a mail server or without PUBLIC_URL', async () => {
    for (const given of [{}, { SMTP_URL: 'smtp://127.0.0.1:1' }, { PUBLIC_URL: publicUrl }] as Record<string, string>[]) {
      const own = await startPortal({ environment: given })
      const caller = await own.as(await own.make.admin())
      const { id } = await own.make.staff()
      const reply = await caller('POST', '/users/invitations', { user_ids: [id] })
      expect([reply.statusCode, reply.json().message]).toEqual([409, en.invitations.off])
      expect(await own.sql`select from invitations`).toEqual([])
      await own.stop()
    }
  })
})

describe('the link of an invitation', () => {
  test('works on its last day, when the link of a forgotten password is long void', async () => {
    const token = await tokenFor(member)
    await portal.sql`update password_resets set created_at = now() - interval '6 days 23 hours'`
    await passwordLinks(portal.database).forgetExpired()
    expect((await reset(token)).statusCode).toBe(200)
  })

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['is used', (token) => reset(token)],
    ['is older than a week', () => portal.sql`update password_resets set created_at = now() - interval '7 days 1 second'`],
    [
      'is followed by a new initial password',
      () => admin('POST', '/imports/users/initial-passwords', { user_ids: [member.id], replace: true }),
    ],
    [
      'is followed by a password that the member set',
      () => portal.sql`update users set password_hash = password_hash || 'x' where id = ${member.id}`,
    ],
    ['went to a former address', () => portal.sql`update users set email = 'other@test.example' where id = ${member.id}`],
    ['is of a removed user', () => portal.sql`update users set removed_at = now() where id = ${member.id}`],
  ])('that %s does not work', async (_, happens) => {
    const token = await tokenFor(member)
    await happens(token)
    const reply = await reset(token)
    expect([reply.statusCode, reply.json().message]).toEqual([400, en.forgottenPassword.linkInvalid])
  })
})

describe('an address that is refused', () => {
  test('is shown in Users with what the mail server said, and tried once more when the user is invited again', async () => {
    mailServer.refuseAddresses(() => 550)
    await invite([member])
    await mail.sendDue()
    expect(await listed(member)).toMatchObject({ invitation: 'failed', invitation_failure: '550 Not now' })
    const before = mailServer.tried.length
    await anHourLater()
    mailServer.refuseAddresses(() => undefined)
    await invite([member])
    await mail.sendDue()
    expect(mailServer.tried).toHaveLength(before + 1)
    expect(await listed(member)).toMatchObject({ invitation: 'sent', invitation_failure: null })
  })

  test('a link that the mail server quotes in its refusal is neither stored nor logged', async () => {
    const logged: string[] = []
    const output = new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk))
        done()
      },
    })
    let token = ''
    mailServer.refuseContent((source) => {
      token = linkIn(source.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      return `Spam: ${publicUrl}/reset-password#${token}`
    })
    await invite([member])
    const sender = mailOf({}, pino(output))
    await sender.sendDue()
    sender.stop()
    mailServer.refuseContent(() => undefined)
    expect(token).not.toBe('')
    expect(logged.join('')).toContain('Spam')
    expect(logged.join('')).not.toContain(token)
    expect(await listed(member)).toMatchObject({ invitation: 'failed', invitation_failure: '554 Spam: …' })
  })
})
