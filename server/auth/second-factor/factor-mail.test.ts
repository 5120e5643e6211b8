import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '../../../contract/languages/catalogue.ts'
import { type Portal, startPortal } from '../../../testing/portal.ts'
import { sayIn } from '../../http/language.ts'
import { createLogger } from '../../process/logging.ts'
import { readSettings } from '../../settings.ts'
import { noteChange } from './factor-mail.queries.ts'
import { factorMail } from './factor-mail.ts'

const { mail: sentences } = messages.signInSecurity

const received: { to: string[]; text: string }[] = []
let refuse = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refuse ? new Error('Not now') : null),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
      done()
    })
  },
})

let portal: Portal
let mail: NonNullable<ReturnType<typeof factorMail>>
beforeAll(async () => {
  portal = await startPortal()
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const made = factorMail(portal.database, readSettings({ SMTP_URL: `smtp://127.0.0.1:${port}` }), createLogger('silent'))
  if (!made) throw new Error('no mail')
  mail = made
})
afterAll(async () => {
  mail.stop()
  await new Promise<void>((done) => server.close(done))
  await portal.stop()
})
beforeEach(() => {
  received.length = 0
  refuse = false
})

/** The body of a message, decoded. */
function bodyOf(text: string): string {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  if (/base64/i.test(text)) return Buffer.from(body, 'base64').toString()
  return body.replaceAll('=\r\n', '').replace(/(=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
}

test('every change is sent once, in the language of the member, also by two servers at the same time', async () => {
  const [inEnglish, inArabic] = [await portal.make.staff(), await portal.make.staff()]
  await portal.sql`insert into user_preferences (user_id, language) values (${inArabic.id}, 'ar')`
  await noteChange(portal.sql, inEnglish.id, 'passkey added', 'Laptop')
  await noteChange(portal.sql, inArabic.id, 'code used')
  await Promise.all([mail.sendDue(), mail.sendDue()])
  await mail.sendDue()
  expect(received.map(({ to }) => to).toSorted()).toEqual([[inEnglish.email], [inArabic.email]].toSorted())
  const bodyTo = ({ email }: { email: string }) => bodyOf(received.find(({ to }) => to.includes(email))?.text ?? '')
  expect(bodyTo(inEnglish)).toContain('The passkey Laptop was added to your account.')
  expect(bodyTo(inEnglish)).toContain(sayIn('en')(sentences.notYou))
  expect(bodyTo(inArabic)).toContain(sayIn('ar')(sentences.codeUsed))
  expect(await portal.sql`select from second_factor_mails`).toEqual([])
})

test('what the mail server refuses is tried again later', async () => {
  const { id } = await portal.make.staff()
  await noteChange(portal.sql, id, 'app removed')
  refuse = true
  await mail.sendDue()
  refuse = false
  await mail.sendDue()
  expect(received).toEqual([])
  await portal.sql`update second_factor_mails set taken_at = now() - interval '11 minutes'`
  await mail.sendDue()
  expect(received).toHaveLength(1)
})

test('there is none without a mail server', () => {
  expect(factorMail(portal.database, readSettings({}), createLogger('silent'))).toBeUndefined()
})
