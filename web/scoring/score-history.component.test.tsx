import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

async function openHistory({ name }: { name: string }) {
  await page.getByRole('button', { name: `View Activities for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Activities for ${name}` })
  await dialog.getByText('Score history').click()
  return dialog
}

test('a member’s scores have a history, with who changed them and when', async () => {
  const scored = await portal.make.staff({ name: 'Dr. Sara Aziz' })
  const unscored = await portal.make.staff({ name: 'Dr. Omar Karim' })
  const call = portal.as(admin)
  for (const tp of [4.5, 6]) expect((await call('PUT', `/users/edit-tp/${scored.id}`, { tp })).status).toBe(200)
  expect((await call('PUT', `/users/edit-feedback/${scored.id}`, { fb: 3 })).status).toBe(200)

  await portal.open('/admin-dashboard?tab=staff', admin)
  const changes = (await openHistory(scored)).getByRole('region', { name: 'Score history' }).getByRole('listitem')
  await expect.element(changes.nth(2)).toHaveTextContent('Teacher points not set → 4.5, by Rana Wahid, ')
  expect(changes.elements()).toHaveLength(3)
  await expect.element(changes.nth(0)).toHaveTextContent('Feedback not set → 3, by Rana Wahid, ')
  await expect.element(changes.nth(1)).toHaveTextContent(/^Teacher points 4\.5 → 6, by Rana Wahid, \d+ \w{3} \d{4}, \d\d:\d\d/)
  await userEvent.keyboard('{Escape}')
  await expect.element(await openHistory(unscored)).toHaveTextContent('Nothing recorded yet')
  await userEvent.keyboard('{Escape}')
  await (await openHistory(scored)).getByRole('link', { name: 'Rana Wahid' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Rana Wahid')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  history.back()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Staff')
})
