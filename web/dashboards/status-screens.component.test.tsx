import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

test('an unknown path gets a page with a link home', async () => {
  await portal.open('/no-such-page', null)
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the portal' })).toHaveAttribute('href', '/')
})
