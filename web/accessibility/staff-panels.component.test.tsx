import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'

giveTimeToAxe()
const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const phone = { width: 390, height: 844 }
const lecture = await portal.make.activity({ name: 'Guest lecture', type: 'Elective', score: 9 })
const paper = await portal.make.activity({ name: 'Published paper', type: 'Compulsory', score: 1 })
await portal.sql`update activities set description = ${`Reviewed by others. ${'And so on. '.repeat(40)}`.trim()} where id = ${paper.id}`
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`

type Options = Parameters<typeof portal.open>[2]
type Member = Awaited<ReturnType<typeof portal.make.staff>>

async function open(address: string, title: string, member: Member, options?: Options) {
  await portal.open(address, member, options)
  await loaded(title)
}
const openOwn = (member: Member, options?: Options, query = '') =>
  open(`/staff-dashboard?tab=your-activity${query}`, 'Your Activity', member, options)

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')

/** Adds a posting that was returned with a reason, as Review does it. */
async function addReturned({ id }: Member) {
  const posting = await portal.make.posting(id, lecture, today)
  const decision = { state: 'returned', reason: 'No list of names', postings: [{ id: posting, version: 1 }] }
  expect(await portal.as(admin)('PUT', '/review', decision)).toMatchObject({ status: 200 })
  return posting
}

test('the catalogue as a table, with what an activity is; as cards on a phone', async () => {
  const member = await portal.make.staff()
  await open('/staff-dashboard', 'Activity List', member)
  await expect.element(page.getByRole('row', { name: paper.name })).toBeVisible()
  await expectNoAxeViolations()
  await button(`More about ${paper.name}`).click()
  await expect.element(dialog()).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await open('/staff-dashboard', 'Activity List', member, phone)
  await expect.element(page.getByRole('row', { name: paper.name }).getByText('1 point')).toBeVisible()
  await expectNoAxeViolations()
})

test('the calendar of a date field, also on a phone', async () => {
  const member = await portal.make.staff()
  for (const options of [undefined, phone]) {
    await openOwn(member, options)
    await page.getByRole('form').getByRole('button', { name: 'Choose a day' }).click()
    await expect.element(dialog().getByRole('grid')).toBeVisible()
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
})

test('the own activity of a new member, and while it cannot be loaded', async () => {
  const member = await portal.make.staff()
  await openOwn(member)
  await expect.element(page.getByText('You have not asked any questions.')).toBeVisible()
  await expectNoAxeViolations()
  intercept('GET', '/posted-activities', noNetwork)
  await portal.open('/grade', member)
  await portal.open('/staff-dashboard?tab=your-activity', await portal.make.staff())
  await expect.element(button('Try again').first()).toBeVisible()
  await expectNoAxeViolations()
})

test('the form of a posting with its errors and its list of activities, beside a closed term', async () => {
  const member = await portal.make.staff()
  const past = await portal.make.term('Year 1931', '1931-01-01', '1931-12-31')
  await portal.make.posting(member.id, lecture, '1931-05-05')
  await portal.make.posting(member.id, lecture, today)
  expect(await portal.as(admin)('PUT', `/terms/close/${past.id}`, {})).toMatchObject({ status: 200 })
  await openOwn(member)
  await expect.element(entries().nth(1)).toBeVisible()
  await page.getByRole('form').getByRole('button', { name: 'Post Activity' }).click()
  const activity = page.getByLabelText('Activity', { exact: true })
  await expect.element(activity).toHaveFocus()
  await activity.fill(lecture.name)
  await expect.element(page.getByRole('listbox').getByRole('option')).toBeVisible()
  await expectNoAxeViolations()
})

test('a posting that was begun, one of which it is not known whether it arrived, and the question before logging out', async () => {
  const member = await portal.make.staff()
  await openOwn(member)
  await page.getByLabelText('Activity', { exact: true }).fill(lecture.name)
  await page.getByRole('option', { name: lecture.name }).click()
  await page.getByLabelText('Starting date').fill(today)
  await portal.open('/grade', member)
  await openOwn(member)
  await expect.element(page.getByRole('link', { name: /^Continue the posting that you began/ })).toBeVisible()
  intercept('GET', /^\/sent-changes\//, noNetwork)
  interceptUploads(({ reply }) => reply(0))
  await page.getByRole('form').getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(page.getByRole('form').getByRole('alert')).toHaveTextContent('It is not known whether this arrived.')
  await expectNoAxeViolations()
  await button('Logout').click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations()
})

test('a posting that is returned: its banner, its history, the question about it with an error, and the question before it is deleted', async () => {
  const member = await portal.make.staff()
  await addReturned(member)
  await openOwn(member)
  await expect.element(page.getByRole('region', { name: /returned to you/ })).toBeVisible()
  await entries().first().getByText('History').click()
  await expect.element(page.getByRole('list', { name: 'History' }).getByRole('listitem').nth(1)).toBeVisible()
  await expectNoAxeViolations()
  await button(`Ask about ${lecture.name}`).click()
  await dialog().getByRole('button', { name: 'Send question' }).click()
  await expect.element(dialog()).toHaveTextContent('Write your question.')
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await entries().first().getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations()
})

test('questions: an open one with the form of a message; on a phone, in Arabic', async () => {
  const member = await portal.make.staff()
  await portal.make.question(member.id)
  await openOwn(member)
  await page.getByRole('article').getByRole('button', { name: 'Write a message' }).click()
  await expect.element(page.getByRole('article').getByLabelText('Message')).toBeVisible()
  await expectNoAxeViolations()
  await open('/staff-dashboard?tab=your-activity', speaker('ar', ar)(messages.panels.yourActivity), member, {
    ...phone,
    language: 'ar',
  })
  await expect.element(page.getByRole('article', { name: 'شيء ناقص' })).toBeVisible()
  await expectNoAxeViolations()
})

/** Adds six closed years, each with more points: the path has a chart. */
async function addYears({ id }: Member) {
  for (let year = 1940; year < 1946; year += 1) {
    const term = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${id}, ${term.id}, ${(year - 1939) * 10})`
    expect(await portal.as(admin)('PUT', `/terms/close/${term.id}`, {})).toMatchObject({ status: 200 })
  }
}

test('the own path through the years, on a large screen and on a phone, with the menu of the record', async () => {
  const member = await portal.make.staff()
  await addYears(member)
  await openOwn(member)
  await expect.element(page.getByRole('img', { name: /grade/ })).toBeVisible()
  await expectNoAxeViolations()
  await openOwn(member, phone)
  await expect.element(page.getByRole('img', { name: /grade/ })).toBeVisible()
  await expectNoAxeViolations()
  await button('My record').click()
  await expect.element(page.getByRole('menuitem', { name: 'PDF: English' })).toBeVisible()
  await expectNoAxeViolations({ without: ['region'] })
})

test('the way to the next grade, on a phone', async () => {
  const member = await portal.make.staff({ title: 'l' })
  await portal.make.posting(member.id, paper, today)
  await openOwn(member, phone)
  await button(/points to D. See how to get there$/).click()
  await expect
    .element(page.getByRole('dialog', { name: 'How to reach D' }).getByRole('list', { name: 'Enough on its own' }))
    .toBeVisible()
  await expectNoAxeViolations()
})

test('the own activity with scores on a phone, in Kurdish, and what a sum means', async () => {
  const member = await portal.make.staff({ title: 'l' })
  await portal.sql`insert into term_scores (user_id, term_id, tp) select ${member.id}, id, 4.5 from terms where is_current`
  await portal.make.posting(member.id, paper, today)
  await portal.open('/staff-dashboard?tab=your-activity', member, { ...phone, language: 'ckb' })
  await loaded(/\S/)
  await expect.element(page.getByRole('term').first()).toBeVisible()
  await expectNoAxeViolations()
  await page.getByRole('definition').nth(4).getByRole('button').first().click()
  await expect.element(dialog().getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expectNoAxeViolations()
})

test('the grade scale, on a large screen and on a phone', async () => {
  const member = await portal.make.staff()
  for (const size of [{}, phone]) {
    await portal.open('/grade', member, size)
    await expect.element(page.getByRole('img', { name: /You, Professor/ })).toBeVisible()
    await expectNoAxeViolations()
  }
})

test('the statement, with what was returned and questioned, on a large screen and on a phone', async () => {
  const member = await portal.make.staff({ name: 'د. ڕێبوار ئەحمەد' })
  await portal.make.posting(member.id, paper, today)
  await addReturned(member)
  await portal.make.question(member.id)
  for (const size of [{}, phone]) {
    await portal.open('/statement', member, size)
    await expect.element(page.getByRole('table', { name: 'How it adds up' })).toBeVisible()
    await expectNoAxeViolations()
  }
})
