import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const points = (row: Locator) => row.getByRole('button', { name: /^Edit Teacher Points/ })
const bar = () => page.getByRole('status').filter({ hasText: /unsaved/ })
const heading = () => page.getByRole('heading', { level: 1 })
const question = () => page.getByRole('alertdialog')

async function addGroup(name: string, count: number) {
  return await Promise.all(
    Array.from({ length: count }, (_, index) => portal.make.staff({ name: `${name} ${index + 1}`, title: 'l' })),
  )
}

async function stored(name: string) {
  const rows = await portal.sql<{ tp: number | null }>`
    select s.tp from users u left join term_scores s on s.user_id = u.id where u.name like ${`${name} %`} order by u.name`
  return rows.map(({ tp }) => tp)
}

/** Opens the panel of one group, types the texts from the first member on, and clicks away from the editors. */
async function typeAndLeave(group: string, ...texts: string[]) {
  await portal.open(`/admin-dashboard?tab=staff&q=${group}`, admin)
  for (const [index, text] of texts.entries()) {
    await points(rowOf(`${group} ${index + 1}`)).click()
    await userEvent.keyboard(text)
    await page.getByRole('searchbox').click()
  }
}

test('all scores that were typed and clicked away from are saved by one button', async () => {
  await addGroup('Alpha', 3)
  await typeAndLeave('Alpha', '7', '٨٫٥', '9.5')
  await expect.element(bar()).toHaveTextContent('3 unsaved scores')
  expect(await stored('Alpha')).toEqual([null, null, null])
  await bar().getByRole('button', { name: 'Save' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.poll(() => stored('Alpha')).toEqual([7, 8.5, 9.5])
})

test('one that is refused, far above the others, or changed elsewhere stays with its reason, and the others are saved', async () => {
  const members = await addGroup('Beta', 8)
  await typeAndLeave('Beta', '7', '7', '8', '8', '8', '7.55', '900', '6')
  await portal.as(admin)('PUT', `/users/edit-tp/${members[7]?.id}`, { tp: 4 })
  await bar().getByRole('button', { name: 'Save' }).click()
  await expect.element(points(rowOf('Beta 6'))).toHaveAccessibleName(/Please enter a valid tp score/)
  await expect.element(points(rowOf('Beta 7'))).toHaveAccessibleName(/900 is far above the median/)
  await expect.element(points(rowOf('Beta 8'))).toHaveAccessibleName(/changed this score to 4/)
  await expect.element(bar()).toHaveTextContent('3 unsaved scores')
  expect(await stored('Beta')).toEqual([7, 7, 8, 8, 8, null, null, 4])
})

test('after a conflict and after a question, the button saves, and meanwhile the cell tells the score that is saved', async () => {
  const [conflicting] = await addGroup('Omicron', 6)
  await typeAndLeave('Omicron', '6', '7', '7', '8', '8', '900')
  await portal.as(admin)('PUT', `/users/edit-tp/${conflicting?.id}`, { tp: 4 })
  await bar().getByRole('button', { name: 'Save' }).click()
  const cell = points(rowOf('Omicron 1'))
  await expect
    .element(cell)
    .toHaveAccessibleName(/to 4 after you opened it\. Yours is not saved\. .*Save again to replace that score with yours\./)
  await expect.element(cell).toHaveAccessibleName(/Saved, and counted in the total: 4\.0\.$/)
  await expect.element(cell).toHaveTextContent(/^6\.04\.0$/)
  await expect.element(bar()).toHaveTextContent('2 unsaved scores')
  await bar().getByRole('button', { name: 'Save' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.poll(() => stored('Omicron')).toEqual([6, 7, 7, 8, 8, 900])
})

test('all are discarded, and Undo brings them back', async () => {
  await addGroup('Gamma', 2)
  await typeAndLeave('Gamma', '7', '8')
  await bar().getByRole('button', { name: 'Discard' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(points(rowOf('Gamma 1'))).toHaveTextContent('–')
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect.element(toasts).toHaveTextContent('2 unsaved scores discarded')
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expect.element(bar()).toHaveTextContent('2 unsaved scores')
  await expect.element(points(rowOf('Gamma 2'))).toHaveTextContent('8.0')
})

test('leaving the panel by a link asks; the scores are there after coming back', async () => {
  await addGroup('Delta', 1)
  await typeAndLeave('Delta', '7')
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect.element(question()).toHaveAccessibleName('1 score is not saved. Leave this panel?')
  await question().getByRole('button', { name: 'Stay' }).click()
  await expect.element(heading()).toHaveTextContent('Staff')
  await page.getByRole('link', { name: 'Departments' }).click()
  await question().getByRole('button', { name: 'Leave' }).click()
  await expect.element(heading()).toHaveTextContent('Departments')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await expect.element(bar()).toHaveTextContent('1 unsaved score')
})

test('Back asks too, as often as it is pressed', async () => {
  await addGroup('Epsilon', 1)
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(heading()).toHaveTextContent('Departments')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await points(rowOf('Epsilon 1')).click()
  await userEvent.keyboard('7')
  await page.getByRole('searchbox').click()
  await expect.element(bar()).toBeVisible()
  for (const _ of [1, 2]) {
    history.back()
    await expect.element(question()).toBeVisible()
    await question().getByRole('button', { name: 'Stay' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(heading()).toHaveTextContent('Staff')
  }
  history.back()
  await question().getByRole('button', { name: 'Leave' }).click()
  await expect.element(heading()).toHaveTextContent('Departments')
})

test('another search, term or sort order of the panel is no leaving', async () => {
  await addGroup('Zeta', 1)
  await typeAndLeave('Zeta', '7')
  await page.getByRole('searchbox').fill('somebody else')
  await expect.element(rowOf('Zeta 1')).not.toBeInTheDocument()
  await expect.element(bar()).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
})

test('logging out asks first, also from another panel', async () => {
  await addGroup('Kappa', 1)
  await typeAndLeave('Kappa', '7')
  await page.getByRole('link', { name: 'Departments' }).click()
  await question().getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(question()).toHaveAccessibleName('1 unsaved score')
  await question().getByRole('button', { name: 'Stay' }).click()
  await expect.element(heading()).toHaveTextContent('Departments')
  await page.getByRole('button', { name: 'Logout' }).click()
  await question().getByRole('button', { name: 'Log out and discard' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
})
