import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { startMailServer } from '../testing/mail-server.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, signIn } from './steps.ts'

test.use({ firstSteps: true })

const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const card = (page: Page) => page.getByRole('region', { name: 'First steps' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openSettings(page: Page, portal: Portal) {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

async function forgetSettings({ sql }: Portal) {
  await sql`delete from portal_settings`
  await sql`delete from portal_logo`
}

test('a new portal shows its administrators the first steps; they tick themselves off and lead to their places', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await expect(card(page)).toContainText('0 of 5 done')
  await expectNoAxeViolations(page)

  await card(page).getByRole('button', { name: 'The dates are right' }).click()
  await expect(card(page)).toContainText('1 of 5 done')
  await expect(card(page).getByRole('button', { name: 'The dates are right' })).toHaveCount(0)

  await card(page).getByRole('link', { name: 'Open Settings' }).click()
  await page.getByLabel('University name', { exact: true }).fill('University of Arden')
  await section(page, 'Portal').getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Settings saved successfully')
  await expect(page.getByRole('complementary').getByText('University of Arden')).toBeVisible()

  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(card(page)).toContainText('2 of 5 done')
  await card(page).getByRole('link', { name: 'Open Departments' }).click()
  await expect(page.getByText('No departments available')).toBeVisible()
  await page.getByRole('button', { name: 'Type a name' }).click()
  await expect(field(page, 'Department name')).toBeFocused()
  await page.keyboard.type('Physics')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Department added successfully')

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(card(page)).toContainText('3 of 5 done')
  await card(page).getByRole('link', { name: 'Add Activity' }).click()
  await expect(page.getByText('No activities available')).toBeVisible()
  await field(page, 'Name').fill('Open Day')
  await field(page, 'Description').fill('Guided tours')
  await field(page, 'Score').fill('2')
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Open Day' })).toBeVisible()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await card(page).getByRole('button', { name: 'Add User' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Dr. Sara Aziz')
  await field(page, 'Email').fill('sara@test.example')
  await field(page, 'UserName').fill('sara.aziz')
  await field(page, 'Password').fill('a long test sentence')
  await field(page, 'Department').selectOption('Physics')
  await page.getByRole('form').getByRole('button', { name: 'Add User' }).click()
  await expect(card(page)).toContainText('The portal is ready.')

  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'sara.aziz' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('"Not now" hides the first steps until the next sign-in', async ({ page, portal }) => {
  await forgetSettings(portal)
  const admin = await addPerson(portal, 'admin')
  await signIn(page, admin)
  await page.goto('/admin-dashboard')
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await expect(card(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await signIn(page, admin)
  await page.goto('/admin-dashboard')
  await expect(card(page)).toBeVisible()
})

test('names are shown in the language of the reader, at once, and the languages that are not offered are gone', async ({
  page,
  portal,
}) => {
  await forgetSettings(portal)
  await openSettings(page, portal)
  const form = section(page, 'Portal')
  await form.getByLabel('University name', { exact: true }).fill('University of Arden')
  await form.getByText('Other languages').click()
  await form.getByLabel('University name (Arabic)').fill('جامعة آردن')
  await form.getByLabel('کوردی').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Settings saved successfully')

  await page.getByRole('button', { name: /Your account/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'کوردی' })).toHaveCount(0)
  await page.getByRole('menuitemradio', { name: 'العربية' }).click()
  await expect(page.getByRole('complementary').getByText('جامعة آردن')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'language', value: 'ckb', url: portal.url }])
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'کوردی' })).toHaveCount(0)
  await expect(page.getByText('University of Arden')).toBeVisible()
})

test('at least one language is offered, and the form keeps its input', async ({ page, portal }) => {
  await forgetSettings(portal)
  await openSettings(page, portal)
  const form = section(page, 'Portal')
  await form.getByLabel('Contact').fill('Help desk')
  for (const name of ['English', 'کوردی', 'العربية']) await form.getByLabel(name, { exact: true }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Offer at least one language.')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Contact')).toHaveValue('Help desk')
  await form.getByLabel('العربية', { exact: true }).check()
  await form.getByLabel('Default language').selectOption('ar')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Settings saved successfully')
  const [stored] = await portal.sql`select languages, default_language, contact from portal_settings`
  expect(stored).toEqual({ languages: ['ar'], default_language: 'ar', contact: 'Help desk' })
})

test('two administrators: the later one is told what the other saved, and nothing typed is lost', async ({ page, portal }) => {
  await forgetSettings(portal)
  await openSettings(page, portal)
  const form = section(page, 'Portal')
  await form.getByLabel('Contact').fill('Room 2')
  await portal.sql`insert into portal_settings (contact) values ('Room 1')`
  await portal.sql`update portal_settings set footer_credit = 'Registry'`
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Registry')).toBeVisible()
  await expect(form.getByLabel('Contact')).toHaveValue('Room 2')
  await form.getByRole('button', { name: 'Save anyway' }).click()
  await expect(toasts(page)).toContainText('Settings saved successfully')
})

test('a logo is uploaded with a preview, stands in the sidebar, and can be removed', async ({ page, portal }) => {
  await forgetSettings(portal)
  await openSettings(page, portal)
  const form = section(page, 'Logo')
  const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })
  const input = form.locator('input[type=file]')
  await input.setInputFiles(file('logo.svg', Buffer.from('<svg/>'), 'image/svg+xml'))
  await expect(form.getByText('Only PNG, JPEG and WebP images are accepted.')).toBeVisible()
  // A text with the name of a photo is refused before it is sent.
  await input.setInputFiles(file('fake.jpg', Buffer.from('no photo'), 'image/jpeg'))
  await expect(form.getByText('This image is damaged and cannot be read.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(form.locator('img').first()).toHaveAttribute('src', '/logo.svg')
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  const image = sharp({ create: { width: 80, height: 80, channels: 4, background: { r: 160, g: 20, b: 20, alpha: 0.9 } } })
  for (const name of ['old-arms.png', 'arms.png']) {
    await input.setInputFiles(file(name, await image.png().toBuffer()))
    await expect(form.getByText(name, { exact: true })).toBeVisible()
    await expect(form.locator('img').first()).toHaveJSProperty('naturalWidth', 80)
  }
  expect(failed).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Logo saved successfully')
  await expect(page.getByRole('complementary').locator('img')).toHaveAttribute('src', /^\/branding\/logo\?v=/)

  await form.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the logo' }).click()
  await expect(toasts(page)).toContainText('Logo removed successfully')
  await expect(page.getByRole('complementary').locator('img')).toHaveAttribute('src', '/logo.svg')
})

test('what an environment variable sets is shown and cannot be changed here; a test e-mail tells whether e-mails leave', async ({
  page,
  portal,
}) => {
  await forgetSettings(portal)
  await openSettings(page, portal)
  await expect(section(page, 'E-mail')).toContainText('No mail server is set')

  const mails = await startMailServer()
  const other = await portal.withSettings({ UNIVERSITY_NAME: 'Set outside', SMTP_URL: mails.url })
  const admin = await addPerson(portal, 'admin')
  const reply = await page.request.post(`${other.url}/auth/login`, {
    data: { username: admin.username, password: 'a long test sentence' },
  })
  expect(reply.status()).toBe(200)
  await page.goto(`${other.url}/admin-dashboard?tab=settings`)
  const name = section(page, 'Portal').getByLabel('University name', { exact: true })
  await expect(name).toHaveValue('Set outside')
  await expect(name).toHaveAttribute('readonly')
  await expect(page.getByText('Set by the environment variable UNIVERSITY_NAME.')).toBeVisible()

  const mail = section(page, 'E-mail')
  await mail.getByRole('button', { name: 'Send test e-mail' }).click()
  await expect(mail.getByText('The mail server accepted the test e-mail')).toBeVisible()
  expect(mails.received).toHaveLength(1)
  mails.refuse(true)
  await mail.getByRole('button', { name: 'Send test e-mail' }).click()
  await expect(mail.getByRole('alert')).toContainText('refused the e-mail')
  await other.stop()
  await mails.stop()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the short title stands in the header, and nothing is wider than the page', async ({ page, portal }) => {
    await forgetSettings(portal)
    await portal.sql`insert into portal_settings (portal_title, short_title) values ('A very long title of a portal', 'Points')`
    await openSettings(page, portal)
    await expect(page.getByRole('banner').getByText('Points')).toBeVisible()
    await expect(page.getByRole('banner').getByText('A very long title of a portal')).toBeHidden()
    await expect(section(page, 'Portal').getByLabel('Portal title', { exact: true })).toHaveValue('A very long title of a portal')
    for (const tab of ['settings', 'users']) {
      await page.goto(`/admin-dashboard?tab=${tab}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await expectNoAxeViolations(page)
  })
})
