import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const member = await portal.make.staff({ name: 'Zeynep Öztürk' })

const dialog = () => page.getByRole('dialog', { name: 'Handbook' })
const title = () => dialog().getByRole('heading', { level: 3 })
const helpOf = (panel: string) => page.getByRole('button', { name: `Help: ${panel}` })

test('the question mark of a panel opens its page, by keyboard too, and focus returns to it', async () => {
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(helpOf('Departments')).toHaveTextContent('?')
  const button = helpOf('Departments').element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(title()).toHaveTextContent('Departments and their heads')
  await expect.element(dialog().getByText('Other languages')).toBeVisible()

  await dialog().getByRole('button', { name: 'Backups', exact: true }).click()
  await expect.element(title()).toHaveTextContent('Backups')
  await expect.element(title()).toHaveFocus()
  await expect.element(dialog().getByRole('listitem').filter({ hasText: 'npm run backup -- FILE' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Previous: The second factor' }).click()
  await expect.element(title()).toHaveTextContent('The second factor')
  await userEvent.keyboard('{Escape}')
  await expect.element(helpOf('Departments')).toHaveFocus()
})

test('a member reads what is for members, in Kurdish on a phone, from the menu under the name', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member, { language: 'ckb', width: 390, height: 844 })
  await page.getByRole('button', { name: 'کردنەوە' }).click()
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'یارمەتی' }).click()
  const handbook = page.getByRole('dialog', { name: 'ڕێنمایی' })
  await expect.element(handbook.getByRole('heading', { level: 3 })).toHaveTextContent('تۆمارکردنی چالاکی')
  const field = handbook.getByRole('combobox')
  const offered = () => [...(field.element() as HTMLSelectElement).options].map(({ text }) => text)
  expect(offered()).toHaveLength(15)
  expect(offered()).not.toContain('پاڵپشتەکان')
  await field.selectOptions('بەڵگە')
  await expect.element(handbook.getByRole('heading', { level: 3 })).toHaveTextContent('بەڵگە')
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a handbook that could not be loaded is tried again', async () => {
  await portal.open('/staff-dashboard', member)
  const reconnect = intercept('GET', '/handbook', noNetwork)
  await helpOf('Activity List').click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  reconnect()
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await expect.element(title()).toHaveTextContent('Posting an activity')
})
