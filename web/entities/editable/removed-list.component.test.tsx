import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clickAgainAt } from '../../../testing/components/double-click.ts'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const toasts = () => page.getByRole('region', { name: 'Notifications' })
const heading = () => page.getByRole('heading', { level: 1 })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const restore = (name: string) => page.getByRole('button', { name: `Restore ${name}` })
const removedButton = () => page.getByRole('button', { name: 'Deleted', exact: true })

async function remove(path: string) {
  expect((await portal.as(admin)('DELETE', path)).status).toBe(200)
}

test('a removed user is found under Removed and restored; a taken username is refused beside the row', async () => {
  const [zara, omar] = [await portal.make.staff({ name: 'Zara Alpha' }), await portal.make.staff({ name: 'Omar Alpha' })]
  for (const { id } of [zara, omar]) await remove(`/users/${id}`)
  await portal.make.staff({ username: zara.username })
  await portal.open('/admin-dashboard?tab=users&q=Alpha&role_id=2', admin)
  await removedButton().click()
  await expect.element(heading()).toHaveTextContent(/^Users: deleted$/)
  const search = page.getByRole('searchbox', { name: /deleted/i })
  await expect.element(search).toHaveValue('')
  await search.fill('Alpha')
  await expect.element(page.getByRole('rowheader')).toHaveLength(2)
  await expect.element(rowOf(omar.name)).toHaveTextContent('Rana Wahid')

  await restore(zara.name).click()
  await expect.element(rowOf(zara.name).getByRole('alert')).toHaveTextContent('This username is already taken.')
  await restore(omar.name).click()
  await expect.element(toasts()).toHaveTextContent('User restored successfully')
  await expect.element(page.getByRole('rowheader')).toHaveLength(1)

  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect.element(heading()).toHaveTextContent(/^Users$/)
  await expect.element(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('Alpha')
  expect(location.search).toContain('q=Alpha&role_id=2')
  await expect.element(rowOf(omar.name)).toBeVisible()
})

test('a double click on Restore restores once, and its toast takes the place of Undo', async () => {
  const [zara, omar] = [await portal.make.staff({ name: 'Zara Beta' }), await portal.make.staff({ name: 'Omar Beta' })]
  await remove(`/users/${zara.id}`)
  const restoring: string[] = []
  intercept('PUT', /./, (request, pass) => {
    restoring.push(request.url)
    return pass()
  })
  await portal.open('/admin-dashboard?tab=users&q=Beta', admin)
  await page.getByRole('button', { name: `Delete ${omar.name}` }).click()
  await expect.element(toasts().getByRole('button', { name: 'Undo' })).toBeVisible()
  await removedButton().click()
  await restore(omar.name).dblClick()
  await expect.element(toasts()).toHaveTextContent('User restored successfully')
  await expect.element(toasts().getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(toasts().getByText('User restored successfully').elements()).toHaveLength(1)
  await expect.element(rowOf(zara.name)).toBeVisible()
  expect(restoring).toHaveLength(1)
})

test('the second half of a double click on a button selects no text, if the page has changed in between', async () => {
  const { id, username, name } = await portal.make.staff({ name: 'Zara Gamma' })
  await remove(`/users/${id}`)
  await portal.open('/admin-dashboard?tab=users&removed=1', admin)
  await expect.element(rowOf(name)).toBeVisible()
  const text = rowOf(name).getByText(username, { exact: true })
  const firstLetters = () => {
    const { x, y, height } = text.element().getBoundingClientRect()
    return { x: x + 12, y: y + height / 2 }
  }
  await heading().click()
  await clickAgainAt(firstLetters())
  expect(getSelection()?.toString()).toBe(username)

  getSelection()?.empty()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await clickAgainAt(firstLetters())
  expect(getSelection()?.toString()).toBe('')
  await page.getByRole('button', { name: 'Compact rows' }).click()
})

test('removed departments and activities are restored too', async () => {
  const department = await portal.make.department('Botany')
  await remove(`/departments/${department.id}`)
  await portal.open('/admin-dashboard?tab=departments&removed=1', admin)
  await restore(department.name).click()
  await expect.element(toasts()).toHaveTextContent('Department restored successfully')
  expect(await portal.sql`select from departments where name = 'Botany' and removed_at is null`).toHaveLength(1)

  const activity = await portal.make.activity({ name: 'Film night' })
  await remove(`/activities/${activity.id}`)
  await portal.open('/admin-dashboard?tab=activity&removed=1', admin)
  await expect.element(heading()).toHaveTextContent(/^Activity List: deleted$/)
  await restore(activity.name).click()
  await expect.element(toasts()).toHaveTextContent('Activity restored successfully')
})
