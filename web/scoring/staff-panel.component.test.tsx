import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { chooseInFilter, filterOf } from '../../testing/components/filters.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { textsOf } from '../../testing/components/texts.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const staffPanel = '/admin-dashboard?tab=staff'
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const cell = (row: Locator, index: number) => row.getByRole('cell').nth(index)
const names = () => page.getByRole('rowheader')

/** A picture in Base64, as a parameter of a query. */
async function drawJpeg(width: number, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  const picture = await canvas.convertToBlob({ type: 'image/jpeg' })
  return btoa(String.fromCharCode(...new Uint8Array(await picture.arrayBuffer())))
}

test('View Activities shows what a member posted, with link and image', async () => {
  const [first, second] = [await portal.make.staff({ name: 'Alpha 01' }), await portal.make.staff({ name: 'Alpha 02' })]
  const activity = await portal.make.activity({ name: 'Workshop on grading', type: 'Attending', score: 2.25 })
  const record = await portal.make.posting(first.id, activity, '2026-11-12', 'https://events.example/7')
  await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${record}, decode(${await drawJpeg(80, 60)}, 'base64'))`
  await portal.open(`${staffPanel}&q=Alpha`, admin)
  await expect.element(cell(rowOf(first.name), 5)).toHaveTextContent(/^2\.25$/)

  const restore = intercept('GET', '/posted-activities', noNetwork)
  await rowOf(first.name).getByRole('button', { name: 'View Activities' }).click()
  const dialog = page.getByRole('dialog', { name: `Activities for ${first.name}` })
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to fetch staff activities')
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Failed to fetch staff activities')
  restore()
  await dialog.getByRole('button', { name: 'Try again' }).click()

  const entry = dialog.getByRole('listitem')
  for (const text of [
    'Workshop on grading',
    '12 Nov 2026 · Attending',
    `Activity ID${activity.id}`,
    `Record ID${record}`,
    '2.25points',
  ])
    await expect.element(entry).toHaveTextContent(text)
  const link = entry.getByRole('link', { name: 'View Activity Link' })
  await expect.element(link).toHaveAttribute('href', 'https://events.example/7')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')

  await entry.getByRole('button', { name: /^Enlarge/ }).click()
  const large = page.getByRole('img', { name: 'Image for Workshop on grading, 12 Nov 2026' })
  await expect.element(large).toBeVisible()
  await expect.poll(() => (large.element() as HTMLImageElement).naturalWidth).toBe(80)
  await userEvent.keyboard('{Escape}')
  await expect.element(large).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(rowOf(first.name).getByRole('button', { name: 'View Activities' })).toHaveFocus()

  await rowOf(second.name).getByRole('button', { name: 'View Activities' }).click()
  await expect.element(page.getByRole('dialog').getByText('No activities found for this staff member.')).toBeVisible()
})

test('members are filtered by department, grade and title and found by e-mail address; grades are sorted by their rank', async () => {
  const department = await portal.make.department('Physics')
  const members = []
  for (const [index, points] of [60, 40, 20, 0].entries()) {
    const name = `Beta 0${index + 1}`
    const title = index === 2 ? null : 'l'
    const member = await portal.make.staff({ name, title, ...(index < 3 ? { department_id: department.id } : {}) })
    await portal.sql`insert into term_scores (user_id, term_id, tp) select ${member.id}, id, ${points} from terms where is_current`
    members.push(member)
  }
  await portal.open(staffPanel, admin)
  const search = page.getByRole('searchbox', { name: 'Search staff' })
  await search.fill('Beta')
  await expect.element(names()).toHaveLength(4)
  await expect.element(page.getByText(/^4 of \d/)).toBeVisible()
  const placeOfFilter = () => filterOf('Activities').element().getBoundingClientRect().toJSON()
  const searched = placeOfFilter()
  await search.fill('')
  await expect.element(page.getByText(/^4 of \d/)).not.toBeInTheDocument()
  expect(placeOfFilter(), 'The tools stay where they are while one types').toEqual(searched)
  await search.fill('Beta')
  await expect.element(names()).toHaveLength(4)
  await expect.element(cell(rowOf('Beta 03'), 1)).toHaveTextContent(/^Unknown$/)
  await expect.element(cell(rowOf('Beta 04'), 2)).toHaveTextContent(/^Unknown Department$/)

  const grades = () => [...document.querySelectorAll('tbody td:nth-child(11)')].map(({ textContent }) => textContent)
  const sortByGrade = page.getByRole('button', { name: 'Grade', exact: true })
  await sortByGrade.click()
  await expect.poll(grades).toEqual(['-', 'E', 'A', 'A+'])
  await sortByGrade.click()
  await expect.poll(grades).toEqual(['A+', 'A', 'E', '-'])

  await chooseInFilter('Department', 'Physics')
  await expect.element(names()).toHaveLength(3)
  await chooseInFilter('Grade', 'A+')
  await expect.element(names()).toHaveLength(1)
  await chooseInFilter('Grade', 'All grades')
  await chooseInFilter('Title', 'Unknown')
  await expect.poll(() => textsOf(names())).toEqual([expect.stringMatching(/^Beta 03/)])
  await chooseInFilter('Title', 'All titles')
  await search.fill(members[1]?.email ?? '')
  await expect.poll(() => textsOf(names())).toEqual([expect.stringMatching(/^Beta 02/)])
})

test('the term is chosen in the header; a closed one cannot be edited', async () => {
  const member = await portal.make.staff({ name: 'Gamma 01' })
  const term = await portal.make.term('Term of 2150', '2150-01-01', '2150-12-31')
  expect((await portal.as(admin)('PUT', `/terms/close/${term.id}`, {})).status).toBe(200)
  await portal.open(`${staffPanel}&q=Gamma`, admin)
  await expect.element(rowOf(member.name).getByRole('button', { name: /^Edit Feedback/ })).toBeVisible()
  await expect.element(page.getByText(/ is open until \d+ \w+ \d{4}$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Term', exact: true }).selectOptions(`${term.name} (closed)`)
  await expect.element(page.getByText('This term is closed.')).toBeVisible()
  await expect.element(page.getByText(`${term.name} is closed`)).toBeVisible()
  await expect.element(rowOf(member.name)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Edit / })).not.toBeInTheDocument()
})

test('ten thousand members: few rows rendered, all columns visible at 1280 pixels, quick to search', async () => {
  // The rows are inserted without triggers and foreign keys, which would query every table for each of them.
  await portal.sql`
    do $$ begin
      set local session_replication_role = replica;
      insert into users (name, username, email, role_id, degree, title, gender)
      select 'Mass ' || lpad(n::text, 5, '0'), 'mass-' || n, 'mass-' || n || '@test.example', 2, 'PhD', 'l', 'Other'
      from generate_series(1, 10000) n;
    end $$`
  // Autovacuum would do this a minute later: until then PostgreSQL plans for the few users before.
  await portal.sql`analyze users`
  await portal.open(`${staffPanel}&sort=name`, admin)
  await expect.element(page.getByText(/^10,\d{3} members/)).toBeVisible()
  await expect.element(rowOf('Mass 00001')).toBeVisible()
  const drawn = () => document.querySelectorAll('tbody tr').length
  expect(drawn()).toBeLessThan(100)
  const frame = page.getByRole('region', { name: 'Staff' }).element()
  expect(frame.scrollWidth - frame.clientWidth).toBe(0)
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'NameEmail',
    ...['Degree', 'Title', 'Department', 'T P.', 'F B.', 'ATT S.', 'ACT S.', 'E S.', 'Total', 'Grade', 'Review', 'Activities'],
  ])
  frame.scrollTo(0, frame.scrollHeight)
  await expect.element(rowOf('Mass 10000')).toBeVisible()
  expect(drawn()).toBeLessThan(100)
  await page.getByRole('searchbox', { name: 'Search staff' }).fill('mass-9999@')
  await expect.poll(() => textsOf(names())).toEqual([expect.stringMatching(/^Mass 09999/)])
  await rowOf('Mass 09999')
    .getByRole('button', { name: /^Edit Teacher Points/ })
    .click()
  await userEvent.keyboard('8{Enter}')
  await expect.element(cell(rowOf('Mass 09999'), 8)).toHaveTextContent(/^8$/)
})

test('the grade of a member with nothing scored and nothing posted is grey, and says so on hover, focus and tap', async () => {
  await portal.make.staff({ name: 'Newcomer 01', title: 'l' })
  await portal.open(`${staffPanel}&q=Newcomer`, admin)
  const grade = rowOf('Newcomer 01').getByRole('button', { name: 'Grade with feedback E of Newcomer 01: Nothing scored yet' })
  const hint = page.getByRole('tooltip', { name: 'Nothing scored yet' })
  await expect.element(grade).toHaveTextContent(/^E$/)
  expect(getComputedStyle(grade.getByText('E').element().parentElement as Element).backgroundImage).toBe('none')

  await grade.hover()
  await expect.element(hint).toBeInTheDocument()
  // The pointer leaves in two steps: on the way between a word and its tooltip it is still on it.
  await page.getByRole('searchbox').hover()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.element(hint).not.toBeInTheDocument()

  ;(grade.element() as HTMLElement).focus()
  await expect.element(hint).toBeInTheDocument()
  ;(grade.element() as HTMLElement).blur()
  await expect.element(hint).not.toBeInTheDocument()

  // A finger presses without a pointer over the control before.
  for (const type of ['pointerdown', 'pointerup'])
    grade.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }))
  ;(grade.element() as HTMLElement).click()
  await expect.element(hint).toBeInTheDocument()
})

test.each(['en', 'ckb'] as const)('the numbers of a column are aligned at their decimal point: %s', async (language) => {
  for (const [name, score] of [
    [`Aligned ${language} 1`, 2.25],
    [`Aligned ${language} 2`, 118.5],
    [`Aligned ${language} 3`, 7],
  ] as const) {
    const member = await portal.make.staff({ name })
    await portal.make.posting(member.id, await portal.make.activity({ type: 'Attending', score }), '2026-11-12')
  }
  await portal.open(`${staffPanel}&q=Aligned ${language}`, admin, { language })
  await expect.element(names()).toHaveLength(3)
  /** The right edge of the digits before the decimal point, in each row. */
  const edges = ['2', '118', '7'].map((whole, index) => {
    const number = cell(rowOf(`Aligned ${language} ${index + 1}`), 5)
      .element()
      .querySelector('bdi')
    const text = document.createTreeWalker(number as Node, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    range.setStart(text as Node, 0)
    range.setEnd(text as Node, whole.length)
    return range.getBoundingClientRect().right
  })
  // The digits of the font are not all equally wide beside a point.
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(2)
})
