import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn } from './steps.ts'

const yourActivity = '/staff-dashboard?tab=your-activity'

type Made = { id: number; name: string }

async function addActivity({ sql }: Portal, score: number, type = 'Compulsory', name = 'Curriculum workshop'): Promise<Made> {
  const [made] = await sql<[Made]>`
    insert into activities (name, description, type, score)
    values (${`${name} ${crypto.randomUUID().slice(0, 8)}`}, 'What it is', ${type}, ${score}) returning id, name`
  return made
}

/** Past days of the current term: it begins a month ago at the latest, because a day in the future is asked about. */
async function currentTerm({ sql }: Portal) {
  const [term] = await sql<[{ id: number; name: string; start_date: string }]>`
    update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
    where is_current returning id, name, start_date::text`
  const month = term.start_date.slice(0, 8)
  return { ...term, day: (number: number) => `${month}${String(number).padStart(2, '0')}` }
}

let year = 1930
/** A past year that no other test uses. */
async function addPastTerm({ sql }: Portal) {
  year += 1
  const [term] = await sql<[Made]>`
    insert into terms (name, start_date, end_date) values (${`Year ${year}`}, ${`${year}-01-01`}, ${`${year}-12-31`}) returning id, name`
  return { ...term, day: `${year}-05-05`, dayShown: `5 May ${year}` }
}

async function closeTerm(page: Page, portal: Portal, { id }: Made) {
  await signIn(page, await addPerson(portal, 'admin'))
  expect((await page.request.put(`/terms/close/${id}`, { data: {} })).status()).toBe(200)
}

async function addPosting({ sql }: Portal, person: Person, activity: Made, day: string) {
  await sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, id, name, type, score, ${day}::date, term_of(${day}) from activities where id = ${activity.id}`
}

const card = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const form = (page: Page) => page.getByRole('form')
const entries = (page: Page) => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const submit = (page: Page) => form(page).getByRole('button', { name: /^(Post|Update) Activity$/ })

async function choose(page: Page, activity: Made) {
  await page.getByLabel('Activity', { exact: true }).fill(activity.name)
  await page.keyboard.press('Enter')
}

/** A photo as from a phone: stored rotated, with an EXIF orientation. */
function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
const file = (buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('a posting is shown at once: list, cards and grade', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff', { title: 'l' })
  const activity = await addActivity(portal, 7.25)
  const term = await currentTerm(portal)
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) values (${person.id}, ${term.id}, 8, 4.4)`
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  for (const label of ['Total Score', 'Current Grade', 'FB Score', 'E. Activity', 'Att. Activity', 'TP', 'Act. Activity'])
    await expect(card(page, label)).toBeVisible()
  await expect(card(page, 'Total Score')).toContainText('12.4')
  await expect(card(page, 'Current Grade')).toContainText('D8without feedback')
  await expect(card(page, 'Current Grade')).toContainText('7 points to C')

  await choose(page, activity)
  await expect(page.getByText('Earns 7.25 points in Act. Activity.')).toBeVisible()
  await page.getByLabel('Starting date').fill(term.day(5))
  await expect(page.getByText(`Counts in ${term.name}.`)).toBeVisible()
  await page.getByLabel('Link').fill('https://events.test.example/7')
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/posted-activities'))
  await submit(page).click()
  const body = (await request).postData() ?? ''
  const fields = [...body.matchAll(/form-data; name="(\w+)"/g)].map(([, name]) => name)
  expect(fields).toEqual(['activity_name', 'starting_date', 'link', 'user_id', 'id', 'role_id'])

  await expect(form(page).getByRole('status').filter({ hasText: 'Activity posted successfully' })).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(activity.name)
  await expect(entries(page)).toContainText('+7.25')
  await expect(entries(page).getByRole('link')).toHaveAttribute('href', 'https://events.test.example/7')
  await expect(card(page, 'Act. Activity')).toContainText('7.25')
  await expect(card(page, 'Total Score')).toContainText('19.65')
  await expect(card(page, 'Current Grade')).toContainText('C15.25without feedback')
  await expect(card(page, 'Current Grade')).toContainText('8.75 points to B')
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Starting date')).toHaveValue('')
  await expect(page.getByLabel('Link')).toHaveValue('')
})

test('on a phone: a rotated photo of 12 megapixels is shown upright', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await addPerson(portal, 'staff')
  const activity = await addActivity(portal, 3, 'Attending')
  await signIn(page, person)
  await page.goto(yourActivity)
  await page.getByLabel('Activity', { exact: true }).click()
  await page.getByLabel('Activity', { exact: true }).fill(activity.name.toUpperCase())
  await options(page).click()
  await page.getByRole('button', { name: 'Today' }).click()
  const input = page.getByLabel(/^Image/)
  await input.setInputFiles(file(await photo(4000, 3000), `IMG_${'20261112_'.repeat(12)}.jpg`))
  const preview = page.getByRole('img', { name: 'Preview' })
  const size = (element: Element) => ({
    width: (element as unknown as { naturalWidth: number }).naturalWidth,
    height: (element as unknown as { naturalHeight: number }).naturalHeight,
  })
  await expect.poll(() => preview.evaluate(size)).toEqual({ width: 1500, height: 2000 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeInViewport()
  await expect(preview).toBeHidden()
  await expect(card(page, 'Att. Activity')).toContainText('3')

  await entries(page)
    .getByRole('button', { name: /Enlarge/ })
    .click()
  const large = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.evaluate(size)).toEqual({ width: 1200, height: 1600 })
  await page.keyboard.press('Escape')
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a posting is edited: Cancel Edit resets, another day and no image are saved', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const [activity, term] = [await addActivity(portal, 3), await currentTerm(portal)]
  await signIn(page, person)
  await page.goto(yourActivity)
  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(7))
  await page.getByLabel(/^Image/).setInputFiles(file(await photo(400, 300)))
  await submit(page).click()
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toBeVisible()

  await page.getByLabel('Link').fill('https://begun.test.example')
  const edit = entries(page).getByRole('button', { name: 'Edit' })
  await edit.click()
  await expect(form(page).getByRole('heading')).toHaveText('Edit Activity')
  await expect(form(page).getByRole('heading')).toBeFocused()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(activity.name)
  await expect(page.getByLabel('Starting date')).toHaveValue(term.day(7))
  await expect(page.getByLabel('Link')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await expect(form(page).getByRole('heading')).toHaveText('Post New Activity')
  await expect(page.getByLabel('Starting date')).toHaveValue('')
  // The draft from before the edit is still there.
  await expect(page.getByLabel('Link')).toHaveValue('https://begun.test.example')
  await expect(edit).toBeFocused()

  await edit.click()
  await expect(page.getByText('Keeps the 3 points it earned.')).toBeVisible()
  await page.getByLabel('Starting date').fill(term.day(8))
  await page.getByRole('button', { name: 'Remove image' }).click()
  await submit(page).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  await expect(form(page).getByRole('heading')).toHaveText('Post New Activity')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toBeHidden()
  const [stored] = await portal.sql`
    select p.starting_date::text as day, i.id as image from posted_activities p
    left join posted_images i on i.posted_activity_id = p.id where p.user_id = ${person.id}`
  expect(stored).toEqual({ day: term.day(8), image: null })
})

test('deleting needs a confirmation; then the posting and its points are gone', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const [activity, term] = [await addActivity(portal, 3, 'Elective'), await currentTerm(portal)]
  await addPosting(portal, person, activity, term.day(3))
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(card(page, 'E. Activity')).toContainText('3')
  const remove = entries(page).getByRole('button', { name: 'Delete' })
  await remove.click()
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this activity?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()

  await page.route('**/posted-activities/*', (route) => route.abort())
  await remove.click()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete activity')
  await page.unroute('**/posted-activities/*')
  await remove.click()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Activity deleted successfully' })).toBeVisible()
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
  await expect(card(page, 'E. Activity')).toContainText('0')
})

test('a failed or cancelled save keeps all input, the photo too, and a retry works; a duplicate is refused at the date', async ({
  page,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  const [activity, term] = [await addActivity(portal, 3), await currentTerm(portal)]
  await signIn(page, person)
  await page.goto(yourActivity)
  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(9))
  await page.getByLabel('Link').fill('https://events.test.example/9')
  await page.getByLabel(/^Image/).setInputFiles(file(await photo(400, 300)))

  await page.route('**/posted-activities', () => {})
  await submit(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await form(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Upload cancelled. Your input is kept.')
  await expect(submit(page)).toBeEnabled()
  await page.unroute('**/posted-activities')

  let respond: (() => void) | undefined
  await page.route('**/posted-activities', (route) => {
    respond = () => void route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
  await submit(page).click()
  const waiting = form(page).getByRole('button', { name: 'Loading...' })
  await expect(waiting).toBeDisabled()
  await expect.poll(() => respond).toBeDefined()
  respond?.()
  await expect(page.getByRole('alert')).toHaveText('Failed to save activity')
  await page.unroute('**/posted-activities')
  await page.route('**/posted-activities', (route) => route.abort())
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to save activityNo response from server.')
  await page.unroute('**/posted-activities')

  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(activity.name)
  await expect(page.getByLabel('Starting date')).toHaveValue(term.day(9))
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toBeVisible()

  // Saved, but the reply is lost: trying again is no duplicate.
  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(10))
  await page.route('**/posted-activities', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to save activityNo response from server.')
  await page.unroute('**/posted-activities')
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(entries(page)).toHaveCount(2)

  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(9))
  await submit(page).click()
  await expect(page.getByLabel('Starting date')).toHaveAccessibleDescription(/You already posted this activity for that date\./)
  await expect(page.getByLabel('Starting date')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Failed to save activity')
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(activity.name)
})

test('the result of an upload is shown in another panel too, and the form is empty again', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const [activity, term] = [await addActivity(portal, 3), await currentTerm(portal)]
  await signIn(page, person)
  await page.goto(yourActivity)
  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(9))
  let respond: (() => void) | undefined
  await page.route('**/posted-activities', (route) => {
    respond = () => void route.continue()
  })
  await submit(page).click()
  await expect.poll(() => respond).toBeDefined()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  respond?.()
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText('Activity posted successfully')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(entries(page)).toContainText(activity.name)
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue('')
})

test('missing or invalid values are reported at their fields, without a request', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await addActivity(portal, 3)
  await page.goto(yourActivity)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByLabel('Activity', { exact: true }).fill('Nothing like this')
  await expect(page.getByText('No activity matches this.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Link').fill('javascript:alert(1)')
  await page.getByLabel('Starting date').fill('0026-04-03')
  await submit(page).click()
  await expect(page.getByLabel('Starting date')).toHaveAccessibleDescription(
    'Enter the year with all four digits, from 1900 to 2199.',
  )
  await page.getByLabel('Starting date').fill('')
  await submit(page).click()
  await expect(page.getByLabel('Activity', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveAccessibleDescription('Choose one of the activities.')
  await expect(page.getByLabel('Starting date')).toHaveAccessibleDescription('Enter the starting date.')
  await expect(page.getByLabel('Link')).toHaveAccessibleDescription(
    'The link must be a web address that starts with http:// or https://.',
  )
  const image = page.getByLabel(/^Image/)
  await image.setInputFiles(file(Buffer.from('GIF89a, a moving picture'), 'photo.gif', 'image/gif'))
  await expect(image).toHaveAccessibleDescription('photo.gif cannot be read as a photo or a PDF.')
  // The next choice takes the place of a refused file.
  await image.setInputFiles(file(Buffer.from('GIF89a, a moving picture')))
  await expect(image).toHaveAccessibleDescription('photo.jpg cannot be read as a photo or a PDF.')
  const small = await photo(400, 300)
  await image.setInputFiles(file(small))
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()

  // The good photo is not sent without a refused one, which blocks the form until it is removed.
  const [activity, term] = [await addActivity(portal, 3), await currentTerm(portal)]
  await page.reload()
  await choose(page, activity)
  await page.getByLabel('Starting date').fill(term.day(9))
  await page.getByLabel('Link').fill('')
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await image.setInputFiles(file(Buffer.alloc(0)))
  await expect(image).toHaveAccessibleDescription('This file is empty.')
  await image.setInputFiles(file(small.subarray(0, small.length / 2), 'half.jpg'))
  await expect(image).toHaveAccessibleDescription('This .jpg file is damaged and cannot be read.')
  await expect(form(page)).toContainText('half.jpg')
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveAccessibleName('Preview of photo.jpg')
  await submit(page).click()
  await expect(image).toBeFocused()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Remove image half.jpg' }).click()
  await expect(image).toHaveAccessibleDescription('')
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toHaveCount(1)
})

test('the activity is found by keyboard among two hundred', async ({ page, portal }) => {
  // Without digits: all of them would match the number.
  const mark = crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')
  await portal.sql`insert into activities (name, description, type, score)
    select ${mark} || ' Séminaire ' || lpad(n::text, 3, '0'), 'What it is', 'Elective', 1.5 from generate_series(1, 200) n`
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto(yourActivity)
  const field = page.getByLabel('Activity', { exact: true })
  await field.focus()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type(`seminaire 19 ${mark}`)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(options(page)).toHaveCount(12)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const third = options(page).nth(2)
  await expect(field).toHaveAttribute('aria-activedescendant', (await third.getAttribute('id')) ?? '')
  await expect(third).toContainText('1.5 points · Elective')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`${mark} Séminaire 190`)
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()

  // On a phone the keyboard covers the lower half after the field was tapped; three options stay above it.
  await page.setViewportSize({ width: 360, height: 640 })
  await field.click()
  await field.fill(mark)
  const aboveKeyboard = 340
  await page.evaluate((height) => {
    Object.defineProperty(window.visualViewport, 'height', { get: () => height })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, aboveKeyboard)
  await expect.poll(async () => (await options(page).nth(2).boundingBox())?.y).toBeLessThan(aboveKeyboard - 44)
  await expect(options(page).nth(2)).toBeInViewport({ ratio: 1 })
  expect((await field.boundingBox())?.y).toBeGreaterThan(0)
})

test('a closed term: its entries show why they are locked, its scores are shown, and new postings are refused', async ({
  page,
  portal,
}) => {
  const person = await addPerson(portal, 'staff', { title: 'al' })
  const [past, current] = [await addPastTerm(portal), await currentTerm(portal)]
  const [activity, other] = [await addActivity(portal, 26), await addActivity(portal, 2)]
  await addPosting(portal, person, activity, past.day)
  await addPosting(portal, person, other, current.day(2))
  await closeTerm(page, portal, past)
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(page.getByLabel('Term')).toHaveValue(String(current.id))
  const [newest, oldest] = [entries(page).nth(0), entries(page).nth(1)]
  await expect(newest).toContainText(other.name)
  await expect(newest.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(oldest).toContainText(past.dayShown)
  await expect(oldest).toContainText('This term is closed.')
  await expect(oldest).toContainText(past.name)
  await expect(oldest.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0)

  await page.getByLabel('Term').selectOption({ label: `${past.name} (closed)` })
  await expect(page).toHaveURL(new RegExp(`term=${past.id}`))
  await expect(page.getByText(`${past.name} is closed`)).toBeVisible()
  await expect(card(page, 'Total Score')).toContainText('26')
  await expect(card(page, 'Current Grade')).toContainText('A26without feedback')
  await page.reload()
  await expect(card(page, 'Total Score')).toContainText('26')

  await choose(page, other)
  await page.getByLabel('Starting date').fill(past.day)
  await expect(page.getByLabel('Starting date')).toHaveAccessibleDescription(/is closed\. Choose a date in an open term\./)
  await submit(page).click()
  const closed = `${past.name} is closed. Choose a date in an open term.`
  await expect(page.getByLabel('Starting date')).toHaveAccessibleDescription(new RegExp(`^${closed}`))
  await expect(page.getByText(closed)).toHaveCount(1)
  await expect(page.getByLabel('Starting date')).toBeFocused()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(other.name)
})

test('a failed load shows the message of the specification, and can be retried', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.route('**/users/id/*', (route) =>
    route.fulfill({ status: 404, json: { message: 'This user is not there any more.', code: 'users.notFound' } }),
  )
  await page.route('**/posted-activities?*', (route) => route.abort())
  await page.goto(yourActivity)
  await expect(page.getByText('Error fetching user data: This user is not there any more.')).toBeVisible()
  await expect(page.getByText('Failed to fetch posted activities')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('alert').filter({ hasText: 'user data' }).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Total Score')).toContainText('0')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You have not posted anything yet')).toBeVisible()
})

test('without a known title there is no grade; the highest grade has its own text', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const term = await currentTerm(portal)
  await portal.sql`insert into term_scores (user_id, term_id, tp) values (${person.id}, ${term.id}, 80)`
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(card(page, 'Current Grade')).toContainText('A+80without feedback')
  await expect(card(page, 'Current Grade')).toContainText('The highest grade')
  await portal.sql`update users set title = null where id = ${person.id}`
  await page.reload()
  await expect(card(page, 'Current Grade')).toContainText('-80without feedback')
})

test('axe finds no violations, and the Content-Security-Policy is not violated, in light and dark', async ({ page, portal }) => {
  const broken: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()))
  const person = await addPerson(portal, 'staff')
  const [past, current, activity] = [await addPastTerm(portal), await currentTerm(portal), await addActivity(portal, 3)]
  await addPosting(portal, person, activity, past.day)
  await addPosting(portal, person, activity, current.day(2))
  await closeTerm(page, portal, past)
  await signIn(page, person)
  await page.goto(yourActivity)
  await expect(entries(page)).toHaveCount(2)
  await submit(page).click()
  await expect(page.getByLabel('Activity', { exact: true })).toBeFocused()
  await page.getByLabel('Activity', { exact: true }).fill(activity.name)
  await expect(options(page)).toHaveCount(1)
  await expectNoAxeViolations(page)
  await entries(page).first().getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/^Image/).setInputFiles(file(await photo(400, 300)))
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await expectNoAxeViolations(page)
  await submit(page).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  await entries(page).first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(broken).toEqual([])
})

test('an entry that another window saved meanwhile is not overwritten silently', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const [activity, { day }] = [await addActivity(portal, 2), await currentTerm(portal)]
  await addPosting(portal, person, activity, day(4))
  await signIn(page, person)
  await page.goto(yourActivity)
  await entries(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Link').fill('https://events.test.example/mine')
  await portal.sql`update posted_activities set link = 'https://events.test.example/theirs' where user_id = ${person.id}`

  await submit(page).click()
  await expect(form(page).getByRole('alert')).toContainText('It was changed meanwhile, in another window or by a review.')
  await expect(entries(page).getByRole('link')).toHaveAttribute('href', 'https://events.test.example/theirs')
  await expect(page.getByLabel('Link')).toHaveValue('https://events.test.example/mine')
  await submit(page).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  await expect(entries(page).getByRole('link')).toHaveAttribute('href', 'https://events.test.example/mine')
})
