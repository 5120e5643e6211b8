import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({ PUBLIC_URL: location.origin, SMTP_URL: 'smtp://mail.test.example' })

test('the menu of the own name switches the weekly e-mail off and on again, which the audit log says', async () => {
  const admin = await portal.make.admin({ name: 'Rana Wahid' })
  await portal.open('/admin-dashboard?tab=overview', admin)
  const item = page.getByRole('menuitemcheckbox', { name: 'Weekly email' })
  const toasts = page.getByRole('region', { name: 'Notifications' })
  const stored = () => portal.sql`select weekly_digest from user_preferences where user_id = ${admin.id}`

  await page.getByRole('button', { name: 'Rana Wahid' }).click()
  await expect.element(item).toBeChecked()
  await item.click()
  await expect.element(toasts).toHaveTextContent('Weekly email turned off')
  await expect.element(item).not.toBeChecked()
  expect(await stored()).toEqual([{ weekly_digest: false }])
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts).toHaveTextContent('Weekly email turned on')
  await expect.element(item).toBeChecked()
  expect(await stored()).toEqual([{ weekly_digest: true }])

  await userEvent.keyboard('{Escape}')
  await portal.open('/admin-dashboard?tab=audit&subject=user', admin)
  await expect.element(page.getByText('User Rana Wahid weekly email turned on')).toBeVisible()
  await expect.element(page.getByText('User Rana Wahid weekly email turned off')).toBeVisible()
})
