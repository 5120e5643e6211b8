import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

const account = () => page.getByRole('button', { name: /Your account/ })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name })

test('an administrator edits the own name and e-mail address; input stays when it is refused', async () => {
  const admin = await portal.make.admin({ name: 'Rana Wahid' })
  const other = await portal.make.staff()
  await portal.open('/admin-dashboard?tab=users', admin)
  await account().click()
  await page.getByRole('menuitem', { name: 'Your details' }).click()
  await expect.element(field('Name')).toHaveValue('Rana Wahid')
  await field('Name').fill('Dr. Rana Wahid')
  await field('Other spelling').fill('ڕەنا واحید')
  await field('Email').fill(other.email)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).toHaveTextContent('Another member already uses this email address.')
  await expect.element(field('Name')).toHaveValue('Dr. Rana Wahid')
  await field('Email').fill('rana.new@test.example')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Your details were saved')
  await expect.element(page.getByRole('button', { name: /^Dr\. Rana Wahid Your account/ })).toBeVisible()
  expect(localStorage.getItem('name')).toBe('Dr. Rana Wahid')
  expect(
    await portal.sql`select from users where id = ${admin.id} and email = 'rana.new@test.example' and other_name = 'ڕەنا واحید'`,
  ).toHaveLength(1)
})

test('staff have no such item in their menu', async () => {
  await portal.open('/staff-dashboard', await portal.make.staff())
  await account().click()
  await expect.element(page.getByRole('menuitem', { name: 'Change password' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Your details' })).not.toBeInTheDocument()
})
