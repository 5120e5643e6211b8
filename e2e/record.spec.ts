import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { readPdf } from '../testing/pdf-text.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const { defaultBrowserType, ...phone } = devices['Pixel 7']

async function addPosting({ sql }: Portal, person: Person, name: string) {
  await sql`with activity as (insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2.5) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, id, name, type, score, current_date, term_of(current_date) from activity`
}

async function download(page: Page, button: string, format: 'PDF' | 'CSV') {
  await page.getByRole('button', { name: button }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 } })
  test.afterEach(({ context }) => context.setOffline(false))

  test('a member downloads the own record as PDF and as CSV', async ({ page, portal }) => {
    const person = await addPerson(portal, 'staff')
    const activity = unique('Open day')
    await addPosting(portal, person, activity)
    await signIn(page, person)
    await page.goto('/staff-dashboard?tab=your-activity')
    const button = page.getByRole('button', { name: 'My record' })
    await expect(page.getByRole('list', { name: 'Your Posted Activities' })).toContainText(activity)
    expect(Math.round((await button.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
    // In one row with the picker, and on the screen.
    const [box, picker] = [await button.boundingBox(), await page.getByLabel('Term', { exact: true }).boundingBox()]
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(Math.abs((box?.y ?? 0) - (picker?.y ?? 0))).toBeLessThan(6)

    await button.click()
    for (const item of await page.getByRole('menuitem').all())
      expect(Math.round((await item.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await expectNoAxeViolations(page)

    const pdf = await download(page, 'My record', 'PDF')
    expect(pdf.name).toMatch(/^record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.pdf$/)
    expect(readPdf(pdf.bytes).text).toContain(activity)
    await expect(button).toBeFocused()
    const csv = await download(page, 'My record', 'CSV')
    expect(csv.name).toMatch(/^record-Dr-Sara-Aziz-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv.bytes.toString()).toContain(activity)
  })

  test('offline the menu says why there is no record now', async ({ page, context, portal }) => {
    await signIn(page, await addPerson(portal, 'staff'))
    await page.goto('/staff-dashboard?tab=your-activity')
    await expect(page.getByRole('heading', { name: 'Your Posted Activities' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'My record' }).click()
    const menu = page.getByRole('menu')
    await expect(menu).toContainText('You are offline: the record cannot be made now.')
    await expect(menu).toHaveAccessibleDescription('You are offline: the record cannot be made now.')
    await expect(menu.getByRole('menuitem', { name: 'PDF' })).toBeDisabled()
    await context.setOffline(false)
    await expect(menu.getByRole('menuitem', { name: 'PDF' })).toBeEnabled()
  })
})

test('a record that could not be made is said in a message', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.route('**/record/pdf?*', (route) => route.abort())
  await page.getByRole('button', { name: 'My record' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText('Failed to make the record.')
})

test('an administrator downloads the record of a member from their activities', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff', { name: unique('Member') })
  const activity = unique('Open day')
  await addPosting(portal, person, activity)
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto(`/admin-dashboard?tab=staff&q=${encodeURIComponent(person.name)}`)
  await page
    .getByRole('row', { name: new RegExp(person.name) })
    .getByRole('button', { name: 'View Activities' })
    .click()
  await expect(page.getByRole('dialog')).toContainText(activity)
  const { bytes } = await download(page, 'Record of all terms', 'CSV')
  expect(bytes.toString()).toContain(activity)
})
