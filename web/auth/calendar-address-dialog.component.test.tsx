import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

test('the address of the own calendar is made, shown once, renewed and revoked in the account menu', async () => {
  const member = await portal.make.staff({ name: 'Lana Rashid' })
  const dialog = page.getByRole('dialog', { name: 'Calendar address' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  async function open() {
    await portal.open('/staff-dashboard', member)
    await page.getByRole('button', { name: member.name }).click()
    await page.getByRole('menuitem', { name: 'Calendar address' }).click()
  }
  await open()
  await expect.element(dialog).toHaveTextContent('You have no calendar address.')
  const restore = intercept('POST', '/calendar/address', replyWith(500))
  await button('Create address').click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to change the calendar address.')
  restore()
  await button('Create address').click()
  await expect
    .element(dialog.getByLabelText('Your calendar address'))
    .toHaveValue(expect.stringMatching(/^http.*\/calendar\/[\w-]{43}\.ics$/))

  await userEvent.keyboard('{Escape}')
  await open()
  await expect.element(dialog).toHaveTextContent(/You have had an address since .*\. It cannot be shown again\./)
  await button('Create a new address').click()
  await expect.element(dialog.getByLabelText('Your calendar address')).toBeVisible()
  await button('Revoke address').click()
  await expect.element(dialog).toHaveTextContent('You have no calendar address.')
  expect(await portal.sql`select from calendar_addresses where user_id = ${member.id}`).toEqual([])
})
