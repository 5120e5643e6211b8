import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const day = '2026-11-12'
const dayShown = '12 Nov 2026'

/** A department per test: the postings of its members are a separate queue. */
async function addDepartment({ sql }: Portal, name = unique('Physics')) {
  const [made] = await sql<[{ id: number; name: string }]>`
    insert into departments (name) values (${name}) returning id, name`
  return made
}

async function addMember(portal: Portal, department: { id: number }, name = unique('Dr. Sara Aziz')): Promise<Person> {
  const member = await addPerson(portal, 'staff', { name })
  await portal.sql`update users set department_id = ${department.id} where id = ${member.id}`
  return member
}

type Given = { name?: string; link?: string; image?: Buffer; type?: string; score?: number }

async function addPosting({ sql }: Portal, member: Person, { name = unique('Seminar'), link, image, ...given }: Given = {}) {
  const { type = 'Attending', score = 2.25 } = given
  const [posting] = await sql<[{ id: number }]>`
    with activity as (
      insert into activities (name, description, type, score) values (${unique(name)}, 'What it is', ${type}, ${score}) returning id)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
    select ${member.id}, id, ${name}, ${type}, ${score}, ${day}::date, ${link ?? null}, term_of(${day}) from activity returning id`
  if (image) await sql`insert into posted_images (posted_activity_id, bytes) values (${posting.id}, ${image})`
  return { id: posting.id, name }
}

async function addPostings(portal: Portal, member: Person, count: number) {
  const postings = []
  for (let number = 1; number <= count; number += 1)
    postings.push(await addPosting(portal, member, { name: `Seminar ${number} ${crypto.randomUUID().slice(0, 4)}` }))
  return postings
}

const photo = (background: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()

const stateOf = async ({ sql }: Portal, { id }: { id: number }) => {
  const [row] = await sql<[{ state: string; returned_reason: string | null }]>`
    select state, returned_reason from posted_activities where id = ${id}`
  return row
}

const openReview = (page: Page, department: { id: number }) =>
  page.goto(`/admin-dashboard?tab=review&department_id=${department.id}`)
const entries = (page: Page) => page.getByRole('list', { name: 'To review' }).getByRole('listitem')
const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence' })
const opened = (page: Page) => evidence(page).getByRole('heading', { level: 2 })
const button = (page: Page, name: string) => evidence(page).getByRole('button', { name, exact: true })
const notifications = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const dialog = (page: Page) => page.getByRole('dialog')

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: unique('Rana Wahid') })
  await signIn(page, admin)
})

test('by mouse: the oldest first, its evidence and its facts; a decision opens the next, Undo restores it', async ({
  page,
  portal,
}) => {
  const department = await addDepartment(portal)
  const [first, second] = [await addMember(portal, department), await addMember(portal, department)]
  const image = await photo(`#${crypto.randomUUID().slice(0, 6)}`)
  const link = `https://events.test.example/${crypto.randomUUID()}`
  const older = await addPosting(portal, first, { image, link })
  const newer = await addPosting(portal, second, { image, link: link.replace('https://', 'http://www.'), score: 4 })
  const last = await addPosting(portal, second)
  const fetched: string[] = []
  page.on('request', (request) => /uploads/.test(request.url()) && fetched.push(request.url()))

  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByLabel('Department').selectOption(department.name)
  await expect(page.getByText('3 to review, oldest first')).toBeVisible()
  await expect(entries(page)).toHaveText([new RegExp(older.name), new RegExp(newer.name), new RegExp(last.name)])
  await expect(opened(page)).toHaveText(older.name)
  await expect(evidence(page)).toContainText(`${first.name} · ${department.name}`)
  for (const fact of ['TypeAttending', 'Worth2.25 points', `Starting date${dayShown}`, `Record ID${older.id}`])
    await expect(evidence(page)).toContainText(fact)
  await expect(evidence(page).getByRole('link', { name: link })).toHaveAttribute('href', link)
  // The image of the next one is prefetched.
  await expect.poll(() => fetched.length).toBe(2)

  await entries(page).nth(1).getByRole('button').click()
  await expect(opened(page)).toHaveText(newer.name)
  for (const sentence of ['Also posted with the same image or file:', 'Also posted with this link:'])
    await expect(evidence(page)).toContainText(`${sentence}${first.name}, ${older.name}, ${dayShown}`)
  await evidence(page).getByRole('button', { name: 'Enlarge' }).click()
  await expect(dialog(page).getByRole('img', { name: `Image of ${newer.name}, ${dayShown}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await button(page, 'Verify').click()
  await expect(notifications(page)).toContainText('Activity verified')
  await expect(opened(page)).toHaveText(last.name)
  await expect(page.getByText('2 to review, oldest first')).toBeVisible()
  await expect(entries(page)).toHaveCount(2)
  expect((await stateOf(portal, newer)).state).toBe('verified')
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notifications(page)).toContainText('Review taken back')
  await expect(opened(page)).toHaveText(newer.name)
  await expect(entries(page)).toHaveCount(3)
  expect((await stateOf(portal, newer)).state).toBe('posted')

  await button(page, 'Return').click()
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription('Say what has to be changed.')
  await dialog(page).getByLabel('Reason').fill('The photo is of somebody else.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(notifications(page)).toContainText('Activity returned')
  await expect(dialog(page)).toBeHidden()
  await expect(opened(page)).toHaveText(last.name)
  expect(await stateOf(portal, newer)).toEqual({ state: 'returned', returned_reason: 'The photo is of somebody else.' })

  await page.goto(`/admin-dashboard?tab=audit&person=${second.id}&subject=posting`)
  const sentences = page.getByRole('table', { name: 'Audit' })
  await expect(sentences).toContainText(`Posting ${newer.name} of ${second.name} returned: The photo is of somebody else.`)
  await expect(sentences).toContainText(`Review of posting ${newer.name} of ${second.name} taken back`)
  await expect(sentences).toContainText(`Posting ${newer.name} of ${second.name} verified`)
})

test('by keyboard alone', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const postings = await addPostings(portal, await addMember(portal, department), 6)
  const name = (number: number) => postings[number - 1]?.name ?? ''
  const decisions: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && decisions.push(request.postDataJSON()))
  await openReview(page, department)
  await expect(opened(page)).toHaveText(name(1))

  for (const [key, number] of [
    ['j', 2],
    ['n', 3],
    ['k', 2],
    ['p', 1],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(opened(page)).toHaveText(name(number))
  }
  await expect(evidence(page).getByRole('status')).toHaveText(new RegExp(`^1 of 6: ${name(1)}, `))

  // Not with a modifier key, not while choosing from a list, not over a dialog.
  for (const key of ['Control+v', 'Alt+v', 'Shift+V']) await page.keyboard.press(key)
  await page.getByLabel('Type').focus()
  await page.keyboard.press('v')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(dialog(page)).toContainText('Return with a reason')
  await page.keyboard.press('v')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(decisions).toEqual([])

  await page.keyboard.press('v')
  await expect(opened(page)).toHaveText(name(2))
  await page.keyboard.press('r')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.type('Very jolly, next please')
  await page.keyboard.press('Control+Enter')
  await expect(opened(page)).toHaveText(name(3))
  expect((await stateOf(portal, postings[1] as { id: number })).returned_reason).toBe('Very jolly, next please')
  await page.keyboard.press('u')
  await expect(opened(page)).toHaveText(name(2))
  await expect(notifications(page)).toContainText('Review taken back')

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(opened(page)).toHaveText(name(4))
  await page.keyboard.press('v')
  await expect(notifications(page)).toContainText('2 activities verified')
  await expect(opened(page)).toHaveText(name(4))
  await expect(entries(page)).toHaveCount(3)
  for (const number of [0, 1, 2]) expect((await stateOf(portal, postings[number] as { id: number })).state).toBe('verified')

  // Single-key shortcuts can be switched off permanently.
  await page.keyboard.press('?')
  await dialog(page).getByLabel('Use these keys').press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(opened(page)).toHaveText(name(4))
  await page.reload()
  await expect(opened(page)).toHaveText(name(4))
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'Keys are off' }).click()
  await dialog(page).getByLabel('Use these keys').press('Space')
  await page.keyboard.press('Escape')
  await expect(opened(page)).toHaveText(name(4))
  await page.keyboard.press('j')
  await expect(opened(page)).toHaveText(name(5))
})

test('fast presses of V decide one posting each, and a recent reason is sent by Ctrl+Enter', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const postings = await addPostings(portal, member, 6)
  const stateOfAll = async () =>
    (await Promise.all(postings.map((posting) => stateOf(portal, posting)))).map(({ state }) => state)
  await openReview(page, department)
  await expect(opened(page)).toHaveText(postings[0]?.name ?? '')
  await page.keyboard.press('r')
  await page.keyboard.type('Please add a photo.')
  await page.keyboard.press('Control+Enter')
  await expect(opened(page)).toHaveText(postings[1]?.name ?? '')

  // The server replies to none of them before the last one is pressed.
  let letGo = () => {}
  const pressed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/review', async (route) => {
    if (route.request().method() === 'PUT') await pressed
    await route.continue()
  })
  for (const _ of [1, 2, 3]) await page.keyboard.press('v')
  await expect(opened(page)).toHaveText(postings[4]?.name ?? '')
  letGo()
  await expect.poll(stateOfAll).toEqual(['returned', 'verified', 'verified', 'verified', 'posted', 'posted'])
  await expect(page.getByText('2 to review, oldest first')).toBeVisible()

  await page.keyboard.press('r')
  await dialog(page).getByRole('button', { name: 'Please add a photo.' }).press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  expect((await stateOfAll())[4]).toBe('returned')
  expect((await stateOf(portal, postings[4] as { id: number })).returned_reason).toBe('Please add a photo.')

  // Sorted by the day it was posted, which is the one that is shown.
  const posted = await portal.sql<[{ day: string }]>`
    update posted_activities set created_at = '2026-02-03 12:00+00' where id = ${postings[5]?.id ?? 0} returning 1 as day`
  expect(posted).toHaveLength(1)
  await page.reload()
  await expect(entries(page)).toContainText('3 Feb 2026')
})

test('many at once, and page after page', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const { name: activity } = await addPosting(portal, member)
  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select user_id, activity_id, activity_name || ' ' || n, type, score, starting_date - n, term_id
    from posted_activities, generate_series(1, 59) n where user_id = ${member.id}`
  await page.route('**/review?*after=*', (route) => route.abort())
  await openReview(page, department)
  await expect(page.getByText('60 to review, oldest first')).toBeVisible()
  const shown = entries(page).filter({ has: page.getByRole('checkbox') })
  await expect(shown).toHaveCount(50)
  for (let number = 1; number <= 45; number += 1) await page.keyboard.press('j')
  await expect(page.getByRole('alert')).toContainText('Failed to load the review. Please try again later.')
  await page.unroute('**/review?*after=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown).toHaveCount(60)
  await expect(opened(page)).toHaveText(`${activity} 45`)

  await page.getByLabel('Select all 60').check()
  await expect(page.getByText('60 selected')).toBeVisible()
  await entries(page).last().getByRole('checkbox').uncheck()
  await button(page, 'Return 59 selected').click()
  await expect(page.getByRole('heading', { name: 'Return 59 activities?' })).toBeVisible()
  await page.keyboard.type('Please add a photo.')
  await dialog(page).getByRole('button', { name: 'Return 59' }).click()
  await expect(notifications(page)).toContainText('59 activities returned')
  await expect(page.getByText('1 to review, oldest first')).toBeVisible()
  await expect(opened(page)).toHaveText(`${activity} 59`)
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('60 to review, oldest first')).toBeVisible()
  await expect(opened(page)).toHaveText(activity)
  const states = await portal.sql`select distinct state from posted_activities where user_id = ${member.id}`
  expect(states).toEqual([{ state: 'posted' }])

  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select user_id, activity_id, activity_name || ' ' || n, type, score, starting_date - n, term_id
    from posted_activities, generate_series(60, 210) n where activity_name = ${activity}`
  // All of them, also those that are not loaded yet, and more than one call takes.
  await page.reload()
  await expect(shown).toHaveCount(50)
  await page.getByLabel('Select all 211').click()
  await expect(page.getByText('211 selected')).toBeVisible()
  await button(page, 'Verify 211 selected').click()
  await expect(page.getByText('Everything has been looked at')).toBeVisible()
  await expect(notifications(page)).toContainText('211 activities verified successfully')
  expect(await portal.sql`select distinct state from posted_activities where user_id = ${member.id}`).toEqual([
    { state: 'verified' },
  ])
})

test('another administrator was first: the queue is fetched again, and the reason is kept', async ({ page, browser, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const [first, second, third] = await addPostings(portal, member, 3)
  if (!first || !second || !third) throw new Error('three were added')
  const other = await browser.newPage({ baseURL: portal.url })
  await signIn(other, await addPerson(portal, 'admin', { name: 'Second Admin' }))
  const decide = async (id: number) => {
    const data = { state: 'verified', postings: [{ id, version: 1 }] }
    expect((await other.request.put('/review', { data })).status()).toBe(200)
  }
  const sentence = 'Some of it was changed or reviewed meanwhile. Nothing was saved; look at the new state.'

  await openReview(page, department)
  await expect(opened(page)).toHaveText(first.name)
  await decide(first.id)
  await button(page, 'Verify').click()
  await expect(notifications(page)).toContainText(sentence)
  await expect(entries(page)).toHaveCount(2)
  await expect(opened(page)).toHaveText(second.name)

  // The member edits the posting that is being returned.
  await page.keyboard.press('r')
  await page.keyboard.type('The link leads nowhere.')
  await portal.sql`update posted_activities set link = 'https://events.test.example/new' where id = ${second.id}`
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(sentence)
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('The link leads nowhere.')
  await dialog(page).getByRole('button', { name: 'Look at the new state' }).click()
  await expect(evidence(page).getByRole('link')).toHaveAttribute('href', 'https://events.test.example/new')
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await page.keyboard.press('r')
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('The link leads nowhere.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(opened(page)).toHaveText(third.name)
  expect((await stateOf(portal, second)).state).toBe('returned')
  await other.close()
})

test('a reason that could not be sent is kept, also after visiting another panel; sent ones are suggested again', async ({
  page,
  portal,
}) => {
  const department = await addDepartment(portal)
  const [first, second] = await addPostings(portal, await addMember(portal, department), 2)
  if (!first || !second) throw new Error('two were added')
  await openReview(page, department)
  await page.route('**/review', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await button(page, 'Verify').click()
  await expect(notifications(page)).toContainText('Failed to save the review. Please try again later.')
  await expect(opened(page)).toHaveText(first.name)
  await button(page, 'Return').click()
  await expect(dialog(page).getByRole('list', { name: 'Used recently' })).toHaveCount(0)
  await dialog(page).getByLabel('Reason').fill('Please add the certificate.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save the review. Please try again later.')
  await page.unroute('**/review')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByLabel('Department').selectOption(department.name)
  await button(page, 'Return').click()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Please add the certificate.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(opened(page)).toHaveText(second.name)

  await button(page, 'Return').click()
  await dialog(page).getByRole('button', { name: 'Please add the certificate.' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Please add the certificate.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Everything has been looked at')).toBeVisible()
  expect((await stateOf(portal, second)).returned_reason).toBe('Please add the certificate.')
})

test('the filters are in the URL; the empty and error states are shown', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const attending = await addPosting(portal, member)
  const elective = await addPosting(portal, member, { type: 'Elective' })
  await openReview(page, department)
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('Type').selectOption('Elective')
  await expect(opened(page)).toHaveText(elective.name)
  await expect(page).toHaveURL(new RegExp(`department_id=${department.id}&type=Elective`))
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByLabel('Type')).toHaveValue('Elective')
  const [term] = await portal.sql<[{ id: number }]>`select term_id as id from posted_activities where id = ${attending.id}`
  await page.getByLabel('Term').selectOption(String(term.id))
  await expect(opened(page)).toHaveText(elective.name)
  await page.getByLabel('Type').selectOption('Compulsory')
  await expect(page.getByText('Everything has been looked at')).toBeVisible()
  await expect(page.getByText('0 to review, oldest first')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Department')).toBeFocused()
  await expect(page).toHaveURL('/admin-dashboard?tab=review')

  // Nothing moves while a search is typed.
  await expect(page.getByRole('link', { name: /^Questions/ })).toHaveText(/Questions/)
  const search = page.getByRole('searchbox')
  const places = () =>
    Promise.all([page.getByLabel('Department'), search, page.getByRole('heading')].map((one) => one.first().boundingBox()))
  const before = await places()
  await search.fill(elective.name)
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect(opened(page)).toHaveText(elective.name)
  expect(await places()).toEqual(before)

  await page.goto(`/admin-dashboard?tab=review&department_id=${department.id}&type=Nothing`)
  await expect(entries(page)).toHaveCount(2)
  await page.route('**/review?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load the review. Please try again later.')
  await page.unroute('**/review?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(entries(page)).toHaveCount(2)
})

test('the member sees the reason, edits the posting, and it counts again; a verified one is locked', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const returned = await addPosting(portal, member, { score: 4.5, link: 'https://events.test.example/wrong' })
  const verified = await addPosting(portal, member, { score: 3 })
  await openReview(page, department)
  await button(page, 'Return').click()
  await dialog(page).getByLabel('Reason').fill('The link is wrong.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(opened(page)).toHaveText(verified.name)
  await button(page, 'Verify').click()
  await expect(page.getByText('Everything has been looked at')).toBeVisible()

  await signIn(page, member)
  const [term] = await portal.sql<[{ id: number }]>`select term_id as id from posted_activities where id = ${returned.id}`
  await page.goto(`/staff-dashboard?tab=your-activity&term=${term.id}`)
  const own = page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
  const total = page.locator('dl > div').filter({ has: page.getByText('Total Score', { exact: true }) })
  const banner = page.getByRole('region', { name: 'An activity was returned to you and does not count.' })
  await expect(banner).toContainText('Edit it, and it counts again.')
  await expect(banner).toContainText('The link is wrong.')
  await expect(total).toContainText('Total Score3')
  await expect(page.getByText('What was returned would add 4.5 points.')).toBeVisible()
  await expect(page.getByText(/^2 in .*, 3 points/)).toBeVisible()
  const locked = own.filter({ hasText: verified.name })
  await expect(locked).toContainText(new RegExp(`Verified by ${admin.name}, \\d+ \\w{3} \\d{4}`))
  await expect(locked).toContainText('This activity was verified and is locked.')
  await expect(locked.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0)
  const entry = own.filter({ hasText: returned.name })
  await expect(entry).toContainText(`Returned by ${admin.name}`)
  await expect(entry).toContainText('The link is wrong.')
  await expect(entry).toContainText('does not count')

  // On a phone the form is far below the banner.
  await page.setViewportSize({ width: 390, height: 844 })
  await banner.getByRole('link', { name: returned.name }).click()
  await expect(page.getByRole('heading', { name: 'Edit Activity' })).toBeInViewport()
  await expect(page).not.toHaveURL(/posting=/)
  await expect(page.getByRole('heading', { name: 'Edit Activity' })).toBeInViewport()
  await expect(page.getByRole('form')).toContainText('The link is wrong.')
  await page.getByLabel('Link').fill('https://events.test.example/right')
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(total).toContainText('Total Score7.5')
  await expect(entry).not.toContainText('Returned')

  // The reviewer sees what the reason was, and what became of it.
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, admin)
  await openReview(page, department)
  await expect(opened(page)).toHaveText(returned.name)
  await expect(entries(page)).toContainText('Returned before')
  await expect(evidence(page)).toContainText('Returned beforeThe link is wrong.Changed since:')
  await expect(evidence(page)).toContainText('Link: https://events.test.example/wrong → https://events.test.example/right')
})

test('View Activities shows and changes the same state, and the Staff table includes it', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const [busy, quiet] = [await addMember(portal, department), await addMember(portal, department)]
  const postings = await addPostings(portal, busy, 3)
  await addPosting(portal, quiet)
  await page.goto('/admin-dashboard?tab=staff')
  const [term] = await portal.sql<[{ id: number }]>`select term_id as id from posted_activities where user_id = ${quiet.id}`
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  await page.getByLabel('Department').selectOption(department.name)
  const row = page.getByRole('row', { name: busy.name })
  await expect(row).toContainText('3 new, 0 verified, 0 returned')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const counts = page.getByRole('row').locator('td:nth-child(12) .sr-only')
  await expect(counts).toHaveText(['3 new, 0 verified, 0 returned', '1 new, 0 verified, 0 returned'])
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(counts).toHaveText(['1 new, 0 verified, 0 returned', '3 new, 0 verified, 0 returned'])

  await row.getByRole('button', { name: 'View Activities' }).click()
  const modal = page.getByRole('dialog', { name: `Activities for ${busy.name}` })
  const item = (index: number) => modal.getByRole('listitem').filter({ hasText: postings[index]?.name ?? '' })
  await expect(modal).toContainText('3 activities · 6.75 points')
  await expect(item(0)).toContainText('Posted')
  await item(0).getByRole('button', { name: 'Verify' }).focus()
  await page.keyboard.press('Enter')
  await expect(item(0)).toContainText(`Verified by ${admin.name}`)
  await expect(notifications(page)).toContainText('Activity verified')
  await expect(item(0).getByRole('button', { name: 'Take back' })).toBeFocused()

  await item(1).getByRole('button', { name: 'Return' }).click()
  const confirmation = page.getByRole('dialog', { name: `Return ${postings[1]?.name}?` })
  await confirmation.getByLabel('Reason').fill('No photo')
  await confirmation.getByRole('button', { name: 'Return' }).click()
  await expect(confirmation).toBeHidden()
  await expect(item(1)).toContainText('Returned')
  await expect(item(1)).toContainText('No photo')
  await expect(item(1).getByRole('button', { name: 'Take back' })).toBeFocused()
  await expect(modal).toContainText('3 activities · 4.5 points')

  // The third posting changes meanwhile.
  // During the request of the decision, so that no refetched list can show the change first.
  await page.route(
    '**/review',
    async (route) => {
      await portal.sql`update posted_activities set link = 'https://events.test.example/new' where id = ${postings[2]?.id ?? 0}`
      await route.continue()
    },
    { times: 1 },
  )
  await item(2).getByRole('button', { name: 'Verify' }).click()
  await expect(notifications(page)).toContainText('Nothing was saved; look at the new state.')
  await expect(item(2).getByRole('link', { name: 'View Activity Link' })).toBeVisible()
  await item(2).getByRole('button', { name: 'Verify' }).click()
  await expect(item(2)).toContainText('Verified by')
  await item(2).getByRole('button', { name: 'Take back' }).click()
  await expect(item(2).getByRole('button', { name: 'Verify' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('1 new, 1 verified, 1 returned')
})

test('on a phone the queue is collapsible and the buttons stay at the bottom', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const department = await addDepartment(portal, unique('College of Engineering, Department of Petroleum Engineering'))
  const member = await addMember(portal, department)
  const first = await addPosting(portal, member, {
    image: await photo('#345'),
    link: `https://events.test.example/${'x'.repeat(120)}`,
  })
  const second = await addPosting(portal, member, { name: `A ${'very '.repeat(30)}long seminar` })
  await openReview(page, department)
  await expect(opened(page)).toHaveText(first.name)
  await expect(entries(page)).toHaveCount(0)
  for (const name of ['Previous', 'Return', 'Verify', 'Next']) await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button(page, 'Next').click()
  await expect(opened(page)).toHaveText(second.name)
  const fold = page.getByRole('button', { name: '2 of 2' })
  await fold.click()
  await expect(entries(page)).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await entries(page).first().getByRole('button').click()
  await expect(entries(page)).toHaveCount(0)
  await expect(opened(page)).toHaveText(first.name)
  await button(page, 'Verify').click()
  await expect(opened(page)).toHaveText(second.name)
  // The notifications do not cover the buttons.
  await expect(notifications(page)).toContainText('Activity verified')
  await button(page, 'Return').click()
  await expect(dialog(page)).toBeVisible()

  const [term] = await portal.sql<[{ id: number }]>`select term_id as id from posted_activities where user_id = ${member.id}`
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  // Only visible rows are rendered.
  await page.getByLabel('Search staff').fill(member.name)
  await expect(page.getByRole('row', { name: member.name })).toContainText('1 new, 1 verified, 0 returned')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('row', { name: member.name }).getByRole('button', { name: 'View Activities' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Take back' })).toBeInViewport({ ratio: 1 })
})

test('is not for staff, and does not list one’s own postings', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const [member, colleague] = [await addMember(portal, department), await addMember(portal, department)]
  await addPosting(portal, member)
  const theirs = await addPosting(portal, colleague)
  await signIn(page, member)
  await page.goto('/admin-dashboard?tab=review')
  await expect(page).toHaveURL(/staff-dashboard/)
  await expect(page.getByRole('link', { name: 'Review' })).toHaveCount(0)
  await portal.sql`update users set role_id = 1 where id = ${member.id}`
  await signIn(page, member)
  await openReview(page, department)
  await expect(opened(page)).toHaveText(theirs.name)
  await expect(entries(page)).toHaveCount(1)
})

test('axe finds no violations, and the Content-Security-Policy is not violated, in light and dark', async ({ page, portal }) => {
  const broken: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()))
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const image = await photo(`#${crypto.randomUUID().slice(0, 6)}`)
  await addPosting(portal, member, { image, link: 'https://events.test.example/axe' })
  await addPosting(portal, member, { image })
  await addPostings(portal, member, 2)
  await openReview(page, department)
  await expect(entries(page)).toHaveCount(4)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(evidence(page).getByText('Also posted with the same image or file:')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('?')
  await expect(dialog(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page).getByText('Say what has to be changed.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog(page).getByLabel('Reason').fill('Another photo, please')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('v')
  await expect(entries(page)).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: / of 2$/ }).click()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const [term] = await portal.sql<[{ id: number }]>`select term_id as id from posted_activities where user_id = ${member.id}`
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  await page.getByLabel('Department').selectOption(department.name)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'View Activities' }).click()
  await expect(dialog(page).getByRole('heading', { level: 4 })).toHaveCount(4)
  await expect(dialog(page).getByText('Also posted with the same image or file:')).toHaveCount(2)
  await expectNoAxeViolations(page)

  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByRole('region', { name: /returned to you/ })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(broken).toEqual([])
})
