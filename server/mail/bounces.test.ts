import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bounceDays } from '../../contract/limits.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { messageMail } from '../messages/message-mail.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { bounceIds } from './bounces.queries.ts'
import { readReport } from './bounces.ts'

const logger = createLogger('silent')
let portal: Portal
let server: Awaited<ReturnType<typeof startMailServer>>
let admin: Caller
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  portal = await startPortal({ environment: { SMTP_URL: server.url, PUBLIC_URL: 'https://portal.test.example' } })
  await portal.make.term('Autumn', '2026-09-01', '2027-01-31')
  server.received.length = 0
  admin = await portal.as(await portal.make.admin())
  await portal.sql`insert into first_sign_ins (user_id) select id from users on conflict do nothing`
  return () => portal.stop()
})

const report = (
  action: string,
  status = '5.1.1',
  said = 'smtp; 550 5.1.1 <ann@test.example>:\r\n    No such user https://mail.example/x',
) =>
  [
    'From: MAILER-DAEMON@mail.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; ann@test.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${said}`,
    '--b--',
  ].join('\r\n')

/** Sends a message by e-mail, and returns the id in its envelope. */
async function send(environment: Record<string, string> = { MAIL_BOUNCES: 'bounces@portal.test.example' }) {
  const settings = readSettings({ SMTP_URL: server.url, PUBLIC_URL: 'https://portal.test.example', ...environment })
  const sent = await admin('POST', '/messages', {
    kind: 'announcement',
    whom: { who: 'all' },
    subject: 'The library is closed',
    text: 'On Monday.',
  })
  expect(sent.statusCode, sent.body).toBe(201)
  const mail = messageMail(portal.database, settings, logger)
  await mail?.sendDue()
  await mail?.stop()
  const [from = ''] = server.received.map(({ from: address }) => address)
  return { messageId: sent.json().sent.id as number, from, id: /\+(\w+)@/.exec(from)?.[1] ?? '' }
}
const handIn = async (id: string, text: string) => {
  const headers = { 'content-type': 'message/rfc822' }
  const reply = await portal.app.inject({ method: 'POST', url: `/mail/bounces/${id}`, headers, payload: text })
  return reply.statusCode === 200 ? reply.json().noted : reply.statusCode
}
const emailOf = async (messageId: number) => (await admin('GET', `/messages/${messageId}`)).json().recipients[0]
const refusedMails = async () => (await admin('GET', '/inbox')).json().mails

test('an e-mail that comes back is not delivered in the log, and its address waits for the office, once', async () => {
  const member = await portal.make.staff({ email: 'ann@test.example' })
  const { messageId, from, id } = await send()
  expect(from).toMatch(/^bounces\+[0-9a-f]{32}@portal\.test\.example$/)
  expect(await emailOf(messageId)).toMatchObject({ email: 'sent' })
  // Neither a delay nor an automatic reply says that it was not delivered.
  expect(await handIn(id, report('delayed', '4.4.1'))).toBe(false)
  expect(await handIn(id, 'Subject: Out of office\r\n\r\nAction: failed')).toBe(false)
  expect(await emailOf(messageId)).toMatchObject({ email: 'sent' })
  // A mail server may write the address in capitals.
  expect(await Promise.all([handIn(id.toUpperCase(), report('failed')), handIn(id, report('failed'))])).toEqual(
    expect.arrayContaining([true, false]),
  )
  const reason = '550 5.1.1 <ann@test.example>: No such user …'
  expect(await emailOf(messageId)).toMatchObject({ id: member.id, email: 'failed', reason })
  expect(await refusedMails()).toMatchObject({ count: 1, lines: [{ id: member.id, email: 'ann@test.example', reason }] })
  // What the office has put right does not come back with the same report.
  await portal.sql`delete from mail_failures`
  expect(await handIn(id, report('failed'))).toBe(false)
  expect(await refusedMails()).toMatchObject({ count: 0 })
})

test('a mailbox that is full for days fails the message and not the address; a former address says nothing of the new one', async () => {
  const member = await portal.make.staff({ email: 'ann@test.example' })
  const { messageId, id } = await send()
  expect(await handIn(id, report('failed', '4.2.2', 'smtp; 452 Mailbox full'))).toBe(true)
  expect(await emailOf(messageId)).toMatchObject({ email: 'failed', reason: '452 Mailbox full' })
  expect(await refusedMails()).toMatchObject({ count: 0 })
  server.received.length = 0
  await portal.sql`delete from messages`
  const again = await send()
  await portal.sql`update users set email = 'new@test.example' where id = ${member.id}`
  expect(await handIn(again.id, report('failed'))).toBe(true)
  expect(await refusedMails()).toMatchObject({ count: 0 })
})

test('only an id of an e-mail that was sent within a month is taken, and only as long a report as mail servers write', async () => {
  await portal.make.staff({ email: 'ann@test.example' })
  const { id } = await send()
  expect(await handIn('f'.repeat(32), report('failed'))).toBe(404)
  expect(await handIn(id, report('failed') + 'x'.repeat(300_000))).toBe(413)
  const json = await portal.app.inject({ method: 'POST', url: `/mail/bounces/${id}`, payload: { action: 'failed' } })
  expect(json.json()).toEqual({ noted: false })
  await portal.sql`update mail_bounce_ids set sent_at = now() - make_interval(days => ${bounceDays + 1})`
  await bounceIds(portal.database).forgetOld()
  expect(await handIn(id, report('failed'))).toBe(404)
})

test('without the setting e-mails come back to the sender, and nothing is stored', async () => {
  await portal.make.staff({ email: 'ann@test.example' })
  const { from } = await send({})
  expect(from).toBe('portal@portal.test.example')
  expect(await portal.sql`select from mail_bounce_ids`).toHaveLength(0)
})

test('the reason is what the mail server said, or the status', () => {
  expect(readReport(report('failed', '5.7.1', 'X-Spam; denied'))).toEqual({ isPermanent: true, reason: 'denied' })
  expect(readReport(report('failed', '5.0.0', ''))).toEqual({ isPermanent: true, reason: '5.0.0' })
  // PostgreSQL stores no null character.
  expect(readReport(report('failed', '5.7.1', 'smtp; not\0 \u0007known'))?.reason).toBe('not known')
  expect(readReport(report('relayed'))).toBeUndefined()
})

test.each(['bounces', 'bounces+x@portal.example.edu', 'a b@portal.example.edu'])('%s is no address for bounces', (address) => {
  expect(() => readSettings({ MAIL_BOUNCES: address })).toThrow(/^MAIL_BOUNCES must be an address/)
})
