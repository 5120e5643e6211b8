import { expect, test } from './portal.ts'
import { addPerson, signIn, uniqueMark } from './steps.ts'

test('what was removed is found under Removed, in compact rows, also after a reload, and restored', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  const mark = uniqueMark()
  const { id, name } = await addPerson(portal, 'staff', { name: `Omar ${mark}` })
  await page.request.delete(`/users/${id}`)
  await page.goto(`/admin-dashboard?tab=users&q=${mark}`)
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await page.getByRole('searchbox').fill(mark)
  const row = page.getByRole('row', { name })
  await expect(row).toHaveCSS('height', '56px')
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users: deleted')
  await expect(row).toHaveCSS('height', '40px')

  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(new RegExp(`q=${mark}`))
  await expect(row).toBeVisible()
})
