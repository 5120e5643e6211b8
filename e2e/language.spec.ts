import type { Page } from '@playwright/test'
import { ar } from '../contract/languages/ar.ts'
import { type Message, messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { expect, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, password, signIn } from './steps.ts'

const inArabic = speaker('ar', ar)
const inKurdish = speaker('ckb', ckb)

const languageButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function logIn(page: Page, { username }: Person, say: (message: Message) => string) {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: say(messages.auth.login), exact: true }).click()
}

async function expectLanguage(page: Page, lang: string, dir: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.locator('html')).toHaveAttribute('dir', dir)
}

async function choose(page: Page, name: string) {
  await page.locator('button[aria-haspopup=menu]', { hasText: 'Dr. Sara Aziz' }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

test('the login page changes its language at once, with the input and the error in place, and stays in it', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')

  await languageButton(page, 'العربية').click()
  await expectLanguage(page, 'ar', 'rtl')
  await expect(languageButton(page, 'العربية')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('alert')).toHaveText(inArabic(messages.auth.invalid))
  await expect(page.locator('input[name=username]')).toHaveValue('nobody')
  await expect(page.locator('input[name=password]')).toHaveValue('wrong password')
  await expectNoAxeViolations(page)

  await page.reload()
  await expectLanguage(page, 'ar', 'rtl')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(inArabic(messages.auth.signIn))
})

test('a language chosen on the login page is saved in the account, and followed in another browser', async ({
  page,
  portal,
  browser,
}) => {
  const person = await addPerson(portal, 'staff')
  await page.goto('/')
  await languageButton(page, 'کوردی').click()
  await expectLanguage(page, 'ckb', 'rtl')
  const saved = page.waitForResponse('/auth/language')
  await logIn(page, person, inKurdish)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inKurdish(messages.panels.activityList))
  expect((await saved).status()).toBe(200)

  const elsewhere = await browser.newPage()
  await elsewhere.goto('/')
  await expectLanguage(elsewhere, 'en', 'ltr')
  await logIn(elsewhere, person, (message) => (message.key === messages.auth.login.key ? 'Login' : message.key))
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(inKurdish(messages.panels.activityList))
  await expectLanguage(elsewhere, 'ckb', 'rtl')
  await elsewhere.close()
})

test('the menu under the name changes the language and saves it in the account', async ({ page, portal }) => {
  const person = await addPerson(portal, 'admin')
  await signIn(page, person)
  await page.goto('/admin-dashboard?tab=terms')
  await page.getByRole('button', { name: 'Add Term' }).click()
  await page.getByLabel('Name').fill('Spring 2031')

  await choose(page, 'العربية')
  await expectLanguage(page, 'ar', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inArabic(messages.panels.terms))
  await expect(page.getByLabel(inArabic(messages.fields.name))).toHaveValue('Spring 2031')
  await expect
    .poll(() => portal.sql`select language from user_preferences where user_id = ${person.id}`)
    .toEqual([{ language: 'ar' }])

  await choose(page, 'English')
  await expectLanguage(page, 'en', 'ltr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
})

test('if the language cannot be saved in the account, a message says so', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await page.route('/auth/language', (route) => route.abort())
  await choose(page, 'کوردی')
  await expectLanguage(page, 'ckb', 'rtl')
  await expect(page.getByText(inKurdish(messages.auth.languageNotSaved))).toBeVisible()
})
