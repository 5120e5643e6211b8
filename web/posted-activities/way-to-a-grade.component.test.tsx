import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { emulateTouch } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()
const phone = { width: 390, height: 844 }
const yourActivity = '/staff-dashboard?tab=your-activity'
const asAdmin = portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
// The term begins a month ago at the latest: the form asks about a day in the future.
const [term] = (await portal.sql<{ id: number; day: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, start_date::text as day`) as [{ id: number; day: string }]

const sheet = () => page.getByRole('dialog', { name: 'How to reach D' })
const card = (label: string) => page.getByText(label, { exact: true }).element().closest('dl > div')?.textContent
const activityField = () => page.getByRole('form').getByLabelText('Activity', { exact: true })

test('a grade out of reach is said so; a closed term suggests nothing', async () => {
  const person = await portal.make.staff({ name: 'Omar Kadir', title: 'l' })
  const only = await portal.make.activity({ name: 'Only two points', score: 2 })
  const past = await portal.make.term('Year 1961', '1961-01-01', '1961-12-31')
  expect((await asAdmin('PUT', `/terms/close/${past.id}`, {})).status).toBe(200)
  await portal.open(yourActivity, person, phone)
  await page.getByRole('button', { name: /^6 points to D/ }).click()
  await expect
    .element(sheet())
    .toHaveTextContent('The activities you can still post add 2 points at most, within the limits. That is not enough for D.')
  expect(sheet().getByRole('listitem').elements()).toHaveLength(1)
  await sheet().getByRole('button', { name: 'Close' }).click()

  await portal.open(`${yourActivity}&term=${past.id}`, person, phone)
  await expect.element(page.getByText(/points to D/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /points to D/ })).not.toBeInTheDocument()
  await portal.sql`update activities set removed_at = now() where id = ${only.id}`
})

test('"points to" a grade opens what brings one there; posting it raises the total and reaches the grade', async () => {
  const person = await portal.make.staff({ name: 'Sara Aziz', title: 'l' })
  const one = await portal.make.activity({ name: 'One point', score: 1, type: 'Elective' })
  const four = await portal.make.activity({ name: 'Four points', score: 4, type: 'Elective' })
  const nine = await portal.make.activity({ name: 'Nine points', score: 9, type: 'Elective' })
  const eight = await portal.make.activity({ name: 'Eight points', score: 8, type: 'Attending' })
  await portal.make.posting(person.id, one, term.day)
  const [newest] = (await asAdmin('GET', '/rules')).body['versions'] as [{ number: number; bands: object }]
  const limits = [{ activity_id: null, type: 'Attending', most_times: null, most_points: 7 }]
  const rules = { bands: newest.bands, limits, note: 'A limit', based_on: newest.number, term_ids: [term.id] }
  expect((await asAdmin('POST', '/rules', rules)).status).toBe(201)

  await portal.open(yourActivity, person, phone)
  await page.getByRole('button', { name: '5 points to D. See how to get there' }).click()
  await expect
    .element(sheet())
    .toHaveTextContent('Current grade (without feedback): you need 5 points more to reach D. Feedback does not count towards it.')
  const listed = (name: string) =>
    sheet()
      .getByRole('list', { name, exact: true })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(() => listed('Enough on its own')).toEqual([expect.stringContaining(nine.name)])
  expect(listed('Not enough on its own')).toEqual([expect.stringContaining(four.name)])
  await expect.element(sheet()).not.toHaveTextContent(one.name)
  await expect.element(sheet()).not.toHaveTextContent(eight.name)
  await expect.element(sheet()).toHaveTextContent('1 activity is not listed because a limit means it would count as 0.')
  expect(sheet().element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, ...phone })

  await sheet()
    .getByRole('button', { name: `9 points: what is Points for ${nine.name}?` })
    .click()
  const explanation = page.getByRole('dialog', { name: `Points for ${nine.name}` })
  await expect.element(explanation).toHaveTextContent("An administrator sets an activity's points in the catalogue.")
  window.history.back()
  await expect.element(explanation).not.toBeInTheDocument()
  await expect.element(sheet()).toBeVisible()
  window.history.back()
  await expect.element(sheet()).not.toBeInTheDocument()
  expect(window.location.search).toContain('tab=your-activity')

  await page.getByRole('button', { name: /^5 points to D/ }).click()
  await sheet()
    .getByRole('button', { name: `Post ${nine.name}` })
    .click()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(activityField()).toHaveValue(nine.name)
  await expect.element(page.getByRole('form').getByLabelText('Starting date')).toHaveFocus()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Post Activity' }).click()
  await expect.poll(() => card('Total Score')).toContain('10')
  await expect.poll(() => card('Current Grade')).toContain('D10')
})
