import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

// The rows of the tests must be in view.
test.use({ ownPortal: true })

test('a member is scored; the term is in the URL, for a reload and for Back', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin'))
  const { name } = await addPerson(portal, 'staff', { name: unique('Dr. Layla Hassan') })
  const [term] = await portal.sql<[{ id: number; name: string }]>`
    insert into terms (name, start_date, end_date) values ('Term of 2150', '2150-01-01', '2150-12-31') returning id, name`
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await page.goto('/admin-dashboard?tab=staff')
  await page.getByLabel('Search staff').fill(name)
  const points = page.getByRole('row', { name }).getByRole('button', { name: /^Edit Teacher Points/ })
  await points.click()
  await page.keyboard.type('6.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('tp score updated successfully!')).toBeVisible()

  const picker = page.getByLabel('Term', { exact: true })
  await picker.selectOption(`${term.name} (closed)`)
  await expect(page).toHaveURL(new RegExp(`tab=staff.*[?&]term=${term.id}(&|$)`))
  await expect(page.getByText('This term is closed.')).toBeVisible()
  await page.reload()
  await expect(picker).toHaveValue(String(term.id))
  await page.goBack()
  await expect(page.getByText('This term is closed.')).toBeHidden()
  await expect(points).toHaveText('6.5')
})
