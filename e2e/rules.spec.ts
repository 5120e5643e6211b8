import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

// The test publishes rules.
test.use({ ownPortal: true })

test('a version of the rules is typed, survives a reload, is published for the open term, and grades by it', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=settings')
  await page.getByRole('button', { name: 'New version' }).click()
  const editor = page.getByRole('form', { name: 'Version 2 (unpublished)' })
  await editor.getByLabel('Lecturer: D from', { exact: true }).fill('4.5')
  await editor.getByLabel('What is new and why').fill('A lower bar')
  await page.reload()
  await expect(editor.getByLabel('Lecturer: D from', { exact: true })).toHaveValue('4.5')
  await editor.getByRole('button', { name: 'Simulate' }).click()
  await expect(editor.getByRole('region', { name: 'Simulation' })).toBeVisible()
  await editor.getByRole('checkbox', { name: /^Also apply to the open term/ }).check()
  await editor.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { name: 'Version 2 Applies to new terms' })).toBeVisible()
  await page.goto('/grade')
  await expect(page.getByRole('row', { name: /^Lecturer/ })).toContainText('0 to less than 4.5')
})
