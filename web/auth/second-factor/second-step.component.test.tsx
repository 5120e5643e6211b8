import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { testPassword } from '../../../testing/factories.ts'
import { router } from '../../router.tsx'

const portal = await startPortal({ REQUIRE_SECOND_FACTOR: 'admins' })

const code = () => page.getByLabelText('Code')
const username = () => page.getByLabelText('Username')
const expectNoSideways = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

async function logIn(person: { username: string }) {
  await username().fill(person.username)
  await page.getByLabelText('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function makeWithApp() {
  const person = await portal.make.staff()
  await portal.sql`insert into authenticators (user_id, secret, confirmed_at)
    values (${person.id}, decode(repeat('07', 20), 'hex'), now())`
  return person
}

test('a wrong code is reported at its field; the way back leads to the password', async () => {
  const person = await makeWithApp()
  await portal.open('/', null)
  await logIn(person)
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect.element(code()).toHaveFocus()
  await userEvent.keyboard('000000{Enter}')
  await expect.element(code()).toHaveAccessibleDescription(expect.stringContaining('That code is incorrect'))
  await expect.element(code()).toHaveFocus()
  await page.getByRole('button', { name: 'Back to password' }).click()
  await expect.element(username()).toHaveFocus()
})

test('five wrong codes lead back to the password, with the reason', async () => {
  const person = await makeWithApp()
  await portal.open('/', null)
  await logIn(person)
  let replies = 0
  intercept('POST', '/auth/second-factor', async (_, pass) => {
    const reply = await pass()
    replies += 1
    return reply
  })
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    await code().fill('000000')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => replies, { timeout: 10_000 }).toBe(wrong)
    if (wrong < 5) await expect.element(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  }
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Too many wrong attempts\. Enter your password again\.$/)
  await expect.element(username()).toHaveFocus()
})

test('on a phone, an administrator sets up a required app before the first page, and cannot turn it off', async () => {
  const admin = await portal.make.admin()
  await portal.open('/', null, { width: 390, height: 844 })
  await logIn(admin)
  await expect.element(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect.element(page.getByRole('definition')).toBeVisible()
  const secret = page.getByRole('definition').element().textContent.replaceAll(' ', '')
  await page.getByLabelText('Current code from the app').fill(new TOTP({ secret }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expectNoSideways()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  expect(location.pathname).toBe('/admin-dashboard')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign-in security' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign-in security' })
  await expect.element(dialog.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  expectNoSideways()
  const turnOff = dialog.getByRole('button', { name: 'Turn off the app' })
  await turnOff.click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await turnOff.click()
  await dialog.getByLabelText('Current password').fill(testPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('you cannot remove the last one')
})

test('an initial password is replaced before the required factor is set up', async () => {
  const admin = await portal.make.admin()
  await portal.sql`update users set password_is_initial = true where id = ${admin.id}`
  await portal.open('/', null, { width: 390, height: 844 })
  await logIn(admin)
  const field = (label: string) => page.getByLabelText(label, { exact: true })
  await expect.element(page.getByText(/^Another person may know your initial password\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set up an authenticator app' })).not.toBeInTheDocument()
  await expect.element(field('New password')).toHaveFocus()
  expectNoSideways()
  await field('New password').fill('chosen by its owner')
  await field('Repeat new password').fill('something else')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Repeat new password')).toHaveAccessibleDescription(expect.stringContaining('do not match'))
  await field('Repeat new password').fill('chosen by its owner')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect.element(page.getByRole('definition')).toBeVisible()
  const secret = page.getByRole('definition').element().textContent.replaceAll(' ', '')
  await page.getByLabelText('Current code from the app').fill(new TOTP({ secret }).generate())
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect.poll(() => location.pathname).toBe('/admin-dashboard')
})

test('who comes back from the provider takes the step that is missing, and gets where they wanted to go', async () => {
  const person = await makeWithApp()
  await portal.open('/', null)
  // The browser has a pending sign-in, as after the provider.
  await logIn(person)
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await portal.sql`update pending_sign_ins set return_to = '/staff-dashboard?tab=your-activity' where user_id = ${person.id}`
  await page.getByRole('button', { name: 'Back to password' }).click()
  await router.navigate({ href: '/?sso=second-step' })
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect.poll(() => location.search).toBe('')
  const secret = Secret.fromHex('07'.repeat(20))
  await code().fill(new TOTP({ secret }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your Activity')
})

test('after the setting was turned on, the open page of an administrator asks to sign in again, and says why', async () => {
  const admin = await portal.make.admin()
  await portal.sql`insert into authenticators (user_id, secret, confirmed_at)
    values (${admin.id}, decode(repeat('07', 20), 'hex'), now())`
  await portal.open('/', null)
  await logIn(admin)
  const secret = Secret.fromHex('07'.repeat(20))
  await code().fill(new TOTP({ secret }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Departments' })).toBeVisible()
  await portal.sql`update sessions set second_factor = false where user_id = ${admin.id}`
  await router.navigate({ href: '/admin-dashboard?tab=departments' })
  await expect.element(username()).toBeVisible()
  await expect.element(page.getByText('Administrators now sign in with a second factor. Please login again.')).toBeVisible()
})
