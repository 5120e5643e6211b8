import { expect, test } from './portal.ts'
import { addPerson, signIn, uniqueMark } from './steps.ts'

test('a new name is placed as the server sorts it, whatever the language of the browser', async ({ browser, portal }) => {
  const swedish = await browser.newContext({ baseURL: portal.url, locale: 'sv-SE' })
  const page = await swedish.newPage()
  await signIn(page, await addPerson(portal, 'admin'))
  const mark = uniqueMark()
  for (const name of ['Ozan', 'omar', 'Zoologi']) await portal.sql`insert into departments (name) values (${`${name} ${mark}`})`
  const names = page.getByRole('rowheader')
  await page.goto(`/admin-dashboard?tab=departments&q=${mark}`)
  await expect(names).toHaveText([/^omar/, /^Ozan/, /^Zoologi/])

  // The list is not fetched again: the position is the one that the page itself chose.
  await page.route('**/departments', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  for (const name of ['Östeuropa', 'Ömer']) {
    await page.getByLabel('Department name').fill(`${name} ${mark}`)
    await page.getByLabel('Department name').press('Enter')
    await expect(names.filter({ hasText: name })).toBeVisible()
  }
  const inOrder = [/^omar/, /^Ömer/, /^Östeuropa/, /^Ozan/, /^Zoologi/]
  await expect(names).toHaveText(inOrder)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText(inOrder)

  await page.unroute('**/departments')
  await page.goto(`/admin-dashboard?tab=departments&q=${mark}`)
  await expect(names).toHaveText(inOrder)
  await swedish.close()
})
