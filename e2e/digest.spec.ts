import { freePort } from '../scripts/free-port.mjs'
import { digestMail } from '../server/digest/digest-mail.ts'
import { createLogger } from '../server/process/logging.ts'
import { readSettings } from '../server/settings.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { test as base, expect, type Portal, startPortal } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A portal that sends e-mails to a mail server on loopback. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const server = await startMailServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  portalOf: [
    async ({ mailServer }, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const portal = await startPortal({ PORT: String(port), PUBLIC_URL: url, SMTP_URL: mailServer.url })
      await use(async () => portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

/** Sends the digests of the Monday after next, which the portal does not send by itself meanwhile. */
async function sendDigests(portal: Portal, mailServer: MailServer) {
  const settings = readSettings({ SMTP_URL: mailServer.url, PUBLIC_URL: portal.url })
  const [{ monday }] = await portal.sql<[{ monday: Date }]>`
    select (date_trunc('week', now() at time zone 'UTC') + interval '14 days 7 hours') at time zone 'UTC' as monday`
  const mail = digestMail(portal.sql, settings, createLogger('silent'), () => monday)
  await mail?.sendDue()
  await mail?.stop()
}

test('the link of the e-mail switches it off with one button, and the menu switches it on again', async ({
  page,
  portal,
  mailServer,
}) => {
  await addPerson(portal, 'staff')
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await sendDigests(portal, mailServer)
  const mail = mailServer.received.find(({ to }) => to.includes(`${admin.username}@test.example`))
  await page.goto(/^http\S+\/digest\/off\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Turn off the weekly email?')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(heading).toHaveText('The weekly email is turned off')
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()

  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=audit&subject=user')
  await expect(page.getByText('Weekly email for Rana Wahid turned off using the link in it')).toBeVisible()
  await page.getByRole('button', { name: 'Rana Wahid' }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Weekly email' })
  await expect(item).not.toBeChecked()
  await item.press('Enter')
  await expect(item).toBeChecked()
})
