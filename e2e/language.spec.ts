import type { Page } from '@playwright/test'
import { ar } from '../contract/languages/ar.ts'
import { type Message, messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { expect, test } from './portal.ts'
import { addPerson, type Person, password, signIn } from './steps.ts'

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

test('a language chosen on the login page stays after a reload, is saved in the account, and followed in another browser', async ({
  page,
  portal,
  browser,
}) => {
  const person = await addPerson(portal, 'staff')
  await page.goto('/')
  await languageButton(page, 'کوردی').click()
  await expectLanguage(page, 'ckb', 'rtl')
  await page.reload()
  await expectLanguage(page, 'ckb', 'rtl')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(inKurdish(messages.auth.signIn))
  // Only a language that is chosen in this visit is saved.
  await languageButton(page, 'کوردی').click()
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

test('of two choices in a row the later one stays, however slowly the first one loads', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/ar-*.js', async (route) => {
    await released
    await route.continue()
  })
  await choose(page, 'العربية')
  const saved = page.waitForResponse('/auth/language')
  await choose(page, 'کوردی')
  expect((await saved).status()).toBe(200)
  const arrived = page.waitForResponse('**/assets/ar-*.js')
  release()
  await (await arrived).finished()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inKurdish(messages.panels.activityList))
  await expectLanguage(page, 'ckb', 'rtl')
  await page.reload()
  await expectLanguage(page, 'ckb', 'rtl')
  expect(await portal.sql`select language from user_preferences where user_id = ${person.id}`).toEqual([{ language: 'ckb' }])
})

test('a page whose language cannot be loaded says so, in that language, and can be reloaded', async ({
  page,
  context,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await context.addCookies([{ name: 'language', value: 'ar', url: portal.url }])
  for (const path of ['/staff-dashboard', '/grade']) {
    await page.route('**/assets/ar-*.js', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(inArabic(messages.general.notStarted))
    await page.unroute('**/assets/ar-*.js')
    await page.getByRole('link', { name: inArabic(messages.actions.tryAgain) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})
