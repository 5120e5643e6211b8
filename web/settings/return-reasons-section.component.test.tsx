import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

const section = () => page.getByRole('region', { name: 'Return reasons' })
const listed = () => section().getByRole('listitem')
const order = () =>
  listed()
    .elements()
    .map((item) => item.querySelector('bdi')?.textContent)

test('reasons are added in three languages, put in order, deleted and restored', async () => {
  await portal.open('/admin-dashboard?tab=settings', admin)
  await expect.element(section()).toHaveTextContent('No return reasons yet')
  for (const [name, arabic] of [
    ['The link is dead.', 'الرابط لا يعمل.'],
    ['The date is wrong.', 'التاريخ خاطئ.'],
  ] as const) {
    await section().getByRole('button', { name: 'Add Reason' }).click()
    const form = page.getByRole('form', { name: 'New reason' })
    await form.getByRole('textbox', { name: 'Text', exact: true }).fill(name)
    await form.getByText('Other languages').click()
    await form.getByRole('textbox', { name: 'Text (Arabic)' }).fill(arabic)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.element(listed().filter({ hasText: name })).toHaveTextContent(arabic)
  }
  await expect.poll(order).toEqual(['The link is dead.', 'The date is wrong.'])

  await section().getByRole('button', { name: 'Edit The link is dead.' }).click()
  await page.getByRole('textbox', { name: 'Place in the list' }).fill('0')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Place in the list' }))
    .toHaveAccessibleDescription('The place must be a whole number from 1 to 99.')
  await page.getByRole('textbox', { name: 'Place in the list' }).fill('3')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(order).toEqual(['The date is wrong.', 'The link is dead.'])

  await section().getByRole('button', { name: 'Delete The date is wrong.' }).click()
  await expect.poll(order).toEqual(['The link is dead.'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toEqual(['The date is wrong.', 'The link is dead.'])
})
