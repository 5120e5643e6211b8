import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolationsIn, expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal({
  PUBLIC_URL: location.origin,
  SMTP_URL: 'smtp://127.0.0.1:9',
  CONTACT: 'Help desk, room 12',
  REQUIRE_SECOND_FACTOR: 'admins',
  SSO_ISSUER: 'http://localhost:9',
  SSO_CLIENT_ID: 'portal',
  SSO_CLIENT_SECRET: 'a secret of the provider',
  SSO_NAME: 'Test University',
  SSO_DOMAINS: 'test.example',
})
const admin = await portal.make.admin()
const password = 'a long test sentence'
const phone = { width: 390, height: 844 }

const alert = () => page.getByRole('alert')
const heading = (name: string) => page.getByRole('heading', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function openLogin(options: { width?: number; height?: number; language?: 'ar' } = {}, query = '') {
  await portal.open(`/${query}`, null, options)
  await expect.element(page.getByRole('textbox').first()).toHaveValue('')
}

async function logIn(username: string, secret: string) {
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(secret)
  await button('Login').click()
}

test('the login page, with a refusal of the provider', async () => {
  await openLogin({}, '?sso=notMember')
  await expect.element(alert()).toHaveTextContent('does not belong to anyone in the portal')
  await expect.element(button('Sign in with a passkey')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await expectNoAxeViolations()
})

test('the login page with an error, on a phone, in Arabic', async () => {
  await openLogin({ ...phone, language: 'ar' })
  await expect.element(page.getByRole('link', { name: 'المتابعة باستخدام' })).toBeVisible()
  await page.getByLabelText('اسم المستخدم').fill('nobody')
  await page.getByLabelText('كلمة المرور', { exact: true }).fill('wrong password')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert()).toBeVisible()
  await expectNoAxeViolations()
})

test('without e-mail: the login page, with missing input, and the page about a forgotten password', async () => {
  intercept('GET', '/branding', async (_, pass) => {
    const branding = await (await pass()).json()
    return Response.json({ ...branding, sso_name: '', contact: '', forgotten_password: 'ask' })
  })
  await openLogin()
  await button('Login').click()
  await expect.element(alert()).toBeVisible()
  await expect.element(page.getByText('Ask the portal team for a new one')).toBeVisible()
  await expectNoAxeViolations()
  await portal.open('/forgot-password', null)
  await expect.element(page.getByText('Ask the portal team for a new password')).toBeVisible()
  await expectNoAxeViolations()
})

test('an address that does not exist, from right to left', async () => {
  await portal.open('/no-such-page', null, { language: 'ar' })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoAxeViolations()
})

test('a forgotten password: the form with its error, and what was sent', async () => {
  await portal.open('/forgot-password', null)
  const account = page.getByLabelText('Username or email address')
  await account.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(account).toHaveAccessibleDescription('Enter your username or email address.')
  await expectNoAxeViolations()
  await account.fill('nobody')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Check your email')).toBeVisible()
  await expectNoAxeViolations()
})

test('a new password with an error on a phone, in Arabic, and a link that does not work', async () => {
  await portal.open(`/reset-password#${'A'.repeat(43)}`, null, { ...phone, language: 'ar' })
  const [chosen, repeated] = [
    page.getByLabelText('كلمة المرور الجديدة', { exact: true }),
    page.getByLabelText('تكرار كلمة المرور الجديدة'),
  ]
  await chosen.fill('quiet lamp of the harbour')
  await repeated.fill('quiet lamp')
  await userEvent.keyboard('{Enter}')
  await expect.element(repeated).toHaveAccessibleDescription()
  await expectNoAxeViolations()
  await portal.open('/reset-password', null)
  await expect.element(alert()).toHaveTextContent('This link no longer works.')
  await expectNoAxeViolations()
})

test('an own password in place of the initial one, with errors', async () => {
  const member = await portal.make.staff()
  await portal.sql`update users set password_is_initial = true where id = ${member.id}`
  await openLogin()
  await logIn(member.username, password)
  await expect.element(heading('Choose your own password')).toBeVisible()
  const repeated = page.getByLabelText('Repeat new password')
  await page.getByLabelText('New password', { exact: true }).fill('short')
  await repeated.fill('shorter')
  await userEvent.keyboard('{Enter}')
  await expect.element(repeated).toHaveAccessibleDescription()
  await expectNoAxeViolations()
})

test('a required second factor on a phone: the choice, and the recovery codes', async () => {
  await openLogin(phone)
  await logIn(admin.username, password)
  await expect.element(heading('Set up a second factor')).toBeVisible()
  await expectNoAxeViolations()
  await button('Set up an authenticator app').click()
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = page.getByRole('definition').element().textContent ?? ''
  await page.getByLabelText('Current code from the app').fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Your recovery codes')).toHaveFocus()
  await expectNoAxeViolations()
})

test('the second step, with its error', async () => {
  await openLogin()
  await logIn(admin.username, password)
  await expect.element(heading('One more step')).toBeVisible()
  await page.getByLabelText('Code', { exact: true }).fill('12')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveAccessibleDescription(/6-digit code from your app/)
  await expectNoAxeViolations()
})

/** Expects no problems on a page that needs no script, with the style sheet of this file's portal. */
async function expectNoViolationsAt(path: string, title: string) {
  const html = await (await fetch(`/portal-api${path}`)).text()
  expect(html).toContain(`<h1`)
  expect(html).toContain(title)
  expect(await axeViolationsIn(html.replaceAll(/(href|src)="\//g, '$1="/portal-api/'))).toEqual({ light: [], dark: [] })
}

test('the public page that checks statements and archives: its forms, and unknown ones', async () => {
  await portal.open('/', null)
  await expectNoViolationsAt('/check', 'Archive ZIP file')
  await expectNoViolationsAt('/check/AAAA-BBBB-CCCC-DDDD', 'Statement not found')
  await expectNoViolationsAt(`/check/archives/${'0'.repeat(64)}`, 'Archive not found')
})

test('the public page about a genuine statement, and about one that was superseded, on a phone', async () => {
  const member = await portal.make.staff({ name: 'Dr. Layla Hassan' })
  await portal.open('/', null)
  expect((await portal.as(member)('GET', `/statements/pdf?user_id=${member.id}`)).status).toBe(200)
  const [issued] = await portal.sql<{ code: string }>`select code from statements`
  await expectNoViolationsAt(`/check/${issued?.code}`, 'It is still up to date')
  await portal.sql`insert into term_scores (user_id, term_id, tp) select ${member.id}, id, 4.5 from terms where is_current`
  await portal.open('/', null, { ...phone, language: 'ar' })
  await expectNoViolationsAt(`/check/${issued?.code}`, 'Layla')
})

test('the public page that switches the weekly e-mail off: its question, its answer, and a link that does not work', async () => {
  const reader = await portal.make.admin()
  await portal.sql`insert into digests (user_id, week, token_hash) values (${reader.id}, date_trunc('week', current_date), sha256('a token'))`
  await portal.open('/', null)
  await expectNoViolationsAt('/digest/off?token=a%20token', 'Turn off the weekly email?')
  await portal.sql`insert into user_preferences (user_id, weekly_digest) values (${reader.id}, false)`
  await expectNoViolationsAt('/digest/off?token=a%20token', 'The weekly email is turned off')
  await expectNoViolationsAt('/digest/off?token=another', 'link')
})
