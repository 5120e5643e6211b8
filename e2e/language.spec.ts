import type { Page } from '@playwright/test'
import { ar } from '../contract/languages/ar.ts'
import { type Message, messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { expect, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, password, signIn, unique, uniqueMark } from './steps.ts'

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

test('an activity is found by its Kurdish and its English name, and stands in the list in the language of the page', async ({
  page,
  portal,
}) => {
  const [english, kurdish] = [unique('Symposium'), unique('سیمپۆزیۆم')]
  await portal.sql`insert into activities (name, name_ckb, description, description_ckb, type, score)
    values (${english}, ${kurdish}, 'A day of talks', 'ڕۆژێکی وتار', 'Elective', 3.5)`
  const person = await addPerson(portal, 'staff')
  await portal.sql`insert into user_preferences (user_id, language) values (${person.id}, 'ckb')`
  await signIn(page, person)

  await page.goto('/staff-dashboard')
  const row = page.getByRole('row', { name: kurdish })
  for (const wanted of [kurdish, english, 'A day of talks', 'ڕۆژێکی وتار']) {
    await page.getByRole('searchbox').fill(wanted)
    await expect(row).toBeVisible()
    await expect(row).toContainText('ڕۆژێکی وتار')
  }
  await page.getByRole('searchbox').fill('no such activity')
  await expect(row).toBeHidden()

  await page.goto('/staff-dashboard?tab=your-activity')
  const field = page.getByRole('combobox', { name: inKurdish(messages.fields.activity), exact: true })
  const option = page.getByRole('listbox').getByRole('option')
  for (const typed of [kurdish, english]) {
    await field.fill(typed)
    await expect(option).toHaveCount(1)
    await expect(option).toContainText(kurdish)
  }
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(kurdish)
  await page.getByRole('button', { name: inKurdish(messages.postedActivities.today), exact: true }).click()

  // The choice and its draft are the same activity in every language.
  const saved = page.waitForResponse('/auth/language')
  await choose(page, 'English')
  await expect(page.getByRole('combobox', { name: 'Activity', exact: true })).toHaveValue(english)
  await saved
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Activity', exact: true })).toHaveValue(english)
  await choose(page, 'کوردی')
  await expect(field).toHaveValue(kurdish)

  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/posted-activities'))
  await page
    .getByRole('form')
    .getByRole('button', { name: inKurdish(messages.postedActivities.post), exact: true })
    .click()
  expect((await sent).postData()).toContain(english)
  const entry = page.getByRole('listitem').getByRole('heading', { level: 3 })
  await expect(entry).toHaveText(kurdish)
  await choose(page, 'English')
  await expect(entry).toHaveText(english)
})

test('a posting is edited under its Kurdish name and keeps its activity, even one that is no longer offered', async ({
  page,
  portal,
}) => {
  const [english, kurdish] = [unique('Workshop'), unique('وۆرکشۆپ')]
  const person = await addPerson(portal, 'staff')
  await portal.sql`insert into user_preferences (user_id, language) values (${person.id}, 'ckb')`
  const [activity] = await portal.sql<[{ id: number }]>`insert into activities (name, name_ckb, description, type, score)
    values (${english}, ${kurdish}, 'What it is', 'Elective', 3.5) returning id`
  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, ${activity.id}, ${english}, 'Elective', 3.5, start_date, id from terms where is_current`
  await portal.sql`update activities set removed_at = now() where id = ${activity.id}`
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page
    .getByRole('listitem')
    .getByRole('button', { name: inKurdish(messages.actions.edit) })
    .click()
  await expect(page.getByRole('combobox', { name: inKurdish(messages.fields.activity), exact: true })).toHaveValue(kurdish)
  await page.getByLabel(inKurdish(messages.fields.link)).fill('https://events.test.example/1')
  await page.getByRole('button', { name: inKurdish(messages.postedActivities.update), exact: true }).click()
  await expect(page.getByText(inKurdish(messages.postedActivities.updated))).toBeVisible()
  expect(await portal.sql`select activity_id, activity_name, link from posted_activities where user_id = ${person.id}`).toEqual([
    { activity_id: activity.id, activity_name: english, link: 'https://events.test.example/1' },
  ])
})

test('departments stand in Arabic, by its alphabet, in the list, the form and the filter, and are found by the English name', async ({
  page,
  portal,
}) => {
  const mark = uniqueMark()
  const [law, zoology] = [`القانون ${mark}`, `الحيوان ${mark}`]
  const [first] = await portal.sql<[{ id: number }]>`insert into departments (name, name_ar)
    values (${`Law ${mark}`}, ${law}), (${`Zoology ${mark}`}, ${zoology}) returning id`
  const member = await addPerson(portal, 'staff', { name: `Member ${mark}` })
  await portal.sql`update users set department_id = ${first.id} where id = ${member.id}`
  const person = await addPerson(portal, 'admin')
  await portal.sql`insert into user_preferences (user_id, language) values (${person.id}, 'ar')`
  await signIn(page, person)

  await page.goto('/admin-dashboard?tab=departments')
  const names = page.getByRole('rowheader').filter({ hasText: mark })
  await expect(names).toHaveText([zoology, law])
  await page.getByRole('searchbox').fill(`Law ${mark}`)
  await expect(names).toHaveText([law])

  await page.goto(`/admin-dashboard?tab=users&q=${mark}&department_id=${first.id}`)
  await expect(page.getByRole('row', { name: member.name })).toContainText(law)
  await expect(page.getByLabel(inArabic(messages.fields.department), { exact: true })).toHaveValue(String(first.id))
  await page.getByRole('button', { name: inArabic(messages.users.add), exact: true }).click()
  const offered = page.locator('select[name=department_id] option').filter({ hasText: mark })
  await expect(offered).toHaveText([zoology, law])
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
