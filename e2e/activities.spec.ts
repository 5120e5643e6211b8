import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })

test('an activity is added from a draft that a reload keeps, in three languages, and edited', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin'))
  const [name, kurdish] = [unique('Symposium'), unique('سیمپۆزیۆم')]
  const row = page.getByRole('row').filter({ hasText: name })
  await page.goto('/admin-dashboard?tab=activity')
  await page.getByRole('button', { name: 'Add Activity' }).first().click()
  await field(page, 'Name').fill(name)
  await field(page, 'Description').fill('In three languages')
  await field(page, 'Score').fill('1')
  await page.getByText('Other languages').click()
  await field(page, 'Name (Kurdish)').fill(kurdish)
  await page.reload()
  await expect(field(page, 'Name (Kurdish)')).toHaveValue(kurdish)
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expect(row).toContainText('Compulsory')

  await page.reload()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await field(page, 'Score').fill('3')
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(row.locator('td').nth(1)).toHaveText('3')
})
