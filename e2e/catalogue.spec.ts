import { expect, test } from './portal.ts'
import { addPerson, signIn, uniqueMark } from './steps.ts'

test('staff search the catalogue and post from it; Back leads to what was found', async ({ page, portal }) => {
  const mark = uniqueMark()
  await portal.sql`insert into activities (name, description, type, score)
    values (${`Published paper ${mark}`}, 'Reviewed by others', 'Compulsory', 5), (${`Guest lecture ${mark}`}, 'Held somewhere else', 'Elective', 2.25)`
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await page.getByLabel('Search by name or description').fill(mark)
  await page.getByRole('button', { name: `Post Published paper ${mark}` }).click()
  await expect(page).toHaveURL(/tab=your-activity&activity=\d+$/)
  await page.getByRole('button', { name: 'Today' }).click()

  // Visiting the catalogue loses no input, and the next choice replaces the first.
  await page.goBack()
  await expect(page.getByLabel('Search by name or description')).toHaveValue(mark)
  await page.getByRole('button', { name: `Post Guest lecture ${mark}` }).click()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(`Guest lecture ${mark}`)
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
})
