import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const member = await portal.make.staff({ name: 'Sara Aziz', title: 'p' })
const activity = await portal.make.activity({ name: 'Seminar', score: 3 })
const [term] = await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`
await portal.make.posting(member.id, activity, term?.day ?? '')

const dialog = () => page.getByRole('dialog')
const total = async () =>
  (await portal.sql<{ total: number }>`select total_score as total from term_scores where user_id = ${member.id}`)[0]?.total

async function changePoints(points: string) {
  await page.getByRole('button', { name: 'Edit Seminar' }).click()
  await page.getByRole('form').getByLabelText('Score').fill(points)
  await page.getByRole('form').getByRole('button', { name: 'Update Activity' }).click()
}

test('other points of an activity ask whether they count from now on or for the whole term, and say for whom', async () => {
  await portal.open('/admin-dashboard?tab=activity', admin)
  await changePoints('30')
  await expect.element(dialog()).toHaveTextContent('1 posting in this term has other points than the catalogue (30).')
  await expect.element(dialog().getByRole('row', { name: /Sara Aziz/ })).toHaveTextContent(/3 · E.*30 · C/)
  await expect.element(dialog().getByRole('rowheader').getByRole('link', { name: 'Sara Aziz' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Count from now on' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(await total()).toBe(3)

  await page.getByRole('button', { name: 'Edit Seminar' }).click()
  await page.getByRole('button', { name: 'Points in the current term…' }).click()
  await dialog().getByRole('button', { name: 'Count for the whole term' }).click()
  await expect.element(page.getByText('Counted 1 posting anew')).toBeVisible()
  expect(await total()).toBe(30)
  await portal.open('/statement', member)
  await expect.element(page.getByText(/^Counted anew on .+: 3 points before$/)).toBeVisible()
})
