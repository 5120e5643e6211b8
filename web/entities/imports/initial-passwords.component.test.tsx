import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInFilter } from '../../../testing/components/filters.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const usersPanel = '/admin-dashboard?tab=users'

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const lina = () => page.getByRole('row').filter({ hasText: 'Lina Omar' })
const searchFor = (name: string) => page.getByRole('searchbox', { name: 'Search users' }).fill(name)

async function makePassword(): Promise<string> {
  await dialog().getByRole('button', { name: 'Create initial passwords' }).click()
  const password = dialog().getByRole('row', { name: 'Lina Omar' }).getByRole('code')
  await expect.element(password).toHaveTextContent(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  return password.element().textContent
}

/** Closes the dialog without a download. The passwords are shown only once: the first attempt to close says so. */
async function closeWithoutDownload() {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Download the list before you close this.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
}

test('users without a password are marked in the table, get one later, and a new one if it never reached them', async () => {
  const member = await portal.make.staff({ name: 'Lina Omar' })
  await portal.sql`update users set password_hash = null where id = ${member.id}`
  await portal.open(usersPanel, admin)
  await searchFor('Lina Omar')
  await expect.element(lina()).toHaveTextContent('None yet')
  await button('Import').click()
  await makePassword()
  await closeWithoutDownload()
  await expect.element(lina()).toHaveTextContent('••••••••')

  // The password was not written down.
  const newPassword = button('Never signed in: New initial password for Lina Omar')
  await newPassword.click()
  await expect.element(dialog().getByRole('heading', { level: 2 })).toHaveTextContent('New initial password for Lina Omar')
  const password = await makePassword()
  await closeWithoutDownload()

  // All shown members get new passwords, too, until they have signed in: by the filter, not by a search that happens to leave only them.
  await expect.element(page.getByRole('rowheader')).toHaveLength(1)
  await expect.element(button('New initial password (1)')).not.toBeInTheDocument()
  await chooseInFilter('Sign-in', 'Never signed in')
  await button('New initial password (1)').click()
  expect(location.search).toContain('signed_in=never')
  await expect.element(dialog()).toHaveTextContent('One member has never signed in.')
  await dialog().getByRole('button', { name: 'Done' }).click()

  const { status } = await portal.as(admin)('POST', '/auth/login', { username: member.username, password })
  expect(status).toBe(200)
  await portal.open(usersPanel, await portal.make.admin())
  await searchFor('Lina Omar')
  await expect.element(lina()).toHaveTextContent('••••••••')
  await expect.element(newPassword).not.toBeInTheDocument()
})
