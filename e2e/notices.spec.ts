import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })

test('a score is notified at once in every tab of the member, and reading it in one tab updates the others', async ({
  page,
  context,
  browser,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  const other = await context.newPage()
  await other.goto('/staff-dashboard')
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notices')

  const office = await browser.newContext({ baseURL: portal.url })
  await signIn(await office.newPage(), await addPerson(portal, 'admin'))
  for (const [path, data] of [
    ['edit-tp', { tp: 4.5 }],
    ['edit-feedback', { fb: 3 }],
  ] as const)
    expect((await office.request.put(`/users/${path}/${person.id}`, { data })).status()).toBe(200)
  await office.close()
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notices, 2 unread')

  await page.bringToFront()
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notices' })
  await panel.getByRole('link', { name: /Your teacher points for .+: not set → 4\.5\./ }).click()
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notices, 1 unread')
  await bell(page).click()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notices')
})
