import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ActivityType } from '../../contract/codes.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const phone = { width: 390, height: 844 }
const asAdmin = portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
const [term] = (await portal.sql<{ id: number; day: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, start_date::text as day`) as [{ id: number; day: string }]

const sheet = () => page.getByRole('dialog', { name: 'How to reach D' })
const listed = (name: string) => sheet().getByRole('list', { name, exact: true }).getByRole('listitem')
const plan = (name: string) => sheet().getByRole('checkbox', { name: `Plan ${name}` })
const sum = () => sheet().getByRole('status')

test('the way to a grade is a plan: what was returned first, what was done before, what still counts, and the sum of what is chosen', async () => {
  const person = await portal.make.staff({ name: 'Sara Aziz', title: 'l' })
  const make = (name: string, score: number, type: ActivityType = 'Elective') => portal.make.activity({ name, score, type })
  const [returned, done, one, five, attending] = [
    await make('Mended lecture', 2.5),
    await make('Yearly seminar', 2),
    await make('One point', 1),
    await make('Five points', 5),
    await make('Attended talk', 6, 'Attending'),
  ]
  await portal.make.term('Year 1961', '1961-01-01', '1961-12-31')
  for (const day of ['1961-02-02', '1961-03-03']) await portal.make.posting(person.id, done, day)
  await portal.make.posting(person.id, one, term.day)
  const id = await portal.make.posting(person.id, returned, term.day)
  const decision = { state: 'returned', reason: 'No list of names', postings: [{ id, version: 1 }] }
  expect((await asAdmin('PUT', '/review', decision)).status).toBe(200)
  const [newest] = (await asAdmin('GET', '/rules')).body['versions'] as [{ number: number; bands: object }]
  const limits = [{ activity_id: null, type: 'Elective', most_times: null, most_points: 6 }]
  const rules = { bands: newest.bands, limits, note: 'A limit', based_on: newest.number, term_ids: [term.id] }
  expect((await asAdmin('POST', '/rules', rules)).status).toBe(201)

  await portal.open('/staff-dashboard?tab=your-activity', person, phone)
  await page.getByRole('button', { name: /^5 points to D/ }).click()
  await expect.element(listed('Returned to you: correct these first')).toHaveTextContent(/\+2\.5Mended lecture.*No list of names/)
  await expect.element(listed('You did this before')).toHaveTextContent(/Yearly seminar2 times, last in Year 1961/)
  await expect.element(listed('Enough on its own').first()).toHaveTextContent('Five points')
  await expect.element(sheet()).toHaveTextContent('Elective: 5 of 6 points left')
  await expect.element(sum()).toHaveTextContent('Choose what you plan to do: it adds up here.')

  await plan(returned.name).click()
  await expect.element(sum()).toHaveTextContent(/^Together \+2\.5: 3\.5 points, grade E$/)
  await plan(attending.name).click()
  await expect.element(sum()).toHaveTextContent(/^Together \+8\.5: 9\.5 points, grade D$/)
  // Together they are over the limit of the type.
  await plan(five.name).click()
  await expect.element(sum()).toHaveTextContent('Together +8.5: 9.5 points, grade DNot all of it counts, because of a limit.')
  // The sum stays in view at the lower edge of the screen.
  const { bottom } = sum().element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(phone.height)
  await expect.element(sum()).toBeInViewport()
  await plan(returned.name).click()
  await expect.element(sum()).toHaveTextContent(/^Together \+11: 12 points, grade D$/)

  await sheet()
    .getByRole('button', { name: `Edit ${returned.name}` })
    .click()
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeVisible()
  await expect.element(page.getByRole('form')).toHaveTextContent('No list of names')
})

test('mending what was returned says to which grade it leads', async () => {
  const person = await portal.make.staff({ title: 'l' })
  const id = await portal.make.posting(
    person.id,
    await portal.make.activity({ name: 'Paper', score: 6.5, type: 'Compulsory' }),
    term.day,
  )
  const decision = { state: 'returned', reason: 'No page', postings: [{ id, version: 1 }] }
  expect((await asAdmin('PUT', '/review', decision)).status).toBe(200)
  await portal.open('/staff-dashboard?tab=your-activity', person)
  await page.getByRole('button', { name: /^6 points to D/ }).click()
  await expect.element(listed('Returned to you: correct these first')).toHaveTextContent(/^\+6\.5 → DPaper/)
})

test('a proposal names the next event at which it can be done, and what the member said yes to is a proposal', async () => {
  const person = await portal.make.staff({ title: 'p' })
  const [talk, known] = [
    await portal.make.activity({ name: 'Talk at a seminar', score: 7, type: 'Compulsory' }),
    await portal.make.activity({ name: 'Known seminar', score: 3, type: 'Compulsory' }),
  ]
  await portal.sql`update terms set end_date = greatest(end_date, current_date + 10) where id = ${term.id}`
  await portal.make.posting(person.id, known, term.day)
  const add = async (name: string, activity_id: number, days: number) => {
    const begins = Date.now() + days * 86_400_000
    const sessions = [{ begins_at: new Date(begins).toISOString(), ends_at: new Date(begins + 3_600_000).toISOString() }]
    const reply = await asAdmin('POST', '/events', { activity_id, name, place: 'Hall 2', audience: 'all', sessions })
    expect(reply.status).toBe(201)
    return (reply.body['event'] as { id: number }).id
  }
  const soon = await add('Seminar on prosody', talk.id, 2)
  await add('Seminar on meter', talk.id, 3)
  const said = await add('Known seminar again', known.id, 4)
  expect((await portal.as(person)('PUT', `/events/coming/${said}`, { is_coming: true })).status).toBe(200)
  await portal.open('/staff-dashboard?tab=your-activity', person, phone)
  await page.getByRole('button', { name: /^3 points to D/ }).click()
  const talks = listed('Enough on its own').filter({ hasText: 'Talk at a seminar' })
  await expect.element(talks).toHaveTextContent(/Event: Seminar on prosody, \d+ \w+ \d{4}/)
  await expect.element(talks).not.toHaveTextContent('Seminar on meter')
  await expect.element(listed('You said that you come')).toHaveTextContent(/^\+3Known seminar again.*Hall 2/)
  await plan('Known seminar again').click()
  await expect.element(sum()).toHaveTextContent(/^Together \+3: 6 points, grade D$/)
  await talks.getByRole('link', { name: /Seminar on prosody/ }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Seminar on prosody')
  expect(location.search).toBe(`?tab=events&event=${soon}`)
})
