import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
})

async function addActivity({ sql }: Portal, given: { name?: string; name_ckb?: string; type?: string; score?: number } = {}) {
  const row = { name: unique('Workshop'), description: 'Taken part in.', type: 'Attending', score: 2.5, ...given }
  const [made] = await sql<[{ id: number; name: string }]>`insert into activities ${sql.insert(row)} returning id, name`
  return made
}

async function open(page: Page, search = '') {
  await page.goto('/admin-dashboard?tab=activity')
  if (search) await page.getByRole('searchbox').fill(search)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })

test('an activity is added, Compulsory by default', async ({ page }) => {
  const name = unique('Curriculum workshop')
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Description', 'Score', 'Type', 'Actions'])
  await page.getByRole('button', { name: 'Add Activity' }).first().click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Type')).toHaveValue('Compulsory')
  await field(page, 'Name').fill(name)
  await field(page, 'Description').fill('First line\nSecond line')
  await field(page, 'Score').fill('4.25')
  await field(page, 'Score').press('Enter')
  await expect(toasts(page)).toHaveText('Activity added successfully')
  await expect(page.getByRole('button', { name: 'Add Activity' }).first()).toBeFocused()
  await page.getByRole('searchbox').fill(name)
  await expect(rowOf(page, name).locator('td').nth(1)).toHaveText('4.25')
  await expect(rowOf(page, name).locator('td').nth(2)).toHaveText('Compulsory')
})

test('each field shows its error, and a name that is taken keeps the input', async ({ page, portal }) => {
  const taken = await addActivity(portal)
  await open(page)
  await page.getByRole('button', { name: 'Add Activity' }).click()
  const submit = page.getByRole('form').getByRole('button', { name: 'Add Activity' })
  await submit.click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Enter a name.')
  await expect(field(page, 'Description')).toHaveAccessibleDescription('Enter a description.')
  const wrongScore = 'Enter a score from 0 to 1000 with at most two decimals.'
  await expect(field(page, 'Score')).toHaveAccessibleDescription(wrongScore)
  await field(page, 'Name').fill(taken.name)
  await field(page, 'Description').fill('Twice')
  for (const score of ['-1', '1000.01', '1.234']) {
    await field(page, 'Score').fill(score)
    await submit.click()
    await expect(field(page, 'Score')).toHaveAccessibleDescription(wrongScore)
  }
  await field(page, 'Score').fill('0')
  await submit.click()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('An activity with this name already exists.')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Description')).toHaveValue('Twice')
})

test('an activity is edited for the future, and another administrator’s save is not overwritten', async ({ page, portal }) => {
  const { id, name } = await addActivity(portal)
  await open(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByText('A change counts for future postings only. Points already earned stay as they are.')).toBeVisible()
  await expect(field(page, 'Score')).toHaveValue('2.5')
  const theirs = { name, description: 'Theirs', score: 7, type: 'Elective' }
  expect((await page.request.put(`/activities/${id}`, { data: theirs })).status()).toBe(200)

  await field(page, 'Score').fill('3')
  await page.getByRole('button', { name: 'Update Activity' }).click()
  const conflict = page.getByRole('region', { name: /Rana Wahid saved this on/ })
  await expect(conflict.getByRole('definition')).toHaveText(['7', 'Elective', 'Theirs'])
  await expect(field(page, 'Score')).toHaveValue('3')
  await conflict.getByRole('button', { name: 'Save anyway' }).click()
  await expect(toasts(page)).toHaveText('Activity updated successfully')
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  await expect(rowOf(page, name).locator('td').nth(1)).toHaveText('3')
  await expect(rowOf(page, name).locator('td').nth(2)).toHaveText('Attending')
})

test('names and descriptions in other languages are optional, and shown when there are some', async ({ page, portal }) => {
  const name = unique('Symposium')
  const [kurdish, arabic] = [unique('سیمپۆزیۆم'), unique('ندوة')]
  const disclosure = page.getByText('Other languages')
  await open(page)
  await page.getByRole('button', { name: 'Add Activity' }).click()
  await field(page, 'Name').fill(name)
  await field(page, 'Description').fill('In three languages')
  await field(page, 'Score').fill('1')
  await expect(field(page, 'Name (Kurdish)')).toBeHidden()
  await disclosure.click()
  for (const [label, lang] of [
    ['Name (Kurdish)', 'ckb'],
    ['Name (Arabic)', 'ar'],
    ['Description (Kurdish)', 'ckb'],
    ['Description (Arabic)', 'ar'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('lang', lang)
    await expect(field(page, label)).toHaveAttribute('dir', 'rtl')
  }
  await field(page, 'Name (Kurdish)').fill(kurdish)
  await field(page, 'Description (Arabic)').fill('بثلاث لغات')
  await expectNoAxeViolations(page)

  // A draft: they are there after a reload, and open.
  await page.reload()
  await expect(field(page, 'Name (Kurdish)')).toHaveValue(kurdish)
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expect(toasts(page)).toHaveText('Activity added successfully')
  await page.getByRole('searchbox').fill(name)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(field(page, 'Name (Kurdish)')).toHaveValue(kurdish)
  await expect(field(page, 'Description (Arabic)')).toHaveValue('بثلاث لغات')
  await field(page, 'Name (Kurdish)').fill('')
  await field(page, 'Name (Arabic)').fill(arabic)
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  expect(await portal.sql`select name_ckb, name_ar, description_ar from activities where name = ${name}`).toEqual([
    { name_ckb: null, name_ar: arabic, description_ar: 'بثلاث لغات' },
  ])
})

test('an error in another language opens its fields and gets focus, and a conflict lists them', async ({ page, portal }) => {
  const taken = unique('وتار')
  await addActivity(portal, { name_ckb: taken })
  const { id, name } = await addActivity(portal)
  await open(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const disclosure = page.getByText('Other languages')
  await disclosure.click()
  await field(page, 'Name (Kurdish)').fill(taken)
  const submit = page.getByRole('button', { name: 'Update Activity' })
  for (const [label, text, error] of [
    ['Name (Kurdish)', taken, 'An activity with this name already exists.'],
    ['Name (Arabic)', 'س'.repeat(201), 'At most 200 characters.'],
  ] as const) {
    await field(page, label).fill(text)
    await disclosure.click()
    await expect(field(page, label)).toBeHidden()
    await submit.click()
    await expect(field(page, label)).toBeFocused()
    await expect(field(page, label)).toHaveAccessibleDescription(error)
  }
  // Closed again, the same error opens it again.
  await disclosure.click()
  await submit.click()
  await expect(field(page, 'Name (Arabic)')).toBeFocused()

  const theirs = { name, description: 'Taken part in.', score: 2.5, type: 'Attending', name_ckb: unique('پڕۆژە') }
  expect((await page.request.put(`/activities/${id}`, { data: theirs })).status()).toBe(200)
  await field(page, 'Name (Arabic)').fill('مشروع')
  await submit.click()
  const conflict = page.getByRole('region', { name: /Rana Wahid saved this on/ })
  await expect(conflict.getByRole('term')).toHaveText(['Name (Kurdish)', 'Name (Arabic)'])
  await expect(conflict.getByRole('definition')).toHaveText([theirs.name_ckb, '–'])
  await conflict.getByRole('button', { name: 'Load the new state' }).click()
  await expect(field(page, 'Name (Kurdish)')).toHaveValue(theirs.name_ckb)
})

test('a deleted activity is removed from the catalogue at once, and Undo restores it', async ({ page, portal }) => {
  const { id, name } = await addActivity(portal)
  await open(page, name)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(toasts(page)).toContainText('Activity deleted')
  await expect(rowOf(page, name)).toHaveCount(0)
  expect(await portal.sql`select from activities where id = ${id} and removed_at is null`).toHaveLength(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, name)).toBeVisible()
})

test('the catalogue is searched, sorted and filtered, and has an empty state', async ({ page, portal }) => {
  const word = unique('Symposium')
  await addActivity(portal, { name: `B ${word}`, score: 10, type: 'Elective' })
  await addActivity(portal, { name: `A ${word}`, score: 9, type: 'Compulsory' })
  await open(page, word)
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText([`A ${word}`, `B ${word}`])
  await page.getByRole('button', { name: 'Score', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', /./)
  await page.getByRole('button', { name: 'Score', exact: true }).click()
  await page.getByLabel('Type', { exact: true }).selectOption('Elective')
  await expect(names).toHaveText([`B ${word}`])

  const gone = await portal.sql<{ id: number }[]>`update activities set removed_at = now() where removed_at is null returning id`
  try {
    await open(page)
    await expect(page.getByText('No activities available')).toBeVisible()
    await expectNoAxeViolations(page)
  } finally {
    await portal.sql`update activities set removed_at = null where id = any(${gone.map(({ id }) => id)})`
  }
})

test('when the server does not reply, each failure shows an error and keeps the input', async ({ page, portal }) => {
  const { name } = await addActivity(portal)
  await page.route('**/activities', (route) => route.abort())
  await open(page)
  await expect(page.getByRole('alert')).toContainText('Error fetching activities', { timeout: 15_000 })
  await page.unroute('**/activities')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(rowOf(page, name)).toBeVisible()

  await page.route(/\/activities/, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(toasts(page)).toContainText('Error deleting activity')
  await page.getByRole('button', { name: 'Add Activity' }).click()
  await field(page, 'Name').fill('Typed and not lost')
  await field(page, 'Description').fill('Nor this')
  await field(page, 'Score').fill('1')
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expect(toasts(page)).toContainText('Error adding activity')
  await expect(field(page, 'Name')).toHaveValue('Typed and not lost')
  await expect(field(page, 'Description')).toHaveValue('Nor this')
})

test('axe finds no violations in list and form, in light and dark, also on a phone', async ({ page, portal }) => {
  const { name } = await addActivity(portal)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await field(page, 'Score').fill('')
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(field(page, 'Score')).toBeFocused()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
