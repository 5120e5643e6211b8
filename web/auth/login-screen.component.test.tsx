import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { testPassword } from '../../testing/factories.ts'
import { call } from '../http/api.ts'
import { clearSession } from '../session/session.ts'

const portal = await startPortal()

const alert = () => page.getByRole('alert')

async function logIn(username: string, password: string) {
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('errors are shown with the messages of the specification, and the input stays', async () => {
  const { username } = await portal.make.staff()
  await portal.open('/', null)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(alert()).toHaveTextContent(/^Username and password are required$/)

  await logIn(username, 'wrong')
  await expect.element(alert()).toHaveTextContent(/^Invalid username or password$/)
  await expect.element(page.getByLabelText('Username')).toHaveValue(username)

  intercept('POST', '/auth/login', noNetwork)
  await logIn(username, testPassword)
  await expect.element(alert()).toHaveTextContent(/^No response from server\.$/)

  intercept('POST', '/auth/login', replyWith(502, '<h1>Bad gateway</h1>'))
  await logIn(username, testPassword)
  await expect.element(alert()).toHaveTextContent(/^Invalid username or password$/)

  const unknownRole = { message: 'Login successful', user: { id: 1, role_id: 3, username: 'x', name: 'X' } }
  intercept('POST', '/auth/login', replyWith(200, unknownRole))
  await logIn(username, testPassword)
  await expect.element(alert()).toHaveTextContent(/^Invalid role type$/)
  expect(localStorage.getItem('user_id')).toBeNull()
})

test('the login page changes its language at once, with the input and the error in place', async () => {
  const say = speaker('ar', ar)
  await portal.open('/', null)
  await logIn('nobody', 'wrong password')
  await expect.element(alert()).toHaveTextContent(/^Invalid username or password$/)

  const arabic = page.getByRole('button', { name: 'العربية', exact: true })
  await arabic.click()
  await expect.element(arabic).toHaveAttribute('aria-pressed', 'true')
  await expect.element(alert()).toHaveTextContent(say(messages.auth.invalid))
  expect(document.documentElement).toHaveAttribute('lang', 'ar')
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(say(messages.auth.signIn))
  await expect.element(page.getByLabelText(say(messages.auth.username))).toHaveValue('nobody')
  await expect.element(page.getByLabelText(say(messages.fields.password), { exact: true })).toHaveValue('wrong password')
})

test('without e-mail, the login page says whom to ask for a new password', async () => {
  for (const path of ['/', '/forgot-password']) {
    await portal.open(path, null)
    await expect.element(page.getByText(/Ask the portal team for a new (one|password)/)).toBeVisible()
    expect(location.pathname).toBe(path)
    await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument()
  }
})

test('who lost their rights reads why at the login page, in their language', async () => {
  const demoted = await portal.make.admin()
  await portal.make.admin()
  for (const [language, sentence] of [
    ['en', 'Your rights changed: an administrator made you staff. Please log in again.'],
    ['ar', 'تغيّرت صلاحياتك: جعلك أحد مديري النظام تدريسيًا. يرجى تسجيل الدخول من جديد.'],
  ] as const) {
    await portal.sql`update users set role_id = 1 where id = ${demoted.id}`
    await portal.open('/admin-dashboard?tab=departments', demoted, { language })
    await portal.sql`update users set role_id = 2 where id = ${demoted.id}`
    // Any request finds that the session has ended.
    await expect(call('GET /departments')).rejects.toThrow()
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(page.getByRole('button', { name: language === 'en' ? 'Login' : 'تسجيل الدخول' })).toBeVisible()
  }
})

const stay = () => page.getByRole('checkbox', { name: 'Stay signed in on this device for 30 days' })
const staysOf = async ({ id }: { id: number }) =>
  (await portal.sql<{ stays: boolean }>`select stays from sessions where user_id = ${id}`).map(({ stays }) => stays)

test('who chooses to stay signed in on the device does, and nobody else', async () => {
  const [staying, leaving] = [await portal.make.staff(), await portal.make.staff()]
  await portal.open('/', null)
  await expect.element(stay()).not.toBeChecked()
  await logIn(leaving.username, testPassword)
  await expect.element(page.getByRole('heading', { name: 'Activity List' })).toBeVisible()
  expect(await staysOf(leaving)).toEqual([false])

  clearSession()
  await portal.open('/', null)
  await stay().click()
  // The choice stays with the form when the password was wrong.
  await logIn(staying.username, 'wrong password')
  await expect.element(alert()).toBeVisible()
  await expect.element(stay()).toBeChecked()
  await logIn(staying.username, testPassword)
  await expect.element(page.getByRole('heading', { name: 'Activity List' })).toBeVisible()
  expect(await staysOf(staying)).toEqual([true])
})

test('the choice is as large as a finger, and is not there where the settings do not offer it', async () => {
  await portal.open('/', null, { width: 390, height: 844 })
  expect(stay().element().closest('label')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  intercept('GET', '/branding', async (_, pass) => Response.json({ ...(await (await pass()).json()), stay_signed_in_days: 0 }))
  await portal.open('/', null)
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})
