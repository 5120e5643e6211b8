import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make } = portal
const admin = await make.admin()
const open = () => portal.open('/admin-dashboard?tab=overview', admin)
const card = (name: string) => page.getByRole('region', { name, exact: true })

test('the first term has nothing to compare with, and says where there are no members, postings or points', async () => {
  await open()
  await expect.element(page.getByText('No staff members available')).toBeVisible()
  await make.staff()
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect.element(page.getByRole('button', { name: 'Add Term' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect.element(card('Participation')).toHaveTextContent('No one has posted anything yet.')
  await expect.element(card('Points by type')).toHaveTextContent('There are no points in this term yet.')
  await expect.element(card('Term comparison')).toHaveTextContent('There is only one term so far.')
  await expect.element(page.getByLabelText('Compared with')).not.toBeInTheDocument()
})
