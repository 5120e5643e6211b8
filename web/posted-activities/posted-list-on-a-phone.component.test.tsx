import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { emulateTouch, expectInReach } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()
const phone = { width: 390, height: 844 }
const yourActivity = '/staff-dashboard?tab=your-activity'
const admin = await portal.make.admin({ name: 'Rana Wahid' })
// The term begins a month ago at the latest: the form asks about a day in the future, and one day is not posted twice.
const [term] = (await portal.sql<{ id: number; name: string; day: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, name, start_date::text as day`) as [{ id: number; name: string; day: string }]

const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const entryCount = () => entries().elements().length
const search = () => page.getByRole('searchbox', { name: 'Search your activities' })
const activityField = () => page.getByRole('form').getByLabelText('Activity', { exact: true })
const dateField = () => page.getByRole('form').getByLabelText('Starting date')
const address = () => window.location.pathname + window.location.search
const again = (name: string) =>
  entries()
    .filter({ hasText: name })
    .getByRole('button', { name: /^Post again with a new date/ })
    .first()

test('the list is searched and narrowed to a term, both in the address; nothing found has a way back', async () => {
  const person = await portal.make.staff({ name: 'Sara Aziz' })
  const past = await portal.make.term('Year 1961', '1961-01-01', '1961-12-31')
  const [seminar, workshop] = [
    await portal.make.activity({ name: 'Seminar' }),
    await portal.make.activity({ name: 'زانکۆی كوردي' }),
  ]
  await portal.make.posting(person.id, seminar, term.day)
  await portal.make.posting(person.id, workshop, term.day)
  await portal.make.posting(person.id, seminar, '1961-05-05')
  await portal.open(yourActivity, person, phone)
  await expect.element(entries().first()).toBeVisible()
  await expect.poll(entryCount).toBe(3)
  await search().fill('کوردی')
  await expect.poll(entryCount).toBe(1)
  await expect.element(entries()).toHaveTextContent(workshop.name)
  await search().fill('seminar')
  await expect.poll(entryCount).toBe(2)
  const terms = page.getByLabelText('Show activities from')
  const options = terms.getByRole('option').elements()
  expect(options.map(({ textContent }) => textContent)).toEqual(['All terms', term.name, past.name])
  await terms.selectOptions(past.name)
  await expect.poll(entryCount).toBe(1)
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await expect.poll(address).toContain('q=seminar')
  await expect.poll(address).toContain(`posted_in=${past.id}`)

  await portal.open('/staff-dashboard?tab=activity', person, phone)
  await portal.open(`${yourActivity}&q=seminar&posted_in=${past.id}`, person, phone)
  await expect.element(entries().first()).toBeVisible()
  await expect.poll(entryCount).toBe(1)
  await expect.element(search()).toHaveValue('seminar')
  await search().fill('nothing like this')
  await expect.element(page.getByText('None of your activities match.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(entryCount).toBe(3)
  await expect.element(search()).toHaveValue('')
  await expect.poll(address).toBe(yourActivity)
})

test('a link to one posting shows it whatever is searched', async () => {
  const person = await portal.make.staff({ name: 'Omar Kadir' })
  const id = await portal.make.posting(person.id, await portal.make.activity({ name: 'Linked seminar' }), term.day)
  await portal.open(`${yourActivity}&q=nothing&posting=${id}`, person, phone)
  await expect.element(entries().first()).toBeVisible()
  await expect.poll(entryCount).toBe(1)
  await expect.element(entries()).toBeInViewport()
  await expect.poll(address).toBe(yourActivity)
})

test('an activity is posted again with a new date; a draft is replaced only after a question', async () => {
  const person = await portal.make.staff({ name: 'Lana Rashid' })
  const seminar = await portal.make.activity({ name: 'Repeated seminar', score: 3 })
  const other = await portal.make.activity({ name: 'Other workshop', score: 2 })
  await portal.make.posting(person.id, seminar, term.day, 'https://events.test.example/seminar')
  await portal.open(yourActivity, person, phone)
  await expect.element(again(seminar.name)).toBeVisible()
  again(seminar.name).element().scrollIntoView({ block: 'center' })
  await expectInReach(again(seminar.name))
  await again(seminar.name).click()
  await expect.element(activityField()).toHaveValue(seminar.name)
  await expect.element(page.getByLabelText('Link')).toHaveValue('https://events.test.example/seminar')
  await expect.element(dateField()).toHaveValue('')
  await expect.element(dateField()).toHaveFocus()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.poll(entryCount).toBe(2)
  const total = () => page.getByText('Total Score', { exact: true }).element().closest('dl > div')?.textContent
  await expect.poll(total).toContain('Total Score6')

  await activityField().fill(other.name)
  await userEvent.keyboard('{Enter}')
  await again(seminar.name).click()
  const question = page.getByRole('alertdialog', { name: 'Replace your unfinished posting?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(activityField()).toHaveValue(other.name)
  await again(seminar.name).click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect.element(activityField()).toHaveValue(seminar.name)
  await expect.element(dateField()).toHaveFocus()
})

test('what the catalogue no longer has, and what a limit makes worth 0, says why it cannot be posted again', async () => {
  const person = await portal.make.staff({ name: 'Hana Karim' })
  const retired = await portal.make.activity({ name: 'Retired activity' })
  const limited = await portal.make.activity({ name: 'Limited activity' })
  await portal.make.posting(person.id, retired, term.day)
  await portal.make.posting(person.id, limited, term.day)
  await portal.sql`update activities set removed_at = now() where id = ${retired.id}`
  await publishLimit({ activity_id: limited.id, type: null, most_times: 1, most_points: null })
  await portal.open(yourActivity, person, phone)
  await expect.element(entries().filter({ hasText: retired.name })).toHaveTextContent('no longer in the catalogue')
  await expect
    .element(entries().filter({ hasText: limited.name }))
    .toHaveTextContent('it will count as 0: this activity counts at most once per term.')
  await expect.element(page.getByRole('button', { name: /^Post again/ })).not.toBeInTheDocument()
})

/** Publishes a limit as the only one of the current term. */
async function publishLimit(limit: object) {
  const { body } = await portal.as(admin)('GET', '/rules')
  const [newest] = body['versions'] as [{ number: number; bands: object }]
  const rules = { bands: newest.bands, limits: [limit], note: 'A limit', based_on: newest.number, term_ids: [term.id] }
  expect((await portal.as(admin)('POST', '/rules', rules)).status).toBe(201)
}
