import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const [term] = (await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`) as [
  { day: string },
]
const member = await portal.make.staff({ department_id: (await portal.make.department()).id })
const [seminar, workshop] = [await portal.make.activity({ name: 'Seminar' }), await portal.make.activity({ name: 'Workshop' })]
await portal.make.posting(member.id, seminar, term.day)
await portal.make.posting(member.id, workshop, term.day, 'https://events.test.example/1')

test('each filter says how many postings it leaves, narrows the list, and stands in the address', async () => {
  await portal.open('/admin-dashboard?tab=review', admin)
  const only = page.getByRole('combobox', { name: 'Show only' })
  await expect.element(only).toHaveTextContent('Without evidence (1)')
  await expect.element(only).toHaveTextContent('With a warning (0)')
  await only.selectOptions('Without evidence (1)')
  await expect.element(page.getByText('1 to review, oldest first')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const activity = page.getByRole('combobox', { name: 'Activity', exact: true })
  await activity.selectOptions('Workshop (1)')
  await expect.element(page.getByRole('heading', { name: 'Workshop' })).toBeVisible()

  await portal.open(`/admin-dashboard?tab=review&mark=no-evidence&activity_id=${workshop.id}`, admin)
  await expect.element(page.getByRole('combobox', { name: 'Show only' })).toHaveValue('no-evidence')
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible()
})
