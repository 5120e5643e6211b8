import type { Page } from '@playwright/test'
import { messages } from '../contract/languages/catalogue.ts'
import { freePort } from '../scripts/free-port.mjs'
import { sayIn } from '../server/http/language.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { test as base, expect, type Portal, startPortal } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, password } from './steps.ts'

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
      const portal = await startPortal('forgotten-password', {
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mailServer.url,
        // On a Monday its e-mails would be among those that are counted here.
        DIGEST: 'off',
        CONTACT: 'Help desk, room 12',
      })
      await use(async () => portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

const newPassword = 'quiet lamp of the harbour'

/** The last e-mail to that person. */
async function mailTo({ received }: MailServer, { username }: Person, count = 1): Promise<string> {
  const own = () => received.filter(({ to }) => to.includes(`${username}@test.example`))
  await expect.poll(() => own().length).toBe(count)
  return own().at(-1)?.text ?? ''
}

function linkIn(text: string): string {
  return /^http\S+\/reset-password#\S+$/m.exec(text)?.[0] ?? ''
}

async function logIn(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Nothing sticks out to the side. */
async function expectNoSideways(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

test('a member who forgot the password gets a link and chooses a new one, by keyboard', async ({ page, portal, mailServer }) => {
  const person = await addPerson(portal, 'staff')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url(), JSON.stringify(request.headers())))
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/forgot-password')
  await expect(page).toHaveTitle(/Forgot your password\?/)
  await expectNoAxeViolations(page)

  const account = page.getByLabel('Username or e-mail address')
  await account.press('Enter')
  await expect(account).toHaveAccessibleDescription('Enter your username or your e-mail address.')
  await expect(account).toBeFocused()
  await page.keyboard.type(person.username)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your e-mail' })).toBeFocused()
  await expect(page.getByText('If this account exists and has an e-mail address')).toBeVisible()
  await expect(page.getByText('Help desk, room 12')).toBeVisible()
  await expectNoAxeViolations(page)

  const link = linkIn(await mailTo(mailServer, person))
  expect(link).toContain(`${portal.url}/reset-password#`)
  await page.goto(link)
  const chosen = page.getByLabel('New password', { exact: true })
  const repeated = page.getByLabel('Repeat new password')
  await chosen.fill('password123')
  await repeated.fill('password124')
  await repeated.press('Enter')
  await expect(repeated).toHaveAccessibleDescription(/not the same/)
  await repeated.fill('password123')
  await repeated.press('Enter')
  await expect(chosen).toHaveAccessibleDescription(/one of the most common ones/)
  await expect(chosen).toBeFocused()
  await expectNoAxeViolations(page)
  // The link survives a reload.
  await page.reload()
  await chosen.fill(newPassword)
  await repeated.fill(newPassword)
  await repeated.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your password was changed. Sign in with the new one.').first()).toBeVisible()
  await logIn(page, person.username, newPassword)
  await expect(page).toHaveURL('/staff-dashboard')
  expect(await mailTo(mailServer, person, 2)).toContain('Help desk, room 12')
  const token = new URL(link).hash.slice(1)
  expect(urls.filter((url) => url.includes(token))).toEqual([])
})

test('an account that does not exist gets the same page, and no e-mail', async ({ page, portal, mailServer }) => {
  const person = await addPerson(portal, 'staff')
  const texts: string[] = []
  for (const account of ['nobody at all', `${person.username}@test.example`]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Username or e-mail address').fill(account)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Look into your e-mail' })).toBeVisible()
    texts.push(await page.getByRole('main').innerText())
  }
  expect(texts[1]).toBe(texts[0])
  const before = mailServer.received.length
  await mailTo(mailServer, person)
  expect(mailServer.received.length - before).toBeLessThanOrEqual(1)
})

test('a used, cut off or empty link says so, with the way to a new one', async ({ page, portal, mailServer, request }) => {
  const person = await addPerson(portal, 'staff')
  await request.post('/auth/forgot-password', { data: { account: person.username } })
  const link = linkIn(await mailTo(mailServer, person))
  const data = { token: new URL(link).hash.slice(1), new_password: newPassword }
  await page.goto(link)
  expect((await request.post('/auth/reset-password', { data })).status()).toBe(200)
  await page.getByLabel('New password', { exact: true }).fill('another good password')
  await page.getByLabel('Repeat new password').fill('another good password')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link does not work.')
  await expectNoAxeViolations(page)
  for (const address of [link.slice(0, -3), '/reset-password']) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('This link does not work.')
  }
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the pages and the e-mails are in the language of the member', async ({ page, portal, mailServer, context }) => {
    const say = sayIn('ar')
    const texts = messages.forgottenPassword
    const person = await addPerson(portal, 'staff')
    await portal.sql`insert into user_preferences (user_id, language) values (${person.id}, 'ar')`
    await context.addCookies([{ name: 'language', value: 'ar', url: portal.url }])
    await page.goto('/')
    await page.getByRole('link', { name: say(texts.question) }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectNoSideways(page)
    await page.getByLabel(say(texts.account)).fill(person.username)
    await page.getByRole('button', { name: say(texts.send) }).click()
    await expect(page.getByText(say(texts.sent))).toBeVisible()
    await expectNoSideways(page)
    await expectNoAxeViolations(page)

    const text = await mailTo(mailServer, person)
    expect(text).toContain(say(messages.passwordMail.linkValid))
    await page.goto(linkIn(text.replaceAll('\r', '')))
    await page.getByLabel(say(messages.password.new), { exact: true }).fill(newPassword)
    await page.getByLabel(say(messages.password.repeat)).fill(newPassword)
    await expectNoSideways(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: say(texts.save) }).click()
    await expect(page.getByText(say(texts.changed)).first()).toBeVisible()
    expect(await mailTo(mailServer, person, 2)).toContain(
      say(messages.passwordMail.helpContact({ contact: 'Help desk, room 12' })),
    )
  })

  test('the screen for an own password fits', async ({ page, portal, context }) => {
    const person = await addInitial(portal)
    await context.addCookies([{ name: 'language', value: 'ar', url: portal.url }])
    await page.request.post('/auth/login', { data: { username: person.username, password } })
    await page.goto('/staff-dashboard')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(sayIn('ar')(messages.forgottenPassword.ownTitle))
    await expectNoSideways(page)
    await expectNoAxeViolations(page)
  })
})

async function addInitial(portal: Portal) {
  const person = await addPerson(portal, 'staff')
  await portal.sql`update users set password_is_initial = true where id = ${person.id}`
  return person
}

test('who signs in with an initial password chooses an own one first, and gets where they wanted to go', async ({
  page,
  portal,
}) => {
  const person = await addInitial(portal)
  await page.goto('/staff-dashboard?tab=your-activity')
  await logIn(page, person.username, password)
  const title = page.getByRole('heading', { name: 'Choose your own password' })
  await expect(title).toBeVisible()
  await expect(page.getByLabel('Initial password')).toBeHidden()
  await expectNoAxeViolations(page)
  const chosen = page.getByLabel('New password', { exact: true })
  const repeated = page.getByLabel('Repeat new password')
  await expect(chosen).toBeFocused()
  await chosen.fill(password)
  await repeated.fill(password)
  await repeated.press('Enter')
  await expect(chosen).toHaveAccessibleDescription(/the same as the current one/)
  await chosen.fill(newPassword)
  await repeated.fill(newPassword)
  await repeated.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
  await expect(page).toHaveURL('/staff-dashboard?tab=your-activity')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
})

test('no page opens before that, also after a reload; logging out is the way out', async ({ page, portal }) => {
  const person = await addInitial(portal)
  await page.request.post('/auth/login', { data: { username: person.username, password } })
  const title = page.getByRole('heading', { name: 'Choose your own password' })
  for (const path of ['/staff-dashboard', '/admin-dashboard', '/grade', '/statement', '/']) {
    await page.goto(path)
    await expect(title).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  // Nothing was typed in this page: the initial password is asked for.
  const initial = page.getByLabel('Initial password')
  await expect(initial).toBeFocused()
  await initial.fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(initial).toHaveAccessibleDescription(/The current password is not right/)
  await expect(initial).toBeFocused()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await logIn(page, person.username, password)
  await expect(title).toBeVisible()
})
