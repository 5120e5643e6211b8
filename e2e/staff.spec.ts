import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, signIn, withCrowd } from './steps.ts'

const staffPanel = '/admin-dashboard?tab=staff'
const twoDigits = (number: number) => String(number).padStart(2, '0')

let lastGroup = 0
/** Members with a unique name in common: "Gamma3 01", "Gamma3 02", …, so that a search finds only them. */
async function addGroup(portal: Portal, count: number) {
  lastGroup += 1
  const name = `Gamma${lastGroup}x${crypto.randomUUID().slice(0, 4)}`
  const members = []
  for (let number = 1; number <= count; number += 1)
    members.push(await addPerson(portal, 'staff', { name: `${name} ${twoDigits(number)}`, title: 'l' }))
  return { name, members }
}

let year = 2150
async function addTerm({ sql }: Portal, name = `Term of ${year + 1}`) {
  year += 1
  const [term] = await sql<[{ id: number; name: string }]>`
    insert into terms (name, start_date, end_date) values (${name}, ${`${year}-01-01`}, ${`${year}-12-31`}) returning id, name`
  return term
}

async function addPosting({ sql }: Portal, userId: number, given: { name: string; link?: string; image?: Buffer }) {
  const [activity] = await sql<[{ id: number }]>`
    insert into activities (name, description, type, score) values (${`${given.name} ${crypto.randomUUID()}`}, 'What it is', 'Attending', 2.25)
    returning id`
  const [posting] = await sql<[{ id: number }]>`
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
    values (${userId}, ${activity.id}, ${given.name}, 'Attending', 2.25, '2026-11-12', ${given.link ?? null},
            term_of('2026-11-12')) returning id`
  if (given.image) await sql`insert into posted_images (posted_activity_id, bytes) values (${posting.id}, ${given.image})`
  return { record: posting.id, activity: activity.id }
}

/** Opens the panel with only the members of one group. */
async function openGroup(page: Page, name: string) {
  await page.goto(staffPanel)
  await page.getByLabel('Search staff').fill(name)
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const score = (row: Locator, name: 'Teacher Points' | 'Feedback') =>
  row.getByRole('button', { name: new RegExp(`^Edit ${name}`) })
const cells = (row: Locator) => row.getByRole('cell')

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
})

test('ten members are scored by keyboard alone', async ({ page, portal }) => {
  const { name, members } = await addGroup(portal, 10)
  const saves: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
  await openGroup(page, name)
  await score(rowOf(page, `${name} 01`), 'Teacher Points').focus()
  await page.keyboard.press('Enter')
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByRole('spinbutton', { name: `Teacher Points, ${name} ${twoDigits(number)}` })).toBeFocused()
    await page.keyboard.type(`${number}.5`)
    await page.keyboard.press('Enter')
  }
  await expect(score(rowOf(page, `${name} 10`), 'Teacher Points')).toBeFocused()
  await expect(page.getByText('tp score updated successfully!')).toHaveCount(1)
  await expect(score(rowOf(page, `${name} 01`), 'Teacher Points')).toHaveText('1.5')
  const last = rowOf(page, `${name} 10`)
  await expect(score(last, 'Teacher Points')).toHaveText('10.5')
  await expect(cells(last).nth(8)).toHaveText('10.5')
  await expect(cells(last).nth(9)).toHaveText('D')
  const saved = await portal.sql<{ tp: number }[]>`
    select tp from term_scores where user_id = any(${members.map(({ id }) => id)}) order by user_id`
  expect(saved.map(({ tp }) => Number(tp))).toEqual(members.map((_, index) => index + 1.5))

  // An unchanged value is not saved again, and Enter still moves to the next row.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByRole('spinbutton', { name: `Teacher Points, ${name} 09` })).toBeFocused()
  expect(saves).toHaveLength(10)
})

test('Enter continues below the fold, in the displayed order', async ({ page, portal }) => {
  const { name } = await addGroup(portal, 40)
  await openGroup(page, name)
  await expect(page.getByText(/^40 of /)).toBeVisible()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await score(rowOf(page, `${name} 40`), 'Feedback').click()
  for (let number = 40; number > 12; number -= 1) {
    const field = page.getByRole('spinbutton', { name: `Feedback, ${name} ${twoDigits(number)}` })
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
  }
  const field = page.getByRole('spinbutton', { name: `Feedback, ${name} 12` })
  const [fieldBox, cellBox] = [await field.boundingBox(), await rowOf(page, `${name} 12`).boundingBox()]
  const middle = (box: typeof fieldBox) => (box ? box.y + box.height / 2 : Number.NaN)
  expect(Math.abs(middle(fieldBox) - middle(cellBox))).toBeLessThan(4)
})

test('an invalid score is reported beside the field; Escape and Cancel change nothing', async ({ page, portal }) => {
  const { name } = await addGroup(portal, 2)
  await openGroup(page, name)
  const row = rowOf(page, `${name} 01`)
  for (const [column, sentence] of [
    ['Teacher Points', 'Please enter a valid tp score'],
    ['Feedback', 'Please enter a valid feedback score'],
  ] as const) {
    await score(row, column).click()
    const field = row.getByRole('spinbutton')
    await expect(field).toHaveAttribute('step', '0.1')
    await expect(field).toHaveAttribute('min', '0')
    for (const wrong of ['', '-1', '2.25', '1000.1']) {
      await field.fill(wrong)
      await row.getByRole('button', { name: 'Save' }).click()
      await expect(row.getByRole('alert')).toHaveText(sentence)
      await expect(field).toHaveValue(wrong)
      await expect(field).toHaveAccessibleDescription(`${sentence} From 0 to 1000, with one decimal at most.`)
      await expect(field).toBeFocused()
    }
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect(score(row, column)).toBeFocused()
    await expect(score(row, column)).toHaveText('–')

    await score(row, column).press('Enter')
    await row.getByRole('spinbutton').fill('7')
    await page.keyboard.press('Escape')
    await expect(score(row, column)).toBeFocused()
    await expect(score(row, column)).toHaveText('–')
  }
})

test('Tab goes to the other score; one far above the others is asked about once; Undo restores one that was not set', async ({
  page,
  portal,
}) => {
  const { name, members } = await addGroup(portal, 6)
  const [first, ...others] = members
  const term = await addTerm(portal)
  for (const { id } of others) await portal.sql`insert into term_scores (user_id, term_id, fb) values (${id}, ${term.id}, 4.5)`
  await page.goto(`${staffPanel}&term=${term.id}&unset=fb`)
  await page.getByLabel('Search staff').fill(name)
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(first?.name ?? '')])
  const row = rowOf(page, `${name} 01`)
  await expect(cells(row).nth(9).locator('[title]')).toHaveAttribute('title', 'Nothing scored or posted yet')
  await page.getByRole('combobox', { name: 'Scores' }).selectOption('All scores')
  await expect(page.getByRole('rowheader')).toHaveCount(6)

  await score(row, 'Teacher Points').focus()
  await expect(page.getByRole('tooltip', { name: 'Edit Teacher Points' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  const feedback = page.getByRole('spinbutton', { name: `Feedback, ${name} 01` })
  await expect(feedback).toBeFocused()
  await expect(page.getByText('tp score updated successfully!')).toBeVisible()
  await expect(score(row, 'Teacher Points')).toHaveText('2.0')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('spinbutton', { name: `Teacher Points, ${name} 01` })).toHaveValue('2.0')
  await page.keyboard.press('Tab')

  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toHaveText(
    '45 is far above the others, who have 4.5 at the median. Save again if it is right.',
  )
  await expect(feedback).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(score(row, 'Feedback')).toHaveText('45.0')
  await expect(cells(row).nth(8)).toHaveText('47')
  const toast = page.getByLabel(/Notifications/)
  await expect(toast).toContainText(`Feedback score updated successfully!${name} 01: 45.0`)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Score restored')
  await expect(score(row, 'Feedback')).toHaveText('–')
  await expect(cells(row).nth(8)).toHaveText('2')
})

test('a decimal comma is a decimal point, typed or pasted', async ({ page, portal, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { name } = await addGroup(portal, 2)
  await openGroup(page, name)
  await score(rowOf(page, `${name} 01`), 'Feedback').click()
  await page.keyboard.type('3,5')
  await page.keyboard.press('Enter')
  await expect(score(rowOf(page, `${name} 01`), 'Feedback')).toHaveText('3.5')
  await page.evaluate(() => navigator.clipboard.writeText('4,5'))
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Enter')
  await expect(score(rowOf(page, `${name} 02`), 'Feedback')).toHaveText('4.5')
})

test('a score that could not be saved survives a visit to another panel', async ({ page, portal }) => {
  const { name } = await addGroup(portal, 1)
  await openGroup(page, name)
  await page.route('**/users/edit-tp/**', (route) => route.abort())
  await score(rowOf(page, `${name} 01`), 'Teacher Points').click()
  await page.keyboard.type('6.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 score is not saved')).toBeVisible()
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.unroute('**/users/edit-tp/**')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('spinbutton')).toHaveValue('6.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('tp score updated successfully!')).toBeVisible()
  await expect(page.getByText('1 score is not saved')).toBeHidden()
})

test('the error of a failed save stays beside its number and the save can be retried', async ({ page, portal }) => {
  const { name } = await addGroup(portal, 2)
  await openGroup(page, name)
  await page.route('**/users/edit-feedback/**', (route) => route.abort())
  const row = rowOf(page, `${name} 01`)
  await score(row, 'Feedback').click()
  await page.keyboard.type('4.4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('An error occurred while updating the feedback score')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: `Feedback, ${name} 02` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(score(row, 'Feedback')).toHaveText('4.4')
  await expect(score(row, 'Feedback')).toHaveAccessibleName(/An error occurred while updating the feedback score/)

  await page.unroute('**/users/edit-feedback/**')
  await page.getByLabel('Search staff').fill('hidden by a search')
  await expect(page.getByText('1 score is not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(row.getByRole('spinbutton')).toHaveValue('4.4')
  await expect(row.getByRole('alert')).toHaveText('An error occurred while updating the feedback score')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Feedback score updated successfully!')).toBeVisible()
  await expect(page.getByText('1 score is not saved')).toBeHidden()
  await expect(score(row, 'Feedback')).toBeFocused()
  await expect(cells(row).nth(8)).toHaveText('4.4')

  // Unsaved input is not lost either.
  await score(row, 'Teacher Points').click()
  await page.keyboard.type('6.1')
  await score(rowOf(page, `${name} 02`), 'Teacher Points').click()
  await expect(page.getByText('1 score is not saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await score(row, 'Teacher Points').click()
  await expect(row.getByRole('spinbutton')).toHaveValue('6.1')
})

test('two administrators who score the same member get a conflict', async ({ page, browser, portal }) => {
  const { name, members } = await addGroup(portal, 1)
  const other = await browser.newPage({ baseURL: portal.url })
  await signIn(other, await addPerson(portal, 'admin', { name: 'Second Admin' }))
  await openGroup(page, name)
  const row = rowOf(page, name)
  await score(row, 'Teacher Points').click()

  expect((await other.request.put(`/users/edit-tp/${members[0]?.id}`, { data: { tp: 7, previous: 0 } })).status()).toBe(200)
  await other.close()

  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  const sentence = 'Somebody changed this score to 7 after you opened it. Your input is kept.'
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(cells(row).nth(8)).toHaveText('7')
  await score(row, 'Teacher Points').click()
  await expect(row.getByRole('spinbutton')).toHaveValue('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('tp score updated successfully!')).toBeVisible()
  await expect(cells(row).nth(8)).toHaveText('3')
})

test('View Activities shows what a member posted, with link and image', async ({ page, portal }) => {
  const { name, members } = await addGroup(portal, 2)
  const [first] = members
  const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const ids = await addPosting(portal, first?.id ?? 0, { name: 'Workshop on grading', link: 'https://events.example/7', image })
  await openGroup(page, name)
  await expect(cells(rowOf(page, `${name} 01`)).nth(5)).toHaveText('2.25')

  await page.route('**/posted-activities?*', (route) => route.abort())
  await rowOf(page, `${name} 01`).getByRole('button', { name: 'View Activities' }).click()
  const dialog = page.getByRole('dialog', { name: `Activities for ${name} 01` })
  await expect(dialog.getByRole('alert')).toContainText('Failed to fetch staff activities')
  await expect(page.getByLabel(/Notifications/).getByText('Failed to fetch staff activities')).toBeVisible()
  await page.unroute('**/posted-activities?*')
  await dialog.getByRole('button', { name: 'Try again' }).click()

  const entry = dialog.getByRole('listitem')
  await expect(entry).toContainText('Workshop on grading')
  await expect(entry).toContainText('12 Nov 2026 · Attending')
  await expect(entry).toContainText(`Activity ID${ids.activity}`)
  await expect(entry).toContainText(`Record ID${ids.record}`)
  await expect(entry).toContainText('2.25points')
  const link = entry.getByRole('link', { name: 'View Activity Link' })
  await expect(link).toHaveAttribute('href', 'https://events.example/7')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')

  await entry.getByRole('button', { name: /^Enlarge/ }).click()
  const large = page.getByRole('img', { name: 'Image of Workshop on grading, 12 Nov 2026' })
  await expect(large).toBeVisible()
  expect(await large.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(80)
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, `${name} 01`).getByRole('button', { name: 'View Activities' })).toBeFocused()

  await rowOf(page, `${name} 02`).getByRole('button', { name: 'View Activities' }).click()
  await expect(page.getByRole('dialog').getByText('No activities found for this staff member.')).toBeVisible()
})

test('the list is searched, filtered and sorted, grades by their rank', async ({ page, portal }) => {
  const { name, members } = await addGroup(portal, 4)
  const [department] = await portal.sql<
    [{ id: number }]
  >`insert into departments (name) values (${`${name} Physics`}) returning id`
  const points = [60, 40, 20, 0]
  for (const [index, { id }] of members.entries()) {
    await portal.sql`update users set department_id = ${index < 3 ? department.id : null}, title = ${index === 2 ? null : 'l'} where id = ${id}`
    await portal.sql`insert into term_scores (user_id, term_id, tp) select ${id}, id, ${points[index] ?? 0} from terms where is_current`
  }
  await openGroup(page, name)
  const names = page.getByRole('rowheader')
  await expect(names).toHaveCount(4)
  await expect(page.getByText(/^4 of \d/)).toBeVisible()
  const placeOfFilter = () => page.getByRole('combobox', { name: 'Activities' }).boundingBox()
  const searched = await placeOfFilter()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByText(/^4 of \d/)).toBeHidden()
  expect(await placeOfFilter(), 'The tools stay where they are while one types').toEqual(searched)
  await page.getByRole('searchbox').fill(name)
  await expect(names).toHaveCount(4)
  await expect(cells(rowOf(page, `${name} 03`)).nth(1)).toHaveText('Unknown')
  await expect(cells(rowOf(page, `${name} 04`)).nth(2)).toHaveText('Unknown Department')
  const gradesInOrder = () => page.getByRole('row').locator('td:nth-child(11)').allTextContents()
  await page.getByRole('button', { name: 'Grade', exact: true }).click()
  await expect.poll(gradesInOrder).toEqual(['-', 'E', 'A', 'A+'])
  await page.getByRole('button', { name: 'Grade', exact: true }).click()
  await expect.poll(gradesInOrder).toEqual(['A+', 'A', 'E', '-'])

  await page.getByLabel('Department').selectOption(`${name} Physics`)
  await expect(names).toHaveCount(3)
  await page.getByLabel('Grade', { exact: true }).selectOption('A+')
  await expect(names).toHaveCount(1)
  await page.getByLabel('Grade', { exact: true }).selectOption('')
  await page.getByLabel('Title').selectOption('Unknown')
  await expect(names).toHaveText([new RegExp(`${name} 03`)])
  await page.getByLabel('Title').selectOption('')
  await page.getByLabel('Search staff').fill(`${members[1]?.username}@test`)
  await expect(names).toHaveText([new RegExp(`${name} 02`)])
})

test('the term is chosen in the header and is in the URL; a closed one cannot be edited', async ({ page, portal }) => {
  const { name } = await addGroup(portal, 1)
  const term = await addTerm(portal)
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await openGroup(page, name)
  await expect(score(rowOf(page, name), 'Feedback')).toBeVisible()
  await page.getByLabel('Term', { exact: true }).selectOption(`${term.name} (closed)`)
  await expect(page).toHaveURL(new RegExp(`tab=staff.*[?&]term=${term.id}(&|$)`))
  await expect(page.getByText('This term is closed.')).toBeVisible()
  await expect(page.getByText(`${term.name} is closed`)).toBeVisible()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Term', { exact: true })).toHaveValue(String(term.id))
  await page.goBack()
  await expect(page.getByText('This term is closed.')).toBeHidden()
  await expect(page.getByText(/ is open until \d+ \w+ \d{4}$/)).toBeVisible()
})

test('ten thousand members: few rows rendered, all columns visible at 1280 pixels, quick to search', async ({ page, portal }) => {
  await withCrowd(portal, 'Mass', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(staffPanel)
    await expect(page.getByText(/^10,\d{3} members/)).toBeVisible({ timeout: 15_000 })
    const drawn = () => page.locator('tbody tr').count()
    expect(await drawn()).toBeLessThan(100)
    const frame = page.getByRole('region', { name: 'Staff' })
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect(page.getByRole('columnheader')).toHaveText([
      'NameEmail',
      ...['Degree', 'Title', 'Department', 'T P.', 'F B.', 'ATT S.', 'ACT S.', 'E S.', 'Total', 'Grade', 'Review', 'Activities'],
    ])
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rowOf(page, 'Mass 10000')).toBeVisible()
    expect(await drawn()).toBeLessThan(100)
    await page.getByLabel('Search staff').fill('mass-9999@')
    await expect(page.getByRole('rowheader')).toHaveText([/Mass 09999/])
    await score(rowOf(page, 'Mass 09999'), 'Teacher Points').click()
    await page.keyboard.type('8')
    await page.keyboard.press('Enter')
    await expect(cells(rowOf(page, 'Mass 09999')).nth(8)).toHaveText('8')
  })
})

test('axe finds no violations in the panel, the editor, the activities and a closed term, in light and dark', async ({
  page,
  portal,
}) => {
  const { name, members } = await addGroup(portal, 2)
  const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  await addPosting(portal, members[0]?.id ?? 0, { name: 'Open day', link: 'https://events.example/8', image })
  const term = await addTerm(portal)
  await page.request.put(`/terms/close/${term.id}`, { data: {} })
  await openGroup(page, name)
  const row = rowOf(page, `${name} 01`)
  await score(rowOf(page, `${name} 02`), 'Teacher Points').click()
  await page.keyboard.type('7')
  await score(row, 'Teacher Points').click()
  await page.keyboard.type('-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 score is not saved')).toBeVisible()
  await expect(row.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'View Activities' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Enlarge/ }).click()
  await expect(page.getByRole('img', { name: /^Image of Open day/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`${staffPanel}&term=${term.id}`)
  await expect(page.getByText('This term is closed.')).toBeVisible()
  await page.getByLabel('Search staff').fill(name)
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expectNoAxeViolations(page)
})
