import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('on a phone the sidebar is a drawer with Open and Close', async () => {
  await portal.open('/admin-dashboard', await portal.make.admin(), { width: 360, height: 740 })
  await expect.element(button('Open')).toBeVisible()
  await expect.element(link('Terms')).not.toBeInTheDocument()
  await button('Open').click()
  await link('Terms').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Terms')
  await expect.element(link('Users')).not.toBeInTheDocument()
  await button('Open').click()
  await expect.element(link('Users')).toBeVisible()
  await button('Close').click()
  await expect.element(link('Users')).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
