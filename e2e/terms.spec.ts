import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

// West of Greenwich a plain date parsed as a Date would be the day before.
test.use({ ownPortal: true, timezoneId: 'America/Los_Angeles' })

test('a term is added with the days as typed, closed, and reopened with a reason', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  await page.goto('/admin-dashboard?tab=terms')
  await page.getByRole('button', { name: 'Add Term' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Year 2180')
  await page.getByLabel('Start').fill('2180-01-05')
  await page.getByLabel('End').fill('2180-11-12')
  await page.getByRole('form').getByRole('button', { name: 'Add Term' }).click()
  const row = page.getByRole('row', { name: 'Year 2180' })
  await expect(row).toContainText('5 Jan 218012 Nov 2180Open')

  await page.getByRole('button', { name: 'More actions for Year 2180' }).click()
  await page.getByRole('menuitem', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Close term' }).click()
  await expect(row).toContainText('Closed')
  await page.getByRole('button', { name: 'Reopen Year 2180' }).click()
  await page.getByLabel('Reason').fill('A late certificate')
  await page.getByRole('button', { name: 'Reopen term' }).click()
  await expect(row).toContainText(/Reopened \d+ \w{3} \d{4} by Rana Wahid: A late certificate/)
})
