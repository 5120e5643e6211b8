import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { languageNames } from '../../contract/languages/languages.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
beforeEach(async () => {
  await portal.sql`delete from portal_settings`
})

const section = (name: string) => page.getByRole('region', { name, exact: true })
const inPortal = (label: string) => section('Portal').getByLabelText(label, { exact: true })
const save = () => section('Portal').getByRole('button', { name: 'Save' })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const sidebar = () => page.getByRole('complementary')
const open = (size = {}) => portal.open('/admin-dashboard?tab=settings', admin, size)

test('without a mail server it says so', async () => {
  await open()
  await expect.element(section('Email')).toHaveTextContent('No mail server is set')
})

test('names are shown in the language of the reader, at once, and the languages that are not offered are gone', async () => {
  await open()
  await inPortal('University name').fill('University of Arden')
  await section('Portal').getByText('Other languages').click()
  await inPortal('University name (Arabic)').fill('جامعة آردن')
  await inPortal('کوردی').click()
  await save().click()
  await expect.element(toasts()).toHaveTextContent('Settings saved successfully')
  await expect.element(sidebar().getByText('University of Arden')).toBeVisible()

  await page.getByRole('button', { name: /Your account/ }).click()
  await expect.element(page.getByRole('menuitemradio', { name: 'العربية' })).toBeVisible()
  await expect.element(page.getByRole('menuitemradio', { name: 'کوردی' })).not.toBeInTheDocument()
  await page.getByRole('menuitemradio', { name: 'العربية' }).click()
  await expect.element(sidebar().getByText('جامعة آردن')).toBeVisible()

  await portal.open('/', null)
  await expect.element(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'کوردی' })).not.toBeInTheDocument()
  await expect.element(page.getByText('University of Arden')).toBeVisible()
})

test('at least one language is offered, and the form keeps its input', async () => {
  await open()
  await inPortal('Contact').fill('Help desk')
  for (const name of Object.values(languageNames)) await inPortal(name).click()
  await save().click()
  await expect.element(section('Portal').getByText('Offer at least one language.')).toBeVisible()
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Departments')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(inPortal('Contact')).toHaveValue('Help desk')
  await inPortal('العربية').click()
  await inPortal('Default language').selectOptions('ar')
  await save().click()
  await expect.element(toasts()).toHaveTextContent('Settings saved successfully')
  expect(await portal.sql`select languages, default_language, contact from portal_settings`).toEqual([
    { languages: ['ar'], default_language: 'ar', contact: 'Help desk' },
  ])
})

test('of two administrators who save the first settings, the later one sees what the other saved', async () => {
  await open()
  await inPortal('Contact').fill('Room 2')
  const theirs = { contact: 'Room 1', footer_credit: 'Registry', languages: ['en'], default_language: 'en' }
  expect((await portal.as(admin)('PUT', '/settings', theirs)).status).toBe(200)
  await save().click()
  await expect.element(section('Portal').getByText('Room 1')).toBeVisible()
  await expect.element(inPortal('Login page footer')).toHaveValue('Registry')
  await expect.element(inPortal('Contact')).toHaveValue('Room 2')
  await section('Portal').getByRole('button', { name: 'Save anyway' }).click()
  await expect.element(toasts()).toHaveTextContent('Settings saved successfully')
  expect(await portal.sql`select contact, footer_credit from portal_settings`).toEqual([
    { contact: 'Room 2', footer_credit: 'Registry' },
  ])
})

test('on a phone the short title is in the header, and nothing is wider than the page', async () => {
  await portal.sql`insert into portal_settings (portal_title, short_title) values ('A very long title of a portal', 'Points')`
  await open({ width: 390, height: 844 })
  await expect.element(inPortal('Portal title')).toHaveValue('A very long title of a portal')
  const banner = page.getByRole('banner')
  await expect.element(banner.getByText('Points')).toBeVisible()
  await expect.element(banner.getByText('A very long title of a portal')).not.toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
  await portal.open('/admin-dashboard?tab=users', admin, { width: 390, height: 844 })
  await expect.element(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})
