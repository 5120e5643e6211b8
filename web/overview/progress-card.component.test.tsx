import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { textsOf } from '../../testing/components/texts.ts'

const portal = await startPortal()
const { make } = portal
const admin = await make.admin()
const physics = await make.department('Physics')
const law = await make.department('Law')
const ann = await make.staff({ name: 'Ann', department_id: physics.id })
await make.staff({ name: 'Ben', department_id: physics.id })
await make.staff({ name: 'Dora', department_id: law.id })
await portal.sql`update terms set start_date = '2026-01-01', end_date = '2199-01-31'`
await make.posting(ann.id, await make.activity(), '2026-03-01')

const card = (name: string) => page.getByRole('region', { name })

test('each department has its progress towards the days of the term, which are said with the days left', async () => {
  await portal.open('/admin-dashboard?tab=overview', await make.admin())
  await expect.element(card('Participation')).toBeVisible()
  await expect.element(card('Progress towards the days of the term')).not.toBeInTheDocument()

  await portal.sql`update terms set posting_until = current_date + 1, review_until = current_date - 2, closing_on = current_date`
  await portal.open('/admin-dashboard?tab=overview', admin)
  const progress = card('Progress towards the days of the term')
  await expect.element(progress).toHaveTextContent(/Posting until: .* \(1 day left\)/)
  await expect.element(progress).toHaveTextContent(/Review until: .* \(2 days ago\)/)
  await expect.element(progress).toHaveTextContent(/Closing of the term: .* \(today\)/)
  await expect
    .poll(() => textsOf(progress.getByRole('columnheader')))
    .toEqual(['Department', 'Members who posted', 'Reviewed postings'])
  await expect.element(progress.getByRole('row', { name: /^Physics/ })).toHaveTextContent('Physics1 of 20 of 1')
  await expect.element(progress.getByRole('row', { name: /^Law/ })).toHaveTextContent('Law0 of 10 of 0')
  await expect.element(progress.getByRole('row', { name: /^All/ })).toHaveTextContent('All1 of 30 of 1')

  await portal.open('/admin-dashboard?tab=overview', admin, { language: 'ar' })
  await expect.element(card(ar.calendar.progress)).toHaveTextContent('بقي يوم واحد')
})
