import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]

// The returned postings: one of the first member, then sixty-one of the second.
const department = await portal.make.department('Biology')
const first = await portal.make.staff({ name: 'Şükran Öztürk', department_id: department.id })
const second = await portal.make.staff({ name: 'Ali Hama', department_id: department.id })
const [trip, herbarium] = [
  await portal.make.activity({ name: 'Field trip' }),
  await portal.make.activity({ name: 'Herbarium', type: 'Attending' }),
]
await portal.make.posting(first.id, trip, term.day)
await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
  select ${second.id}, ${herbarium.id}, 'Herbarium ' || n, 'Attending', 1, ${term.day}::date + n, ${term.id}
  from generate_series(1, 61) n`
await portal.sql`update posted_activities set state = 'returned', returned_reason = 'No photo', reviewed_by = ${admin.id},
  reviewed_at = now() - make_interval(mins => id) where user_id in (${first.id}, ${second.id})`

const returned = `/admin-dashboard?tab=review&department_id=${department.id}&state=returned`
const address = () => window.location.pathname + window.location.search
const entries = () => page.getByRole('list', { name: 'Returned' }).getByRole('listitem')
const evidence = () => page.getByRole('region', { name: 'Evidence' })
const opened = () => evidence().getByRole('heading', { level: 2 })
const search = () => page.getByLabelText('Search by person or activity')

test('what was returned is listed by the newest decision, walked by keyboard, and loaded page after page', async () => {
  await portal.open(returned, admin)
  await expect.element(page.getByText('62 returned, most recent first')).toBeVisible()
  await expect.element(opened()).toHaveTextContent('Field trip')
  await expect.poll(() => entries().elements().length).toBe(51)
  await userEvent.keyboard('j')
  await expect.element(opened()).toHaveTextContent('Herbarium 1')
  await userEvent.keyboard('k')
  await expect.element(opened()).toHaveTextContent('Field trip')
  // A key that decides in the queue decides nothing here.
  await userEvent.keyboard('v')
  await entries().nth(44).getByRole('button').click()
  await userEvent.keyboard('j')
  await expect.poll(() => entries().elements().length).toBe(62)
  await expect.element(page.getByText('62 returned, most recent first')).toBeVisible()
})

test('it is searched by person and activity, and the search is in the address', async () => {
  await portal.open(returned, admin)
  await expect.element(opened()).toHaveTextContent('Field trip')
  await search().fill('ozturk')
  await expect.element(page.getByText('1 returned, most recent first')).toBeVisible()
  await expect.poll(address).toContain('q=ozturk')
  await expect.element(opened()).toHaveTextContent('Field trip')
  await expect.element(search()).toHaveFocus()
  await search().fill('nobody is called that')
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(search()).toHaveValue('')
  await expect.poll(address).toBe('/admin-dashboard?tab=review&state=returned')

  await portal.open(`${returned}&q=ali`, admin)
  await expect.element(search()).toHaveValue('ali')
  await expect.element(opened()).toHaveTextContent('Herbarium 1')
  await expect.element(page.getByText('61 returned, most recent first')).toBeVisible()
})

test('a review is taken back by keyboard: the next one opens, and focus stays there, also on a phone', async () => {
  await portal.open(returned, admin)
  await expect.element(opened()).toHaveTextContent('Field trip')
  ;(
    evidence()
      .getByRole('button', { name: /^Undo review/ })
      .element() as HTMLElement
  ).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(opened()).toHaveTextContent('Herbarium 1')
  await expect.element(evidence()).toHaveFocus()
  await expect.element(page.getByText('61 returned, most recent first')).toBeVisible()

  await page.viewport(390, 844)
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: '1 of 61' }).click()
  await expect.element(entries().first()).toBeVisible()
})
