import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, signIn, unique } from './steps.ts'

// West of Greenwich a plain date parsed as a Date would be the day before. A high viewport renders the rows of all tests.
test.use({ timezoneId: 'America/Los_Angeles', viewport: { width: 1280, height: 3000 } })

const termsPanel = '/admin-dashboard?tab=terms'

let year = 2175
/** A year later than those of other tests: the newest rows are visible. */
function nextYear() {
  year += 1
  return { name: `Year ${year}`, start_date: `${year}-01-05`, end_date: `${year}-11-12`, year }
}

async function addTerm({ sql }: Portal) {
  const { name, start_date, end_date, ...rest } = nextYear()
  const [term] = await sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${name}, ${start_date}, ${end_date}) returning id`
  return { ...term, name, start_date, end_date, ...rest }
}

async function openMenu(page: Page, { name }: { name: string }) {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
}

async function choose(page: Page, action: 'Make current' | 'Close' | 'Delete', term: { name: string }) {
  await openMenu(page, term)
  await page.getByRole('menuitem', { name: action }).click()
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function fillIn(page: Page, values: { name: string; start_date: string; end_date: string }) {
  await page.getByLabel('Name').fill(values.name)
  await page.getByLabel('Start').fill(values.start_date)
  await page.getByLabel('End').fill(values.end_date)
}

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
})

test('a term is added; errors are at their fields and the input stays', async ({ page, portal }) => {
  const other = await addTerm(portal)
  const { name, start_date, end_date } = nextYear()
  await page.goto(termsPanel)
  await page.getByRole('button', { name: 'Add Term' }).click()
  const form = page.getByRole('form', { name: 'New term' })
  const save = form.getByRole('button', { name: 'Add Term' })
  await expect(page.getByLabel('Name')).toBeFocused()
  await save.click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await expect(page.getByLabel('Start')).toHaveAccessibleDescription('Enter the first day.')
  await expect(page.getByLabel('End')).toHaveAccessibleDescription('Enter the last day.')

  await fillIn(page, { name, start_date: end_date, end_date: start_date })
  await save.click()
  await expect(page.getByLabel('End')).toHaveAccessibleDescription(/^The end may not be before the start\./)
  await fillIn(page, { name, start_date: other.end_date, end_date })
  await save.click()
  await expect(page.getByLabel('Start')).toHaveAccessibleDescription(new RegExp(`^These dates overlap with ${other.name}\\.`))
  await fillIn(page, { name: other.name.toUpperCase(), start_date, end_date })
  await save.click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('A term with this name already exists.')
  await expect(page.getByLabel('Start')).toHaveValue(start_date)

  await page.getByLabel('Name').fill(name)
  await page.route('**/terms', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await save.click()
  await expect(page.getByText('Failed to add term. Please try again later.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.unroute('**/terms')
  await save.click()
  await expect(page.getByText('Term added successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(rowOf(page, name)).toContainText(`5 Jan ${year}12 Nov ${year}Open`)
})

test('a term is edited; a conflict names who saved in between', async ({ page, browser, portal }) => {
  const term = await addTerm(portal)
  await page.goto(termsPanel)
  await page.getByRole('button', { name: `Edit ${term.name}` }).click()
  const second = await browser.newContext({ baseURL: portal.url })
  const other = await second.newPage()
  await signIn(other, await addPerson(portal, 'admin', { name: 'Second Admin' }))
  const theirs = { name: `${term.name} by the other`, start_date: term.start_date, end_date: term.end_date }
  expect((await other.request.put(`/terms/${term.id}`, { data: theirs })).status()).toBe(200)
  await second.close()

  await page.getByLabel('Name').fill(`${term.name} mine`)
  await page.getByRole('button', { name: 'Update Term' }).click()
  const banner = page.getByRole('region', { name: /Second Admin/ })
  await expect(banner).toContainText(theirs.name)
  await expect(page.getByLabel('Name')).toHaveValue(`${term.name} mine`)
  await banner.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Term updated successfully')).toBeVisible()
  await expect(rowOf(page, `${term.name} mine`)).toBeVisible()
})

test('another term becomes the current one', async ({ page, portal }) => {
  const [before] = await portal.sql<[{ id: number; name: string }]>`select id, name from terms where is_current`
  const term = await addTerm(portal)
  await page.goto(termsPanel)
  await expect(rowOf(page, before.name)).toContainText('Current')
  await openMenu(page, before)
  await expect(page.getByRole('menuitem')).toHaveText(['Results', 'Close'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `More actions for ${before.name}` })).toBeFocused()
  await page.route('**/terms/make-current/**', (route) => route.abort())
  await choose(page, 'Make current', term)
  const question = page.getByRole('alertdialog', { name: `Make ${term.name} the current term?` })
  await expect(question).toContainText(`It takes the place of ${before.name}.`)
  await question.getByRole('button', { name: 'Make current' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to make the term current. Please try again later.')
  await page.unroute('**/terms/make-current/**')
  await question.getByRole('button', { name: 'Make current' }).click()
  await expect(page.getByText('Term made current successfully')).toBeVisible()
  await expect(rowOf(page, term.name)).toContainText('Current')
  await choose(page, 'Make current', before)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make current' }).click()
  await expect(rowOf(page, before.name)).toContainText('Current')
})

test('closing first shows what is frozen; reopening requires a reason and shows it', async ({ page, portal }) => {
  const term = await addTerm(portal)
  const member = await addPerson(portal, 'staff', { name: unique('Dr. Aal Hassan') })
  await portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, 80)`
  // Via the Staff panel: its cached data must not be used instead of a new request.
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  await page.getByLabel('Search staff').fill(member.name)
  await expect(rowOf(page, member.name)).toBeVisible()
  await page.getByRole('link', { name: 'Terms' }).click()
  await choose(page, 'Close', term)
  const confirmation = page.getByRole('alertdialog', { name: `Close ${term.name}?` })
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(confirmation).toContainText(/\d+ members? · 0 posted activities/)
  await expect(confirmation).toContainText(/It ends only on \d+ \w+ \d{4}\./)
  await expect(confirmation.getByRole('list', { name: 'Grades' }).getByRole('listitem').filter({ hasText: 'A+' })).toHaveText(
    /^1/,
  )
  await page.route('**/terms/close/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(confirmation.getByRole('alert')).toHaveText('Failed to close term. Please try again later.')
  await page.unroute('**/terms/close/**')
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(page.getByText('Term closed successfully')).toBeVisible()
  const row = rowOf(page, term.name)
  await expect(row).toContainText('Closed')
  await expect(row.getByRole('button')).toHaveText(['Results', 'Reopen'])

  await row.getByRole('button', { name: 'Reopen' }).click()
  const dialog = page.getByRole('dialog', { name: `Reopen ${term.name}?` })
  await dialog.getByRole('button', { name: 'Reopen term' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason\./)
  await dialog.getByLabel('Reason').fill('A late certificate')
  await page.route('**/terms/reopen/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reopen term' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to reopen term. Please try again later.')
  await expect(dialog.getByLabel('Reason')).toHaveValue('A late certificate')
  await page.unroute('**/terms/reopen/**')
  await dialog.getByRole('button', { name: 'Reopen term' }).click()
  await expect(page.getByText('Term reopened successfully')).toBeVisible()
  await expect(row).toContainText(/Reopened \d+ \w{3} \d{4} by Rana Wahid: A late certificate/)
  await expect(row).toContainText('Open')
  await openMenu(page, term)
  await expect(page.getByRole('menuitem')).toHaveText(['Results', 'Make current', 'Close'])
})

test('closing mentions unreviewed and returned postings only if there are any', async ({ page, portal }) => {
  const term = await addTerm(portal)
  const [first, second] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  const [activity] = await portal.sql<[{ id: number }]>`
    insert into activities (name, description, type, score) values (${unique('Lecture')}, 'What it is', 'Elective', 2) returning id`
  const [reviewer] = await portal.sql<[{ id: number }]>`select id from users where name = 'Rana Wahid' limit 1`
  const post = (userId: number, state: string, day: number) => portal.sql`
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, state, returned_reason, reviewed_by, reviewed_at)
    values (${userId}, ${activity.id}, 'Lecture', 'Elective', 2, ${term.start_date}::date + ${day}::int, ${term.id}, ${state},
      ${state === 'returned' ? 'No photo' : null}, ${state === 'posted' ? null : reviewer.id}, ${state === 'posted' ? null : portal.sql`now()`})`
  await post(first.id, 'verified', 1)
  const confirmation = page.getByRole('alertdialog', { name: `Close ${term.name}?` })
  const openConfirmation = async () => {
    await page.goto(termsPanel)
    await choose(page, 'Close', term)
    await expect(confirmation.getByRole('list', { name: 'Grades' })).toBeVisible()
  }
  await openConfirmation()
  await expect(confirmation).toContainText('1 posted activity')
  await expect(confirmation).not.toContainText(/review|returned/)

  await post(first.id, 'posted', 2)
  await post(second.id, 'posted', 3)
  await post(second.id, 'returned', 4)
  await openConfirmation()
  await expect(confirmation.getByText('2 postings have not been reviewed.')).toBeVisible()
  await expect(confirmation.getByText('1 posting is returned and does not count.')).toBeVisible()
})

const closeConfirmation = (page: Page, { name }: { name: string }) => page.getByRole('alertdialog', { name: `Close ${name}?` })

/** Closed with these points and open again, by Rana Wahid. */
async function addReopenedTerm(page: Page, portal: Portal, tp: Record<number, number>) {
  const term = await addTerm(portal)
  for (const [id, points] of Object.entries(tp))
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${id}, ${term.id}, ${points})`
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  expect((await page.request.put(`/terms/reopen/${term.id}`, { data: { reason: 'A late certificate' } })).status()).toBe(200)
  return term
}

async function setTp(page: Page, member: { id: number }, term: { id: number }, tp: number) {
  expect((await page.request.put(`/users/edit-tp/${member.id}?term_id=${term.id}`, { data: { tp } })).status()).toBe(200)
}

test('closing again shows who differs from the closing before; all others stay frozen', async ({ page, portal }) => {
  const term = await addTerm(portal)
  const [mended, renamed, removed] = [
    await addPerson(portal, 'staff', { name: unique('Dr. Mended'), title: 'al' }),
    await addPerson(portal, 'staff', { name: unique('Dr. Renamed'), title: 'l' }),
    await addPerson(portal, 'staff', { name: unique('Dr. Removed') }),
  ]
  for (const { id } of [mended, renamed, removed])
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${id}, ${term.id}, 24)`
  let previews = 0
  page.on('request', (one) => {
    if (one.method() === 'GET' && /\/terms\/close\//.test(one.url())) previews += 1
  })
  await page.goto(termsPanel)
  await choose(page, 'Close', term)
  const confirmation = closeConfirmation(page, term)
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(page.getByText('Term closed successfully')).toBeVisible()

  const newName = unique('Prof. Married')
  await portal.sql`update users set name = ${newName}, title = 'p' where id = ${renamed.id}`
  expect((await page.request.delete(`/users/${removed.id}`)).status()).toBe(200)
  await page.getByRole('button', { name: `Reopen ${term.name}` }).click()
  await page.getByLabel('Reason').fill('One score was wrong')
  await page.getByRole('button', { name: 'Reopen term' }).click()
  await expect(page.getByText('Term reopened successfully')).toBeVisible()
  await setTp(page, mended, term, 25)

  await choose(page, 'Close', term)
  await expect(confirmation.getByText(/^1 member differs from the closing of \d+ \w{3} \d{4} by Rana Wahid:$/)).toBeVisible()
  await expect(confirmation.getByRole('table', { name: 'Differences' }).getByRole('row')).toHaveText([
    'MemberWhat changed',
    `${mended.name}T P. 24 → 25Total 24 → 25Grade B → A`,
  ])
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(confirmation).toBeHidden()
  await expect(rowOf(page, term.name)).toContainText('Closed')
  expect(previews, 'none is fetched for a term that has just been closed').toBe(2)

  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  const search = page.getByLabel('Search staff')
  for (const [name, shown] of [
    [renamed.name, 'Lecturer'],
    [removed.name, 'Professor'],
    [mended.name, '25'],
  ] as const) {
    await search.fill(name)
    await expect(rowOf(page, name)).toContainText(shown)
  }
  await search.fill(newName)
  await expect(page.getByText('Nothing here matches the search.')).toBeVisible()
})

test('a change while the differences are read is reported, and they are shown again', async ({ page, portal }) => {
  const known = await addPerson(portal, 'staff')
  const term = await addReopenedTerm(page, portal, { [known.id]: 24 })
  const joined = await addPerson(portal, 'staff', { name: unique('Dr. Joined') })
  await page.goto(termsPanel)
  await page.route('**/terms/close/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  await choose(page, 'Close', term)
  const confirmation = closeConfirmation(page, term)
  await expect(confirmation.getByRole('alert')).toContainText('Failed to load what closing would keep. Please try again later.')
  await expect(confirmation.getByRole('button', { name: 'Close term' })).toBeDisabled()
  await page.unroute('**/terms/close/**')
  await confirmation.getByRole('button', { name: 'Try again' }).click()
  await expect(confirmation.getByText(/^Nothing differs from the closing of \d+ \w{3} \d{4} by Rana Wahid\.$/)).toBeVisible()

  await setTp(page, joined, term, 61.5)
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(confirmation.getByRole('alert')).toHaveText(
    'Something in this term changed meanwhile. Look at the differences again.',
  )
  await expect(confirmation.getByRole('row', { name: joined.name })).toHaveText(`${joined.name}Not in it beforeTotal 61.5Grade A`)
  await expect(confirmation.getByRole('row')).toHaveCount(2)
  await confirmation.getByRole('button', { name: 'Close term' }).click()
  await expect(page.getByText('Term closed successfully')).toBeVisible()
  await expect(rowOf(page, term.name)).toContainText('Closed')
})

test('hundreds of differences cause no layout shift; rows outside the viewport are rendered on scroll', async ({
  page,
  portal,
}) => {
  const term = await addReopenedTerm(page, portal, {})
  const scores = (tp: number) => ({ tp, fb: 0, atts: 0, acts: 0, escore: 0, total_score: tp, grade: 'E' })
  const differences = Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    name: `Member ${index + 1}`,
    before: scores(1),
    after: scores(2),
  }))
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/terms/close/**', async (route) => {
    const preview = await (await route.fetch()).json()
    await held
    await route.fulfill({ json: { ...preview, differences } })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(termsPanel)
  await choose(page, 'Close', term)
  const confirmation = closeConfirmation(page, term)
  await expect(confirmation.getByRole('status')).toHaveText('Loading...')
  await page.evaluate(() => document.fonts.ready)
  const place = await confirmation.boundingBox()
  respond()
  await expect(confirmation.getByText('300 members differ from')).toBeVisible()
  expect(await confirmation.boundingBox()).toEqual(place)
  const frame = confirmation.getByRole('region', { name: 'Differences' })
  expect(await frame.getByRole('row').count()).toBeLessThan(100)
  await expect(async () => {
    await frame.press('End')
    await expect(frame.getByText('Member 300', { exact: true })).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [50] })
  await expect(frame.getByRole('row')).toHaveCount(301)
  await expect(frame.getByRole('columnheader', { name: 'What changed' })).toBeInViewport()
})

test('an empty term is deleted; one that was scored is not', async ({ page, portal }) => {
  const empty = await addTerm(portal)
  const scored = await addTerm(portal)
  const member = await addPerson(portal, 'staff')
  await portal.sql`insert into term_scores (user_id, term_id, fb) values (${member.id}, ${scored.id}, 4)`
  await page.goto(termsPanel)
  await choose(page, 'Delete', scored)
  const confirmation = page.getByRole('alertdialog')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation.getByRole('alert')).toHaveText(
    'Something was posted or scored in this term, so it cannot be deleted.',
  )
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'Delete', empty)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Term deleted successfully')).toBeVisible()
  await expect(rowOf(page, empty.name)).toHaveCount(0)
  await expect(rowOf(page, scored.name)).toBeVisible()
})

test('a list that cannot be loaded shows an error and can be retried', async ({ page }) => {
  await page.route('**/terms', (route) => route.abort())
  await page.goto(termsPanel)
  await expect(page.getByRole('alert')).toContainText('Failed to load terms. Please try again later.')
  await page.unroute('**/terms')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('axe finds no violations in the panel, its form and its dialogs, in light and dark', async ({ page, portal }) => {
  const term = await addTerm(portal)
  const closed = await addTerm(portal)
  expect((await page.request.put(`/terms/close/${closed.id}`, { data: {} })).status()).toBe(200)
  await page.goto(termsPanel)
  await page.getByRole('button', { name: 'Add Term' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Add Term' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expectNoAxeViolations(page)
  await choose(page, 'Close', term)
  await expect(page.getByRole('list', { name: 'Grades' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Reopen ${closed.name}` }).click()
  await page.getByRole('button', { name: 'Reopen term' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await choose(page, 'Delete', term)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds no violations in the differences, in light and dark, and they are never wider than a phone', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await addPerson(portal, 'staff', { name: 'Alexandrina Theodora '.repeat(8).trim() })
  const reopened = await addReopenedTerm(page, portal, { [member.id]: 24.5 })
  await portal.sql`update term_scores set tp = 1000, fb = 1000, atts = 1012.75, acts = 1012.75, escore = 1012.75
    where user_id = ${member.id} and term_id = ${reopened.id}`
  await page.goto(termsPanel)
  await choose(page, 'Close', reopened)
  const frame = page.getByRole('region', { name: 'Differences' })
  await expect(frame).toBeVisible()
  await expectNoAxeViolations(page)
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), direction).toBe(390)
    expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth), direction).toBe(0)
  }
})
