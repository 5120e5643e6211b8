import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
// The term begins a month ago at the latest: the form asks about a day in the future.
const [term] = (await portal.sql<{ id: number; start: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, start_date::text as start`) as [{ id: number; start: string }]
const day = (number: number) => `${term.start.slice(0, 8)}${String(number).padStart(2, '0')}`

const form = () => page.getByRole('form')
const activityField = () => page.getByLabelText('Activity', { exact: true })
const date = () => page.getByLabelText('Starting date')
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const wouldCountNothing = 'Over the limit: this activity counts at most once per term. It would be saved but count as 0.'

test('over a limit only that is said, at the activity and in its list, and after posting why it counts 0', async () => {
  const limited = await portal.make.activity({ name: 'Limited seminar', type: 'Elective', score: 2 })
  await publishLimit({ activity_id: limited.id, type: null, most_times: 1, most_points: null })
  const person = await portal.make.staff()
  await portal.make.posting(person.id, limited, day(5))
  await portal.open('/staff-dashboard?tab=your-activity', person)
  await expect.element(entries()).toHaveTextContent(limited.name)

  await activityField().fill('Limited')
  const option = page.getByRole('option', { name: limited.name })
  await expect.element(option).toHaveTextContent('over the limit, counts as 0 · Elective')
  await option.click()
  await expect.element(activityField()).toHaveAccessibleDescription(wouldCountNothing)
  // The activity counts with an earlier date, in place of the other one.
  await date().fill(day(4))
  const pushes = 'It would count 2 points. Activities with a later date would be over the limit, so your total would change by 0.'
  await expect.element(activityField()).toHaveAccessibleDescription(pushes)
  await date().fill(day(6))
  await expect.element(activityField()).toHaveAccessibleDescription(wouldCountNothing)
  await expect.element(date()).not.toHaveAccessibleDescription(expect.stringContaining('limit'))
  await expect.element(form()).not.toHaveTextContent('Earns')

  await form().getByRole('button', { name: 'Post Activity' }).click()
  const posted = form().getByRole('status').filter({ hasText: 'Activity posted successfully' })
  const why = 'Over the limit: this activity counts at most once per term. It counts as 0.'
  await expect.element(posted).toHaveTextContent(`Activity posted successfully${why}`)
})

test('an edited posting keeps its points: it is not said to exceed the limit that it uses up itself', async () => {
  const limited = await portal.make.activity({ name: 'Limited fair', type: 'Elective', score: 2 })
  await publishLimit({ activity_id: limited.id, type: null, most_times: null, most_points: 2 })
  const person = await portal.make.staff()
  await portal.make.posting(person.id, limited, day(5))
  // The catalogue has another score by now, which would not fit.
  await portal.sql`update activities set score = 5 where id = ${limited.id}`
  await portal.open('/staff-dashboard?tab=your-activity', person)
  await entries().getByRole('button', { name: /^Edit/ }).click()
  await expect.element(activityField()).toHaveAccessibleDescription('Keeps the 2 points it earned.')
})

/** Publishes a limit as the only one of the current term. */
async function publishLimit(limit: object) {
  const { body } = await portal.as(admin)('GET', '/rules')
  const [newest] = body['versions'] as [{ number: number; bands: object }]
  const rules = { bands: newest.bands, limits: [limit], note: 'A limit', based_on: newest.number, term_ids: [term.id] }
  expect((await portal.as(admin)('POST', '/rules', rules)).status).toBe(201)
}
