import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { readPdf } from '../testing/pdf-text.ts'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

const { defaultBrowserType, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 360, height: 740 } })

async function download(page: Page, format: 'PDF: English' | 'CSV') {
  await page.getByRole('button', { name: 'My record' }).click()
  for (const item of await page.getByRole('menuitem').all())
    expect(Math.round((await item.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('on a phone a member downloads the own record as PDF and as CSV, with buttons as large as a finger', async ({
  page,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  const activity = unique('Open day')
  await portal.sql`with activity as (insert into activities (name, description, type, score) values (${activity}, 'What it is', 'Elective', 2.5) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, id, name, type, score, current_date, term_of(current_date) from activity`
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  const button = page.getByRole('button', { name: 'My record' })
  await expect(page.getByRole('list', { name: 'Your Posted Activities' })).toContainText(activity)
  expect(Math.round((await button.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)

  const pdf = await download(page, 'PDF: English')
  expect(pdf.name).toMatch(/^record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.pdf$/)
  expect(readPdf(pdf.bytes).text).toContain(activity)
  await expect(button).toBeFocused()
  const csv = await download(page, 'CSV')
  expect(csv.name).toMatch(/^record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.bytes.toString()).toContain(activity)
})
