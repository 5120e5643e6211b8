import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]
const department = await portal.make.department('Physics')
const busy = await portal.make.staff({ name: 'Sara Aziz', department_id: department.id })
const quiet = await portal.make.staff({ name: 'Omar Kadir', department_id: department.id })
const activity = await portal.make.activity({ name: 'Only one', score: 2.25 })
await portal.make.posting(quiet.id, activity, term.day)
const postings: number[] = []
for (const name of ['Seminar', 'Workshop', 'Lecture'])
  postings.push(await portal.make.posting(busy.id, await portal.make.activity({ name, score: 2.25 }), term.day))

const row = (name: string) => page.getByRole('row', { name })
const dialog = () => page.getByRole('dialog', { name: 'Activities for Sara Aziz' })
const item = (name: string) => dialog().getByRole('listitem').filter({ hasText: name })
const takeBack = (name: string) => item(name).getByRole('button', { name: 'Undo review' })
const toasts = () => page.getByRole('region', { name: 'Notifications' })

test('the Staff table says how much of each member is reviewed, and is sorted by it', async () => {
  await portal.open('/admin-dashboard?tab=staff', admin)
  await expect.element(row('Sara Aziz')).toHaveTextContent('3 new, 0 verified, 0 returned')
  const names = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent?.match(/Sara Aziz|Omar Kadir/)?.[0])
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.poll(names).toEqual(['Sara Aziz', 'Omar Kadir'])
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.poll(names).toEqual(['Omar Kadir', 'Sara Aziz'])
})

test('View Activities verifies, returns and takes back, and the table follows', async () => {
  await portal.open('/admin-dashboard?tab=staff', admin)
  await row('Sara Aziz').getByRole('button', { name: 'View Activities' }).click()
  await expect.element(dialog()).toHaveTextContent('3 activities · 6.75 points')
  await expect.element(item('Seminar')).toHaveTextContent('Posted')
  ;(item('Seminar').getByRole('button', { name: 'Verify' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Seminar')).toHaveTextContent('Verified by Rana Wahid')
  await expect.element(toasts()).toHaveTextContent('Activity verified')
  await expect.element(takeBack('Seminar')).toHaveFocus()

  await item('Workshop').getByRole('button', { name: 'Return' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Return Workshop?' })
  await confirmation.getByLabelText('Reason').fill('No photo')
  await confirmation.getByRole('button', { name: 'Return' }).click()
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(item('Workshop')).toHaveTextContent('Returned')
  await expect.element(item('Workshop')).toHaveTextContent('No photo')
  await expect.element(takeBack('Workshop')).toHaveFocus()
  await expect.element(dialog()).toHaveTextContent('3 activities · 4.5 points')

  // The posting changes during the request of the decision, so that no refetched list can show the change first.
  const restore = intercept('PUT', '/review', async (_, pass) => {
    await portal.sql`update posted_activities set link = 'https://events.test.example/new' where id = ${postings[2]}`
    restore()
    return pass()
  })
  await item('Lecture').getByRole('button', { name: 'Verify' }).click()
  await expect.element(toasts()).toHaveTextContent('Nothing was saved. Check the latest version.')
  await expect.element(item('Lecture').getByRole('link', { name: 'View Activity Link' })).toBeVisible()
  await item('Lecture').getByRole('button', { name: 'Verify' }).click()
  await expect.element(item('Lecture')).toHaveTextContent('Verified by')
  await takeBack('Lecture').click()
  await expect.element(item('Lecture').getByRole('button', { name: 'Verify' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Sara Aziz')).toHaveTextContent('1 new, 1 verified, 1 returned')
})
