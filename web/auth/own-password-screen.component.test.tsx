import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { testPassword } from '../../testing/factories.ts'

const portal = await startPortal()
const newPassword = 'quiet lamp of the harbour'

const field = (label: string) => page.getByLabelText(label, { exact: true })

async function makeWithInitialPassword() {
  const person = await portal.make.staff()
  await portal.sql`update users set password_is_initial = true where id = ${person.id}`
  return person
}

test('who signs in with an initial password chooses an own one first, and gets where they wanted to go', async () => {
  const { username } = await makeWithInitialPassword()
  await portal.open('/staff-dashboard?tab=your-activity', null)
  await field('Username').fill(username)
  await field('Password').fill(testPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  // The initial password was typed just now, so it is not asked for.
  await expect.element(field('Initial password')).not.toBeInTheDocument()
  await expect.element(field('New password')).toHaveFocus()
  await field('New password').fill(testPassword)
  await field('Repeat new password').fill(testPassword)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(field('New password'))
    .toHaveAccessibleDescription(expect.stringContaining('different from the current one'))
  await field('New password').fill(newPassword)
  await field('Repeat new password').fill(newPassword)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your Activity')
  expect(location.pathname + location.search).toBe('/staff-dashboard?tab=your-activity')
})

test('on a phone, in Arabic, the screen fits', async () => {
  const say = speaker('ar', ar)
  const { username } = await makeWithInitialPassword()
  await portal.open('/', null, { language: 'ar', width: 390, height: 844 })
  await field(say(messages.auth.username)).fill(username)
  await field(say(messages.fields.password)).fill(testPassword)
  await page.getByRole('button', { name: say(messages.auth.login), exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(say(messages.forgottenPassword.ownTitle))
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})
