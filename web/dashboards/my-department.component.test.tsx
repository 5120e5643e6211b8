import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Translations } from '../../contract/fields.ts'
import { filterOf } from '../../testing/components/filters.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]

/** A department with a head and a member. */
async function addDepartment(name: string, translated: { names?: Translations } = {}) {
  const department = await portal.make.department(name, translated)
  const head = await portal.make.head(department.id)
  await portal.sql`update users set name = ${`Hana ${name}`} where id = ${head.id}`
  const member = await portal.make.staff({ name: `Sara ${name}`, department_id: department.id })
  return { department, head, member }
}

async function addPosting(member: { id: number }, name: string) {
  const activity = await portal.make.activity({ name, score: 3 })
  return { id: await portal.make.posting(member.id, activity, term.day, `https://events.test.example/${activity.id}`), name }
}

/** Adds a closed term, with the members that the departments have at the moment. */
async function addClosedTerm(year: number) {
  const made = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-06-30`)
  expect((await portal.as(admin)('PUT', `/terms/close/${made.id}`, {})).status).toBe(200)
  return made
}

async function stateOf({ id }: { id: number }) {
  const [row] = await portal.sql<{ state: string }>`select state from posted_activities where id = ${id}`
  return row?.state
}

const panels = () => page.getByRole('navigation', { name: 'Panels' }).getByRole('link')
const panelNames = () =>
  panels()
    .elements()
    .map(({ textContent }) => textContent)
const panel = (name: string) => page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const names = () =>
  page
    .getByRole('table', { name: 'Members' })
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)

async function expectNames(...expected: string[]) {
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
  await expect.poll(names).toEqual(expected.map((name) => expect.stringContaining(name)))
}
const opened = () => page.getByRole('region', { name: 'Evidence' }).getByRole('heading', { level: 2 })
const toasts = () => page.getByRole('region', { name: 'Notifications' })

test('a head sees exactly the members of the own department, and verifies an activity of one', async () => {
  const { department, head, member } = await addDepartment('Physics')
  const { member: stranger } = await addDepartment('Chemistry')
  const posting = await addPosting(member, 'Seminar on optics')
  await portal.open('/staff-dashboard', head)
  await expect.element(panel('Members')).toBeVisible()
  await expect
    .poll(panelNames)
    .toEqual(['Activity', 'Your Activity', 'Events', 'What waits', 'Members', 'Overview', 'Review', 'Postings'])
  const own = page.getByRole('list', { name: `My department ${department.name}` }).getByRole('link')
  expect(own.elements()).toHaveLength(5)

  await panel('Members').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Members')
  await expectNames('Hana Physics', 'Sara Physics')
  await expect.element(page.getByText(`${department.name} · 2 members`)).toBeVisible()
  await expect.element(page.getByText(stranger.name)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Import' })).not.toBeInTheDocument()
  // Heads do not score by default.
  await expect.element(page.getByRole('button', { name: /^Edit Teacher Points/ })).not.toBeInTheDocument()
  await expect.element(filterOf('Title')).toBeVisible()
  await expect.element(filterOf('Department')).not.toBeInTheDocument()

  await page.getByRole('button', { name: `View Activities for ${member.name}` }).click()
  await expect.element(dialog().getByRole('link', { name: 'View Activity Link' })).toBeVisible()
  // The audit trail is for administrators.
  await expect.element(dialog().getByText('Score history')).not.toBeInTheDocument()
  await dialog().getByText('Progress by term').click()
  await expect.element(dialog().getByText('This member only has one term so far.')).toBeVisible()
  await dialog()
    .getByRole('button', { name: /^Verify Seminar on optics/ })
    .click()
  await expect.element(toasts()).toHaveTextContent('Activity verified successfully')
  expect(await stateOf(posting)).toBe('verified')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the Overview of a head is of the own department, and leads to who posted nothing', async () => {
  const { head, member } = await addDepartment('Astronomy')
  await addPosting(member, 'Seminar on stars')
  await portal.open('/staff-dashboard?tab=overview', head)
  await expect.element(page.getByRole('heading', { name: 'Grade with feedback in the department' })).toBeVisible()
  const facts = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(facts).toContainEqual(expect.stringMatching(/^Members.*2/))
  await page.getByRole('link', { name: '1 member has posted nothing' }).click()
  await expectNames('Hana Astronomy')
})

test('a head opens the statement of a member, and of nobody else', async () => {
  const { head, member } = await addDepartment('Botany')
  const { member: stranger } = await addDepartment('Zoology')
  await portal.open(`/statement?user_id=${member.id}`, head)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(member.name)
  await page.getByRole('link', { name: 'Members' }).click()
  await expectNames('Hana Botany', 'Sara Botany')
  await portal.open(`/statement?user_id=${stranger.id}`, head)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText(stranger.name)).not.toBeInTheDocument()
})

test('a head reviews by keyboard, and the own activities are not in the queue', async () => {
  const { head, member } = await addDepartment('Law')
  const { member: stranger } = await addDepartment('Medicine')
  await addPosting(head, 'Own seminar')
  await addPosting(stranger, 'Seminar elsewhere')
  const [first, second] = [await addPosting(member, 'First trial'), await addPosting(member, 'Second trial')]
  await portal.open('/staff-dashboard?tab=review', head)
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Department' })).not.toBeInTheDocument()
  await expect.element(opened()).toHaveTextContent('First trial')
  await userEvent.keyboard('v')
  await expect.element(opened()).toHaveTextContent('Second trial')
  await userEvent.keyboard('r')
  await dialog().getByLabelText('Reason').fill('The link is wrong.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Everything has been reviewed')).toBeVisible()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['verified', 'returned'])

  await portal.open(`/admin-dashboard?tab=audit&person=${member.id}&subject=posting`, admin)
  await expect.element(page.getByRole('table', { name: 'Audit' })).toHaveTextContent('Hana Law, as head of Law')
})

test('of a closed term a head sees who was in the department then, under its name of then', async () => {
  const { department, head, member } = await addDepartment('History')
  const closed = await addClosedTerm(1961)
  const elsewhere = await portal.make.department('Elsewhere')
  await portal.sql`update users set department_id = ${elsewhere.id} where id = ${member.id}`
  await portal.sql`update departments set name = 'Contemporary studies' where id = ${department.id}`

  await portal.open('/staff-dashboard?tab=staff', head)
  await expectNames('Hana History')
  await page.getByRole('combobox', { name: 'Term' }).selectOptions(String(closed.id))
  await expectNames('Hana History', 'Sara History')
  const row = page.getByRole('row').filter({ hasText: member.name })
  await expect.element(row.getByText('History', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Names, points and grades stay as they were when it closed.')).toBeVisible()
  // A head cannot reopen the term.
  await expect.element(page.getByRole('link', { name: 'Terms' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: `View Activities for ${member.name}` }).click()
  await expect.element(dialog().getByText('No activities found for this staff member.')).toBeVisible()
})

test('when the right ends in the middle, the page says so, its items go, and nothing typed is lost', async () => {
  const { head, member } = await addDepartment('Art')
  const posting = await addPosting(member, 'Exhibition')
  await portal.open('/staff-dashboard?tab=review', head)
  await expect.element(opened()).toHaveTextContent('Exhibition')
  await userEvent.keyboard('r')
  await dialog().getByLabelText('Reason').fill('The photo shows another event.')
  await portal.sql`update users set department_id = ${(await portal.make.department('Music')).id} where id = ${head.id}`
  await dialog().getByRole('button', { name: 'Return' }).click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  await expect.element(dialog().getByLabelText('Reason')).toHaveValue('The photo shows another event.')
  expect(await stateOf(posting)).toBe('posted')
  await userEvent.keyboard('{Escape}')
  const sentence = 'You have nothing to review: you are not head of a department, and no one has delegated reviews to you.'
  await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await expect.poll(panelNames).toEqual(['Activity', 'Your Activity', 'Events'])
  await portal.open('/staff-dashboard?tab=activity', head)
  await portal.open('/staff-dashboard?tab=review', head)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByText('Exhibition')).not.toBeInTheDocument()
})

test('a member without such a right has none of it, and the page asks for none of it', async () => {
  const { member } = await addDepartment('Sport')
  const refused: string[] = []
  intercept('GET POST PUT', /^/, async (_, pass) => {
    const reply = await pass()
    if (!reply.ok) refused.push(reply.url)
    return reply
  })
  await portal.open('/staff-dashboard', member)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  await expect.poll(panelNames).toEqual(['Activity', 'Your Activity', 'Events'])
  await portal.open('/staff-dashboard?tab=staff', member)
  await expect.element(page.getByText('You are not currently head of a department')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  expect(refused).toEqual([])
})

test('a department without members in a term, and a queue without postings, have their empty states', async () => {
  const closed = await addClosedTerm(1963)
  const { head } = await addDepartment('Founded later')
  await portal.open(`/staff-dashboard?tab=staff&term=${closed.id}`, head)
  await expect.element(page.getByText('This department has no members in this term')).toBeVisible()
  await panel('Overview').click()
  await page.getByRole('combobox', { name: 'Term' }).selectOptions(String(closed.id))
  await expect.element(page.getByText('This department has no members in this term')).toBeVisible()
  await panel('Review').click()
  await expect.element(page.getByText('Everything has been reviewed')).toBeVisible()
})

test.for([
  ['en', 1280],
  ['ar', 390],
] as const)('the panels of a head can be read, in %s at %i px', async ([language, width]) => {
  const inArabic = `قسم الفيزياء ${width}`
  const { head, member } = await addDepartment(`Readable ${width}`, { names: { ar: inArabic } })
  await addPosting(member, `Readable seminar ${width}`)
  await portal.make.delegation({ ...admin }, head)
  for (const tab of ['staff', 'overview', 'review']) {
    await portal.open(`/staff-dashboard?tab=${tab}`, head, { language, width, height: 844 })
    await expect.poll(() => document.body.textContent).toContain(language === 'ar' ? inArabic : `Readable ${width}`)
    await expect.poll(() => document.querySelectorAll('[aria-busy=true], [role=status] svg').length).toBe(0)
    expect(unreadable()).toEqual([])
  }
})
