import type { Browser, Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const yourActivity = '/staff-dashboard?tab=your-activity'

/** A posting in the current term, worth 3 points. */
async function addPosting({ sql }: Portal, person: Person, day = 5) {
  const name = unique('Guest lecture')
  const [made] = await sql<[{ id: number }]>`
    with activity as (insert into activities (name, description, type, score) values (${name}, 'What it is', 'Compulsory', 3) returning *),
    term as (select id, start_date from terms where is_current)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, a.id, a.name, a.type, a.score, t.start_date + ${day}::int, t.id from activity a, term t returning id`
  return { ...made, name }
}

/** An administrator in a separate browser context. */
async function administrator(browser: Browser, portal: Portal) {
  const context = await browser.newContext({ baseURL: portal.url })
  await signIn(await context.newPage(), await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  const put = async (path: string, data: object) => expect((await context.request.put(path, { data })).status()).toBe(200)
  return {
    context,
    review: (posting: { id: number }, state: 'verified' | 'returned' | 'posted', more: object = {}, version = 1) =>
      put('/review', { state, postings: [{ id: posting.id, version }], ...more }),
    score: (person: Person, tp: number) => put(`/users/edit-tp/${person.id}`, { tp }),
  }
}

/** Existing notices, the oldest first. */
async function addNotices({ sql }: Portal, person: Person, count: number) {
  await sql`insert into notices (user_id, kind, term_id, details, created_at)
    select ${person.id}, 'scored', t.id, jsonb_build_object('field', 'tp', 'from', n - 1, 'to', n), now() - make_interval(mins => ${count} - n)
    from generate_series(1, ${count}) n, terms t where t.is_current`
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' })
const notices = (page: Page) => panel(page).getByRole('listitem')
const card = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

test('a returned activity is notified at once, and the notice opens the entry for editing', async ({ page, browser, portal }) => {
  const person = await addPerson(portal, 'staff')
  const posting = await addPosting(portal, person)
  for (let day = 10; day < 22; day += 1) await addPosting(portal, person, day)
  const admin = await administrator(browser, portal)
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(card(page, 'Act. Activity')).toContainText('39')
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await page.getByLabel('Link').fill('https://begun.test.example')

  await admin.review(posting, 'returned', { reason: 'The photo shows another event' })
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await expect(page.getByText('Something new: 1 unread notice')).toBeAttached()
  await expect(card(page, 'Act. Activity')).toContainText('36')

  await bell(page).click()
  await expect(notices(page)).toHaveText([
    `Unread: Your activity ${posting.name} was returned and does not count: The photo shows another eventjust now`,
  ])
  await notices(page).getByRole('link').click()
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notices')
  const entry = page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem').filter({ hasText: posting.name })
  await expect(entry).toBeInViewport()
  await expect(entry).toHaveAttribute('data-marked', 'true')
  await expect(page.getByRole('form').getByRole('heading')).toHaveText('Edit Activity')
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(posting.name)
  expect(new URL(page.url()).searchParams.has('posting')).toBe(false)
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await expect(page.getByLabel('Link')).toHaveValue('https://begun.test.example')

  await admin.review(posting, 'posted', {}, 2)
  await admin.review(posting, 'verified', {}, 3)
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await expect(card(page, 'Act. Activity')).toContainText('39')
  await admin.context.close()
})

test('a score appears in the bell and on its card without reload; a change before it is read replaces it', async ({
  page,
  browser,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  const admin = await administrator(browser, portal)
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(card(page, 'TP')).toContainText('–')
  await bell(page).click()
  await expect(panel(page).getByText('Nothing new')).toBeVisible()
  await admin.score(person, 4.5)
  await expect(notices(page)).toContainText([/^Unread: Your teacher points for .+: not set → 4.5\.just now$/])
  await expect(card(page, 'TP')).toContainText('4.5')
  await admin.score(person, 6)
  await expect(notices(page)).toContainText([/: not set → 6\./])
  await expect(card(page, 'TP')).toContainText('6')
  await admin.score(person, 0)
  await expect(notices(page)).toContainText([/: not set → 0\./])
  await expect(card(page, 'TP')).toContainText('0')
  await admin.context.close()
})

test('the administrator who returned an activity is notified of the edit, and the notice opens the review', async ({
  page,
  portal,
}) => {
  const [person, reviewer] = [await addPerson(portal, 'staff'), await addPerson(portal, 'admin')]
  const posting = await addPosting(portal, person)
  await signIn(page, reviewer)
  await page.goto('/admin-dashboard?tab=departments')
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await portal.sql`insert into notices (user_id, kind, posting_id, details)
    values (${reviewer.id}, 'edited', ${posting.id}, ${portal.sql.json({ by: person.name, activity_name: posting.name })})`
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: `${person.name} edited ${posting.name}, which you had returned.` })
    .click()
  await expect(page).toHaveURL(new RegExp(`tab=review&posting=${posting.id}`))
  await expect(page.getByRole('heading', { name: posting.name })).toBeVisible()
  await expect(page.getByText('1 to review')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notices')
})

test('one is marked as read, then all; another tab of the same user is updated', async ({ page, context, portal }) => {
  const person = await addPerson(portal, 'staff')
  await addNotices(portal, person, 40)
  await signIn(page, person)
  await page.goto(yourActivity)
  const other = await context.newPage()
  await other.goto(yourActivity)
  await expect(bell(other)).toHaveAccessibleName('Notices, 40 unread')
  await page.bringToFront()
  await bell(page).click()
  await expect(notices(page)).toHaveCount(30)
  await expect(notices(page).first()).toContainText('39 → 40')
  await expect(notices(page).nth(5).locator('time')).toHaveText('5 minutes ago')
  await expect(notices(page).nth(5).locator('time')).toHaveAttribute('title', /^\d+ \w{3} \d{4}, \d\d:\d\d$/)
  await notices(page).first().getByRole('link').click()
  await expect(bell(page)).toHaveAccessibleName('Notices, 39 unread')
  await expect(bell(other)).toHaveAccessibleName('Notices, 39 unread')

  await bell(page).click()
  await expect(notices(page).first()).not.toContainText('Unread')
  await page.route('**/notices?before=*', (route) => route.abort())
  await panel(page).getByRole('button', { name: 'Show more' }).click()
  await expect(panel(page).getByRole('alert')).toHaveText('Failed to load the notices. Please try again later.')
  await expect(panel(page).getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.unroute('**/notices?before=*')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toHaveCount(40)
  await expect(notices(page).nth(30).getByRole('link')).toBeFocused()
  await expect(panel(page).getByRole('button', { name: 'Show more' })).toBeHidden()

  await page.route('**/notices/read', (route) => route.abort())
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('This could not be marked as read. Please try again.')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notices, 39 unread')
  await page.unroute('**/notices/read')
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await expect(panel(page)).not.toContainText('Unread')
  await expect(panel(page)).toBeFocused()
  await expect(bell(other)).toHaveAccessibleName('Notices')
})

test('a notice that arrives while all are marked as read stays unread', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await addNotices(portal, person, 2)
  await signIn(page, person)
  await page.goto(yourActivity)
  await bell(page).click()
  await expect(notices(page)).toHaveCount(2)
  await page.route('**/notices/read', async (route) => {
    await addNotices(portal, person, 1)
    await route.continue()
  })
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await expect(notices(page)).toHaveCount(3)
})

test('by keyboard alone: opened, navigated, closed by Escape, by leaving, by choosing', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await addNotices(portal, person, 2)
  await signIn(page, person)
  await page.goto('/staff-dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Space')
  await expect(notices(page)).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  for (const index of [0, 1]) {
    await page.keyboard.press('Tab')
    await expect(notices(page).nth(index).getByRole('link')).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Activity', exact: true })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notices(page)).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
  await expect(panel(page)).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
})

test('a list that cannot be loaded shows an error and can be retried; a click elsewhere closes it', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await addNotices(portal, person, 1)
  await signIn(page, person)
  await page.route('**/notices', (route) => route.abort())
  await page.goto('/staff-dashboard')
  await bell(page).click()
  await expect(panel(page).getByRole('alert')).toContainText('Failed to load the notices. Please try again later.')
  await page.unroute('**/notices')
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(notices(page)).toHaveCount(1)
  await page.locator('#main').click({ position: { x: 600, y: 400 } })
  await expect(panel(page)).toBeHidden()
})

test('axe finds no violations, wide and on a phone, in light and dark', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const posting = await addPosting(portal, person)
  await addNotices(portal, person, 31)
  await portal.sql`update notices set read_at = now() where user_id = ${person.id} and id % 2 = 0`
  await portal.sql`insert into notices (user_id, kind, posting_id, details) values (${person.id}, 'returned', ${posting.id},
      ${portal.sql.json({ activity_name: posting.name, reason: 'A_very_long_word_'.repeat(20) })})`
  await signIn(page, person)
  await page.goto(yourActivity)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // On a phone they have a page of their own.
    const isPhone = width === 390
    const place = isPhone ? page.getByRole('region', { name: 'Notices' }) : panel(page)
    const all = place.getByRole('listitem')
    if (isPhone) await page.getByRole('link', { name: /^Notices/ }).click()
    else await bell(page).click()
    await expect(all).toHaveCount(30)
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(place.getByRole('button', { name: 'Mark all as read' })).toBeInViewport({ ratio: 1 })
    await all.last().scrollIntoViewIfNeeded()
    await expect(all.last()).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('Escape')
  }
})

test('a notice that begins with a Latin name is written from right to left in Kurdish', async ({ page, portal }) => {
  const administrator = await addPerson(portal, 'admin')
  await portal.sql`insert into notices (user_id, kind, term_id, details)
    select ${administrator.id}, 'question asked', id, ${portal.sql.json({ line: 'tp', to: 'office', question_id: 1, by: 'Sara Aziz', text: 'Why?' })}
    from terms where is_current`
  await signIn(page, administrator)
  await page.request.put('/auth/language', { data: { language: 'ckb' } })
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: /^ئاگادارییەکان/ }).click()
  await expect(page.getByText('تانەی لە خاڵی مامۆستا داوە')).toHaveCSS('direction', 'rtl')
})

test('the stream is open while the page is visible, and ends with the session', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  const isStream = (request: { url(): string }) => request.url().endsWith('/notices/stream')
  const opened = page.waitForRequest(isStream)
  await page.goto('/staff-dashboard')
  await opened
  await expect(bell(page)).toBeVisible()

  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const closed = page.waitForEvent('requestfailed', isStream)
  await setVisibility('hidden')
  await closed
  await addNotices(portal, person, 2)
  const again = page.waitForRequest(isStream)
  await setVisibility('visible')
  await again
  await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')

  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const ended = page.waitForEvent('requestfailed', isStream)
  await page.getByRole('button', { name: 'Logout' }).click()
  await ended
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('Logged out!')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  const afterLogout = paths.slice(paths.indexOf('/auth/logout') + 1)
  expect(afterLogout.filter((path) => path.startsWith('/notices'))).toEqual([])
})
