import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'
import { putEntry } from '../outbox/outbox-store.ts'

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

test('what concerns a member, with a returned posting and an event, and the places of a kind on a phone', async () => {
  const member = await portal.make.staff()
  await addReturned(member)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const sessions = [{ begins_at: at(-5), ends_at: at(60) }]
  const event = { activity_id: paper.id, name: 'Evening', place: 'Hall', audience: 'chosen', invited: [member.id], sessions }
  expect(await portal.as(admin)('POST', '/events', event)).toMatchObject({ status: 201 })
  for (const place of ['here', 'abroad']) {
    const { id } = await portal.make.activity({ name: `Conference ${place}` })
    await portal.sql`update activities set kind = 'Conference', place = ${place} where id = ${id}`
  }
  for (const options of [undefined, phone, { ...phone, language: 'ar' as const }]) {
    await portal.open('/staff-dashboard', member, options)
    await expect.element(page.getByText('No list of names')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Evening', exact: true })).toBeVisible()
    await expectNoAxeViolations()
  }
  await open('/staff-dashboard', 'Activity List', member, phone)
  await button('Places of Conference').click()
  await expect.element(dialog().getByRole('button', { name: 'Post Conference abroad' })).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
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

test('the outbox: what waits, what was refused and what is being sent, also on a phone in Kurdish', async () => {
  const member = await portal.make.staff()
  const entry = { userId: member.id, route: 'POST /posted-activities' as const, fields: [], fileCount: 2, storedAt: Date.now() }
  const values = { activity_name: lecture.name, starting_date: today, link: '' }
  const form = { draft: 'posting', values, version: undefined, removed: [], activity: { name: lecture.name, names: {} } }
  const reason = messages.terms.closed
  // Nothing is sent while another tab is sending.
  let end = () => {}
  const isSending = new Promise<void>((resolve) => {
    end = resolve
  })
  void navigator.locks.request('outbox', () => isSending)
  onTestFinished(() => end())
  for (const options of [undefined, { ...phone, language: 'ckb' as const }]) {
    await portal.open('/staff-dashboard', member, options)
    await putEntry({ ...entry, form, key: 'waits' }, [], () => true)
    await putEntry({ ...entry, form, key: 'refused', refusal: { reason: { key: reason.key }, errors: [] } }, [], () => true)
    await putEntry({ ...entry, form, key: 'leaves', leftAt: Date.now() }, [], () => true)
    await portal.open('/staff-dashboard?tab=your-activity', member, options)
    await expect.poll(() => document.querySelectorAll('section[aria-labelledby="outbox"] li h3').length).toBe(3)
    await expectNoAxeViolations()
  }
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

test('what is written about a posting: the thread with the form and its error, and the note in the form of the posting', async () => {
  const member = await portal.make.staff()
  await addReturned(member)
  await openOwn(member)
  const list = page.getByRole('list', { name: 'Your Posted Activities' })
  await list.getByRole('button', { name: /^Write a message/ }).click()
  await list.getByRole('button', { name: 'Send message' }).click()
  await expect.element(list).toHaveTextContent('Write a message.')
  await page.getByRole('form', { name: 'Post New Activity' }).getByRole('button', { name: 'Note to the reviewer' }).click()
  await expect.element(page.getByLabelText('Note to the reviewer')).toHaveFocus()
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
    .element(page.getByRole('dialog', { name: 'How to reach D' }).getByRole('list', { name: 'Enough on its own', exact: true }))
    .toBeVisible()
  await dialog().getByRole('checkbox').first().click()
  await expect.element(dialog().getByRole('status')).toHaveTextContent(/^Together/)
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
  await page.getByRole('definition').nth(3).getByRole('button').first().click()
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

test('the offer to put the portal on the home screen, and its steps, on a phone, in Arabic', async () => {
  const member = await portal.make.staff()
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => real(query === '(pointer: coarse)' ? 'all' : query))
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0')
  onTestFinished(() => void vi.restoreAllMocks())
  const say = speaker('ar', ar)
  await portal.open('/staff-dashboard?tab=your-activity', member, { ...phone, language: 'ar' })
  await page.getByLabelText(say(messages.fields.activity), { exact: true }).fill(lecture.name)
  await page.getByRole('option', { name: lecture.name }).click()
  await page.getByRole('button', { name: say(messages.postedActivities.today), exact: true }).click()
  await page.getByLabelText(say(messages.fields.link)).fill('https://home.test.example')
  await page
    .getByRole('form')
    .getByRole('button', { name: say(messages.postedActivities.post) })
    .click()
  const show = page.getByRole('button', { name: say(messages.offers.show) })
  await expect.element(show).toBeVisible()
  await expectNoAxeViolations()
  await show.click()
  await expect.element(dialog().getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations()
})
