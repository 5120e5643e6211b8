import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { testPassword } from '../../testing/factories.ts'

const portal = await startPortal()

const heading = () => page.getByRole('heading', { level: 1 })

async function chooseLanguage({ name }: { name: string }, language: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitemradio', { name: language, exact: true }).click()
}

test('the menu changes the language at once, with the input in place, and saves it in the account', async () => {
  const say = speaker('ar', ar)
  const admin = await portal.make.admin({ name: 'Rana Wahid' })
  await portal.open('/admin-dashboard?tab=terms', admin)
  await page.getByRole('button', { name: 'Add Term' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Spring 2031')

  await chooseLanguage(admin, 'العربية')
  await expect.element(heading()).toHaveTextContent(say(messages.panels.terms))
  expect(document.documentElement).toHaveAttribute('lang', 'ar')
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  await expect.element(page.getByLabelText(say(messages.fields.name), { exact: true })).toHaveValue('Spring 2031')
  const saved = () => portal.sql`select language from user_preferences where user_id = ${admin.id}`
  await expect.poll(saved, { timeout: 10_000 }).toEqual([{ language: 'ar' }])

  await chooseLanguage(admin, 'English')
  await expect.element(heading()).toHaveTextContent(/^Terms$/)
  expect(document.documentElement).toHaveAttribute('dir', 'ltr')
})

test('if the language cannot be saved in the account, a message says so', async () => {
  const say = speaker('ckb', ckb)
  const person = await portal.make.staff({ name: 'Lana Test' })
  await portal.open('/staff-dashboard', person)
  intercept('PUT', '/auth/language', replyWith(500))
  await chooseLanguage(person, 'کوردی')
  await expect.element(page.getByText(say(messages.auth.languageNotSaved))).toBeVisible()
  expect(document.documentElement).toHaveAttribute('lang', 'ckb')
})

test('every user can change their own password; errors are at their fields', async () => {
  const person = await portal.make.staff({ name: 'Nora Test' })
  await portal.open('/staff-dashboard', person)
  await page.getByRole('button', { name: person.name }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabelText(label, { exact: true })
  const save = dialog.getByRole('button', { name: 'Change password' })
  await field('Current password').fill('not it')
  await field('New password').fill('another long sentence')
  await field('Repeat new password').fill('another long sentence')
  await save.click()
  await expect
    .element(field('Current password'))
    .toHaveAccessibleDescription(expect.stringContaining('The current password is incorrect.'))
  await expect.element(field('Current password')).toHaveFocus()
  await expect.element(field('New password')).toHaveValue('another long sentence')
  await field('Current password').fill(testPassword)
  await save.click()
  await expect.element(page.getByText('Password changed successfully')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()

  // The session continues, and the old password is no longer accepted.
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect.element(page.getByText('You have not posted anything yet')).toBeVisible()
  const logIn = (password: string) => portal.as(person)('POST', '/auth/login', { username: person.username, password })
  expect((await logIn(testPassword)).status).toBe(401)
  expect((await logIn('another long sentence')).status).toBe(200)
})
