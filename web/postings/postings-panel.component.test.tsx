import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseInFilter } from '../../testing/components/filters.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const physics = await portal.make.department('Physics')
const law = await portal.make.department('Law')
const head = await portal.make.head(physics.id)
const ann = await portal.make.staff({ name: 'Ann Lewis', department_id: physics.id, title: 'l' })
const ben = await portal.make.staff({ name: 'Ben Karim', department_id: law.id, title: 'p' })
const term = await portal.make.term('Year 1950', '1950-01-01', '1950-12-31')
await portal.sql`update terms set is_current = id = ${term.id}`
const seminar = await portal.make.activity({ name: 'Seminar', type: 'Attending', score: 2.5 })
const workshop = await portal.make.activity({ name: 'Workshop', type: 'Elective', score: 4 })
await portal.make.posting(ann.id, seminar, '1950-02-01', 'https://events.test.example/1')
await portal.make.posting(ann.id, workshop, '1950-03-01')
await portal.make.posting(ben.id, workshop, '1950-04-01', 'https://events.test.example/1')
const panel = `/admin-dashboard?tab=postings&in_term=${term.id}`

const rows = () =>
  page
    .getByRole('table', { name: 'Postings' })
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
const search = () => new URLSearchParams(location.search)

test('the list is filtered, searched and sorted by the server, all of it in the address', async () => {
  await portal.open(panel, admin)
  await expect.element(rows()).toHaveLength(3)
  await expect.element(rows().first()).toHaveTextContent('Ben Karim')
  await expect.element(page.getByText('3 postings')).toBeVisible()

  await page.getByRole('button', { name: /^Activity: / }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Workshop' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Seminar' }).click()
  await expect.poll(() => search().get('activity_id')).toMatch(/^\d+,\d+$/)
  await page.getByRole('menuitemcheckbox', { name: 'Seminar' }).click()
  await expect.element(rows()).toHaveLength(2)
  await expect.element(page.getByText('2 of 2')).toBeVisible()

  await page.getByRole('button', { name: 'Member', exact: true }).click()
  await expect.element(rows().first()).toHaveTextContent('Ann Lewis')
  expect(search().get('sort')).toBe('name')

  await page.getByRole('searchbox').fill('karim')
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rows().first()).toHaveTextContent('Ben Karim')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByLabelText('From date')).toHaveValue('')
  expect([...search().keys()].toSorted()).toEqual(['sort', 'tab'])
})

test('a filter by days, by person and by warning', async () => {
  await portal.open(panel, admin)
  await page.getByLabelText('From date').fill('1950-03-01')
  await expect.element(rows()).toHaveLength(2)
  expect(search().get('dates')).toBe('1950-03-01..')
  await page.getByLabelText('From date').fill('')
  await expect.element(rows()).toHaveLength(3)

  await rows().last().getByRole('link', { name: 'Ann Lewis', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ann Lewis')
  await page.getByRole('link', { name: 'All postings of Ann Lewis' }).click()
  await expect.element(rows()).toHaveLength(2)
  expect(search().get('who')).toBe(String(ann.id))
  await page.getByRole('button', { name: 'Do not narrow to Ann Lewis' }).click()
  await expect.poll(() => search().get('who')).toBe(null)

  await page.getByRole('button', { name: /^Warnings: / }).click()
  await page.getByRole('menuitemcheckbox', { name: 'With warning' }).click()
  await expect.poll(() => search().get('warning')).toBe('with')
  await expect.poll(() => rows().all().length).toBeGreaterThanOrEqual(2)
  await expect.element(rows().first().getByRole('img', { name: 'Same evidence elsewhere' })).toBeVisible()
})

test('a posting opens where Review has it, and a view of the list is saved', async () => {
  await portal.open(`${panel}&type=Elective`, admin)
  await page.getByRole('button', { name: 'Views and columns' }).click()
  await page.getByRole('menuitem', { name: /Save/ }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill('Electives')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('View saved')).toBeVisible()
  const [saved] = await portal.sql<{ content: object }>`select content from saved_views where name = 'Electives'`
  expect(saved?.content).toMatchObject({ filters: { in_term: String(term.id), type: 'Elective' } })

  await page.getByRole('link', { name: 'Open Workshop, Ben Karim' }).click()
  await expect.poll(() => search().get('tab')).toBe('review')
  await expect.element(page.getByText('Ben Karim').first()).toBeVisible()
})

test('what was done: chart and table have the same sums, a bar leads to its postings, and the terms are chosen', async () => {
  await portal.open(panel, admin)
  await page.getByRole('link', { name: 'What was done' }).click()
  const byDepartment = page.getByRole('region', { name: 'By department' })
  await expect.element(byDepartment.getByRole('row', { name: 'All' })).toHaveTextContent('All310.5')
  await expect.element(byDepartment.getByRole('row', { name: 'Physics' })).toHaveTextContent('Physics26.5')
  const bar = byDepartment.getByRole('link', { name: 'Physics: 2 postings, 6.5 points' })
  await expect.element(bar).toBeVisible()
  await page.getByRole('button', { name: 'Only verified' }).click()
  await expect.element(page.getByText('Nothing was posted in these terms.')).toBeVisible()
  await page.getByRole('button', { name: 'Only verified' }).click()
  await bar.click()
  await expect.element(rows()).toHaveLength(2)
  expect(search().get('department_id')).toBe(String(physics.id))
})

test('the counts are narrowed by what the list is narrowed by, and the other way round', async () => {
  await portal.open(panel, admin)
  await loaded('Postings')
  await chooseInFilter('Activity', 'Workshop')
  await expect.poll(() => search().get('activity_id')).not.toBeNull()
  const workshop = search().get('activity_id')
  await page.getByRole('link', { name: 'What was done' }).click()
  const byDepartment = page.getByRole('region', { name: 'By department' })
  const all = () =>
    Number(
      byDepartment
        .getByRole('row', { name: 'All' })
        .element()
        .textContent?.match(/^All(\d)/)?.[1],
    )
  await expect.element(byDepartment).toBeVisible()
  const [ofAll] = await portal.sql<{ count: number }>`
    select count(*)::int as count from posted_activities where activity_id = ${Number(workshop)} and state <> 'returned'`
  const count = ofAll?.count ?? 0
  await expect.poll(all).toBe(count)
  await chooseInFilter('Department', 'Physics')
  const [row] = await portal.sql<{ count: number }>`
    select count(*)::int as count from posted_activities p join users u on u.id = p.user_id
    where activity_id = ${Number(workshop)} and state <> 'returned' and department_id = ${physics.id}`
  const ofPhysics = row?.count ?? 0
  expect(ofPhysics).toBeLessThan(count)
  await expect.poll(all).toBe(ofPhysics)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect.element(rows()).toHaveLength(ofPhysics)
  expect([search().get('activity_id'), search().get('department_id')]).toEqual([workshop, String(physics.id)])
})

test('a head has the postings of the department, without a filter of departments', async () => {
  await portal.open('/staff-dashboard', head)
  await page.getByRole('link', { name: 'Postings' }).click()
  await loaded('Postings')
  await expect.element(rows()).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: /^Title: / })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Department: / })).not.toBeInTheDocument()
})
