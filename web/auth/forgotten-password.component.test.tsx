import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({
  PUBLIC_URL: location.origin,
  SMTP_URL: 'smtp://127.0.0.1:9',
  DIGEST: 'off',
  CONTACT: 'Help desk, room 12',
})
const newPassword = 'quiet lamp of the harbour'

const account = () => page.getByLabelText('Username or email address')
const field = (label: string) => page.getByLabelText(label, { exact: true })
const expectNoSideways = () => expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)

let made = 0
/** The address of a link, as it stands in an e-mail. */
async function makeLink({ id }: { id: number }) {
  made += 1
  const token = String(made).padStart(43, 'A')
  await portal.sql`insert into password_resets (token_hash, user_id) values (sha256(convert_to(${token}, 'UTF8')), ${id})`
  return `/reset-password#${token}`
}

test('the login page leads to the form, which reports an empty account at its field', async () => {
  await portal.open('/', null)
  await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password')
  await portal.open('/forgot-password', null)
  await expect.element(account()).toBeVisible()
  expect(document.title).toContain('Forgot your password?')
  await account().click()
  await userEvent.keyboard('{Enter}')
  await expect.element(account()).toHaveAccessibleDescription('Enter your username or email address.')
  await expect.element(account()).toHaveFocus()
})

test('an account that exists and one that does not get the same page, with the contact', async () => {
  const { email } = await portal.make.staff()
  const texts: string[] = []
  for (const typed of ['nobody at all', email]) {
    await portal.open('/forgot-password', null)
    await account().fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Check your email' })).toHaveFocus()
    await expect.element(page.getByText('If this account exists and has an email address')).toBeVisible()
    await expect.element(page.getByText('Help desk, room 12')).toBeVisible()
    texts.push(page.getByRole('main').element().textContent)
    // The form is empty again only on another visit.
    await portal.open('/', null)
    await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()
  }
  expect(texts[1]).toBe(texts[0])
})

test('a new password that differs, or is too common, is reported at its field; a good one leads to the login page', async () => {
  await portal.open(await makeLink(await portal.make.staff()), null)
  await field('New password').fill('password123')
  await field('Repeat new password').fill('password124')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Repeat new password')).toHaveAccessibleDescription(expect.stringContaining('do not match'))
  await field('Repeat new password').fill('password123')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('New password')).toHaveAccessibleDescription(expect.stringContaining('too common'))
  await expect.element(field('New password')).toHaveFocus()
  await field('New password').fill(newPassword)
  await field('Repeat new password').fill(newPassword)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(location.pathname).toBe('/')
  await expect.element(page.getByText('Your password was changed. Sign in with the new one.').first()).toBeVisible()
})

test('a used, cut off or empty link says so, with the way to a new one', async () => {
  const askAgain = page.getByRole('link', { name: 'Ask for a new link' })
  const link = await makeLink(await portal.make.staff())
  await portal.open(link, null)
  await expect.element(field('New password')).toBeVisible()
  await portal.sql`delete from password_resets`
  await field('New password').fill('another good password')
  await field('Repeat new password').fill('another good password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This link no longer works.')
  await expect.element(askAgain).toHaveAttribute('href', '/forgot-password')
  for (const address of [link.slice(0, -3), '/reset-password']) {
    await portal.open('/', null)
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await portal.open(address, null)
    await expect.element(page.getByRole('alert')).toHaveTextContent('This link no longer works.')
    await expect.element(askAgain).toHaveAttribute('href', '/forgot-password')
  }
})

test('on a phone, in Arabic, the pages fit', async () => {
  const say = speaker('ar', ar)
  const words = messages.forgottenPassword
  const phone = { language: 'ar', width: 390, height: 844 } as const
  const person = await portal.make.staff()
  await portal.open('/', null, phone)
  await expect.element(page.getByRole('link', { name: say(words.question) })).toBeVisible()
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  expectNoSideways()
  await portal.open('/forgot-password', null, phone)
  await page.getByLabelText(say(words.account)).fill(person.username)
  expectNoSideways()
  await page.getByRole('button', { name: say(words.send) }).click()
  await expect.element(page.getByText(say(words.sent))).toBeVisible()
  expectNoSideways()

  await portal.open(await makeLink(person), null, phone)
  await field(say(messages.password.new)).fill(newPassword)
  await field(say(messages.password.repeat)).fill(newPassword)
  expectNoSideways()
  await page.getByRole('button', { name: say(words.save) }).click()
  await expect.element(page.getByText(say(words.changed)).first()).toBeVisible()
})
