import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn } from './steps.ts'

const auditPanel = '/admin-dashboard?tab=audit'
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit' })
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
const shown = (page: Page) => page.getByText(/records? shown$/)

let admin: Person
let member: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: `Rana Wahid ${crypto.randomUUID().slice(0, 8)}` })
  member = await addPerson(portal, 'staff')
  await signIn(page, admin)
})

async function score(page: Page, { id }: Person, ...points: number[]) {
  for (const tp of points) expect((await page.request.put(`/users/edit-tp/${id}`, { data: { tp } })).status()).toBe(200)
}

/** More than two pages of records about that person. */
async function addRecords({ sql }: Portal, { id }: Person) {
  await sql`insert into audit (at, subject, kind, subject_name, person_id, before, after)
    select '2020-01-01'::timestamptz + n * interval '1 minute', 'activity', 'edited', 'Old ' || n, ${id},
      jsonb_build_object('score', n), jsonb_build_object('score', n + 1) from generate_series(1, 250) n`
}

test('shows who changed what, the old and the new value, and each filter narrows it', async ({ page, portal }) => {
  const name = `Physics ${crypto.randomUUID().slice(0, 8)}`
  const [department] = await portal.sql<[{ id: number }]>`insert into departments (name) values (${name}) returning id`
  await score(page, member, 4.5, 6)
  const renamed = await page.request.put(`/departments/${department.id}`, { data: { name: `${name} II` } })
  expect(renamed.status()).toBe(200)

  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit')
  await page.getByLabel('Person').selectOption(String(admin.id))
  const sentences = [
    `Department ${name} renamed to ${name} II`,
    `Teacher points of ${member.name}: 4.5 → 6`,
    `Teacher points of ${member.name}: not set → 4.5`,
    `${admin.name} signed in`,
  ]
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).nth(4)).toContainText(`The portalUser ${admin.name} added`)
  for (const [index, sentence] of sentences.entries()) {
    await expect(rows(page).nth(index)).toContainText(sentence)
    await expect(rows(page).nth(index)).toContainText(admin.name)
    await expect(rows(page).nth(index)).toContainText('127.0.0.1')
  }
  const moment = rows(page).first().locator('time')
  await expect(moment).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2}$/)
  await expect(moment).toHaveAttribute('title', /^\d{4}-\d{2}-\d{2}T.*Z$/)

  await page.getByLabel('Kind').selectOption('edited')
  await expect(rows(page)).toHaveCount(1)
  // Scores have only one kind: the other filter value is removed.
  await page.getByLabel('Subject').selectOption('Scores')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByLabel('Kind')).toHaveValue('')
  await page.getByLabel('To date').fill('2020-01-01')
  await expect(page.getByText('Nothing recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Person')).toBeFocused()
  await expect(page.getByLabel('To date')).toHaveValue('')
  await expect(rows(page).first()).toBeVisible()
  await page.getByLabel('From date').fill('2199-01-01')
  await expect(page.getByText('Nothing recorded')).toBeVisible()
})

test('the filters are in the URL, also for a removed user', async ({ page, portal }) => {
  const gone = await addPerson(portal, 'staff', { name: `Gone ${crypto.randomUUID().slice(0, 8)}` })
  expect((await page.request.delete(`/users/${gone.id}`)).status()).toBe(200)
  await page.goto(auditPanel)
  await page.getByLabel('Person').selectOption({ label: `${gone.name} (removed)` })
  await page.getByLabel('Kind').selectOption('removed')
  await page.getByLabel('From date').fill('2020-01-01')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('Person')).toHaveValue(String(gone.id))
  await expect(page.getByLabel('From date')).toHaveValue('2020-01-01')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`User ${gone.name} removed`)
})

test('several values of one change are shown in a dialog', async ({ page }) => {
  const activity = {
    name: `Seminar ${crypto.randomUUID().slice(0, 8)}`,
    description: 'On the trail',
    score: 1.5,
    type: 'Elective',
  }
  expect((await page.request.post('/activities', { data: activity })).ok()).toBe(true)
  await page.goto(auditPanel)
  await page.getByLabel('Person').selectOption(String(admin.id))
  await rows(page).filter({ hasText: activity.name }).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: `Activity ${activity.name} added` })
  await expect(dialog).toContainText('DescriptionOn the trail')
  await expect(dialog).toContainText('Points1.5')
})

test('loads page by page, renders only visible rows, and is exported as a file', async ({ page, portal }) => {
  await addRecords(portal, member)
  await page.goto(auditPanel)
  await page.getByLabel('Person').selectOption(String(member.id))
  await expect(shown(page)).toHaveText('100 records shown')
  const more = page.getByRole('button', { name: 'Show more' })
  await page.route('**/audit?*before=*', (route) => route.abort())
  await more.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to load the audit trail. Please try again later.')
  await expect(shown(page)).toHaveText('100 records shown')
  await page.unroute('**/audit?*before=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown(page)).toHaveText('200 records shown')
  await more.click()
  await expect(shown(page)).toHaveText('251 records shown')
  await expect(more).toBeHidden()
  expect(await rows(page).count()).toBeLessThan(60)
  await page.getByRole('region', { name: 'Audit' }).evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }))
  await expect(rows(page).last()).toContainText(`User ${member.name} added`)
  await expect(rows(page).filter({ hasText: 'Points of activity Old 1: 1 → 2' })).toContainText('The portal')

  await page.getByLabel('Subject').selectOption('Activities')
  await expect(shown(page)).toHaveText('100 records shown')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(251)
})

test('a trail that cannot be loaded shows an error and can be retried', async ({ page }) => {
  await page.route('**/audit', (route) => route.abort())
  await page.goto(auditPanel)
  await expect(page.getByRole('alert')).toContainText('Failed to load the audit trail. Please try again later.')
  await page.unroute('**/audit')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('is not for staff', async ({ page }) => {
  await signIn(page, member)
  await page.goto(auditPanel)
  await expect(page).toHaveURL(/staff-dashboard/)
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  for (const path of ['/audit', '/audit.csv']) expect((await page.request.get(path)).status()).toBe(403)
})

async function openHistory(page: Page, { name }: Person) {
  await page.goto('/admin-dashboard?tab=staff')
  await page.getByLabel('Search staff').fill(name)
  await page.getByRole('row', { name }).getByRole('button', { name: 'View Activities' }).click()
  const dialog = page.getByRole('dialog', { name: `Activities for ${name}` })
  await dialog.getByText('Score history').click()
  return dialog
}

test('a member’s scores have a history', async ({ page, portal }) => {
  const scored = await addPerson(portal, 'staff', { name: `Scored ${crypto.randomUUID().slice(0, 8)}` })
  const unscored = await addPerson(portal, 'staff', { name: `Unscored ${crypto.randomUUID().slice(0, 8)}` })
  await score(page, scored, 4.5, 6)
  expect((await page.request.put(`/users/edit-feedback/${scored.id}`, { data: { fb: 3 } })).status()).toBe(200)
  const history = (await openHistory(page, scored)).getByRole('region', { name: 'Score history' }).getByRole('listitem')
  await expect(history).toHaveCount(3)
  await expect(history.nth(0)).toContainText(`Feedback not set → 3, by ${admin.name}, `)
  await expect(history.nth(1)).toContainText(
    new RegExp(`^Teacher points 4\\.5 → 6, by ${admin.name}, \\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d`),
  )
  await expect(history.nth(2)).toContainText('Teacher points not set → 4.5')
  await expect(await openHistory(page, unscored)).toContainText('Nothing recorded')
})

test('axe finds no violations in the panel and the history, in light and dark', async ({ page, portal }) => {
  const scored = await addPerson(portal, 'staff', { name: `Scored ${crypto.randomUUID().slice(0, 8)}` })
  await score(page, scored, 4.5)
  await page.goto(auditPanel)
  await expect(rows(page).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await rows(page).getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('To date').fill('2019-01-01')
  await expect(page.getByText('Nothing recorded')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const dialog = await openHistory(page, scored)
  await expect(dialog.getByText('Teacher points not set → 4.5')).toBeVisible()
  await expectNoAxeViolations(page)
})
