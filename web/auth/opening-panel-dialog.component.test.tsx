import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function choose(person: string, panel: string) {
  await page.getByRole('button', { name: `${person} Your account` }).click()
  await page.getByRole('menuitem', { name: 'Panel to open first' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: panel }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Panel to open first saved')).toBeVisible()
}

test('the portal opens with the chosen panel, and the address that was asked for comes first', async () => {
  const admin = await portal.make.admin({ name: 'Rana Wahid' })
  await portal.open('/admin-dashboard?tab=users', admin)
  await choose('Rana Wahid', 'Terms')
  await portal.open('/admin-dashboard', admin)
  await expect.element(heading('Terms')).toBeVisible()
  expect(location.search).toBe('?tab=terms')
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(heading('Departments')).toBeVisible()

  await choose('Rana Wahid', 'The usual one (Users)')
  await portal.open('/admin-dashboard', admin)
  await expect.element(heading('Users')).toBeVisible()
})

test('signing in leads to the chosen panel', async () => {
  const admin = await portal.make.admin()
  await portal.as(admin)('PUT', '/auth/opening-panel', { panel: 'terms' })
  await portal.open('/', null)
  await page.getByLabelText('Username').fill(admin.username)
  await page.getByLabelText('Password', { exact: true }).fill('a long test sentence')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(heading('Terms')).toBeVisible()
})

test('members choose among their own panels', async () => {
  const member = await portal.make.staff({ name: 'Ann Aziz' })
  await portal.open('/staff-dashboard', member)
  await page.getByRole('button', { name: 'Ann Aziz Your account' }).click()
  await page.getByRole('menuitem', { name: 'Panel to open first' }).click()
  const choices = page.getByRole('dialog').getByRole('radio')
  await expect.element(choices.first()).toBeChecked()
  expect(choices.elements().map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'The usual one (Activity)',
    'Activity',
    'Your Activity',
    'Events',
  ])
})
