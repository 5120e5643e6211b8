import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'
import { accountMails } from '../mail/account-mails.queries.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { accountMail } from './account-mail.ts'

// The link for a new password: forgotten-password.routes.test.ts.

let portal: Portal
let server: Awaited<ReturnType<typeof startMailServer>>
let mail: NonNullable<ReturnType<typeof accountMail>>
beforeAll(async () => {
  portal = await startPortal()
  server = await startMailServer()
  const made = accountMail(portal.database, readSettings({ SMTP_URL: server.url }), createLogger('silent'))
  if (!made) throw new Error('no mail')
  mail = made
})
afterAll(async () => {
  mail.stop()
  await server.stop()
  await portal.stop()
})
beforeEach(() => {
  server.received.length = 0
  server.refuse(false)
})

test('every change of a second factor is sent once, in the language of the member, also by two servers at the same time', async () => {
  const [inEnglish, inArabic] = [await portal.make.staff(), await portal.make.staff()]
  await portal.sql`insert into user_preferences (user_id, language) values (${inArabic.id}, 'ar')`
  await accountMails(portal.sql).add('passkey added', inEnglish.id, 'Laptop')
  await accountMails(portal.sql).add('code used', inArabic.id)
  const other = accountMail(portal.database, readSettings({ SMTP_URL: server.url }), createLogger('silent'))
  await Promise.all([mail.sendDue(), other?.sendDue()])
  other?.stop()
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([[inEnglish.email], [inArabic.email]].toSorted())
  const textTo = ({ email }: { email: string }) => server.received.find(({ to }) => to.includes(email))?.text
  const sentences = messages.signInMails
  expect(textTo(inEnglish)).toContain('The passkey Laptop was added to your account.')
  expect(textTo(inEnglish)).toContain(sayIn('en')(sentences.notYou))
  expect(textTo(inArabic)).toContain(sayIn('ar')(sentences.codeUsed))
  const [english, arabic] = [inEnglish, inArabic].map(({ email }) => server.received.find(({ to }) => to.includes(email)))
  expect(english?.text).toContain(`about your account ${inEnglish.username}. Such emails cannot be turned off.`)
  expect(english?.html).toContain('The passkey Laptop was added to your account.')
  expect(arabic?.html).toContain('<div lang="ar" dir="rtl"')
  expect(english?.source).not.toContain('List-Unsubscribe')
  expect(await portal.sql`select from account_mails`).toEqual([])
})

test('what the mail server refuses is tried again later', async () => {
  const { id } = await portal.make.staff()
  await accountMails(portal.sql).add('app removed', id)
  server.refuse(true)
  await mail.sendDue()
  server.refuse(false)
  await mail.sendDue()
  expect(server.received).toEqual([])
  await portal.sql`update account_mails set taken_at = now() - interval '3 minutes'`
  await portal.sql`update mail_failures set retry_at = now()`
  await mail.sendDue()
  expect(server.received).toHaveLength(1)
})

test('there is none without a mail server', () => {
  expect(accountMail(portal.database, readSettings({}), createLogger('silent'))).toBeUndefined()
})
