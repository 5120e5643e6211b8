import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { chooseInFilter } from '../../testing/components/filters.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { textsOf } from '../../testing/components/texts.ts'

type Score = 'Teacher Points' | 'Feedback'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const twoDigits = (number: number) => String(number).padStart(2, '0')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const score = (row: Locator, name: Score) => row.getByRole('button', { name: new RegExp(`^Edit ${name}`) })
const editor = (name: Score, member: string) => page.getByRole('spinbutton', { name: `${name}, ${member}` })
const total = (row: Locator) => row.getByRole('cell').nth(8)
const toasts = () => page.getByRole('region', { name: 'Notifications' })

/** Lecturers with a name in common: "Gamma 01", "Gamma 02", … */
async function addGroup(name: string, count: number) {
  const prefix = name.toLowerCase()
  return await portal.sql<{ id: number }>`
    insert into users (name, username, email, role_id, degree, title, gender)
    select ${name} || ' ' || lpad(n::text, 2, '0'), ${prefix} || n, ${prefix} || n || '@test.example', 2, 'PhD', 'l', 'Female'
    from generate_series(1, ${count}::int) n returning id`
}

/** Opens the panel with only the members of one group. */
const open = (group: string, more = '') => portal.open(`/admin-dashboard?tab=staff&q=${group}${more}`, admin)

async function focus(button: Locator) {
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
}

async function type(text: string) {
  await userEvent.keyboard(`${text}{Enter}`)
}

test('ten members are scored by keyboard alone', async () => {
  const members = await addGroup('Alpha', 10)
  const saves: string[] = []
  intercept('PUT', /^\/users\/edit-tp\//, (request, pass) => {
    saves.push(request.url)
    return pass()
  })
  await open('Alpha')
  await focus(score(rowOf('Alpha 01'), 'Teacher Points'))
  await userEvent.keyboard('{Enter}')
  for (let number = 1; number <= 10; number += 1) {
    await expect.element(editor('Teacher Points', `Alpha ${twoDigits(number)}`)).toHaveFocus()
    await type(`${number}.5`)
  }
  const last = rowOf('Alpha 10')
  await expect.element(score(last, 'Teacher Points')).toHaveFocus()
  await expect.element(page.getByText('tp score updated successfully!')).toHaveLength(1)
  await expect.element(score(rowOf('Alpha 01'), 'Teacher Points')).toHaveTextContent(/^1\.5$/)
  await expect.element(score(last, 'Teacher Points')).toHaveTextContent(/^10\.5$/)
  await expect.element(total(last)).toHaveTextContent(/^10\.5$/)
  await expect.element(last.getByRole('cell').nth(9)).toHaveTextContent(/^D$/)
  const saved = await portal.sql<{ tp: number }>`
    select s.tp from term_scores s join users u on u.id = s.user_id where u.name like 'Alpha %' order by u.id`
  expect(saved.map(({ tp }) => Number(tp))).toEqual(members.map((_, index) => index + 1.5))

  // An unchanged value is not saved again, and Enter still moves to the next row.
  await userEvent.keyboard('{Enter}')
  await expect.element(editor('Teacher Points', 'Alpha 10')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(editor('Teacher Points', 'Alpha 09')).toHaveFocus()
  expect(saves).toHaveLength(10)
})

test('Enter continues below the fold, in the displayed order', async () => {
  await addGroup('Beta', 30)
  await open('Beta', '&sort=-name')
  await expect.element(page.getByText(/^30 of /)).toBeVisible()
  await score(rowOf('Beta 30'), 'Feedback').click()
  for (let number = 30; number > 12; number -= 1) {
    const field = editor('Feedback', `Beta ${number}`)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toBeInViewport({ ratio: 1 })
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(editor('Feedback', 'Beta 12')).toHaveFocus()
  const middle = (locator: Locator) => {
    const { top, bottom } = locator.element().getBoundingClientRect()
    return (top + bottom) / 2
  }
  expect(Math.abs(middle(editor('Feedback', 'Beta 12')) - middle(rowOf('Beta 12')))).toBeLessThan(4)
})

test('an invalid score is reported beside the field; Escape and Cancel change nothing', async () => {
  await addGroup('Gamma', 1)
  await open('Gamma')
  const row = rowOf('Gamma 01')
  for (const [column, sentence] of [
    ['Teacher Points', 'Please enter a valid tp score'],
    ['Feedback', 'Please enter a valid feedback score'],
  ] as const) {
    await score(row, column).click()
    const field = row.getByRole('spinbutton')
    await expect.element(field).toHaveAttribute('step', '0.1')
    await expect.element(field).toHaveAttribute('min', '0')
    for (const wrong of ['', '-1', '2.25', '1000.1']) {
      await field.fill(wrong)
      await row.getByRole('button', { name: 'Save' }).click()
      await expect.element(row.getByRole('alert')).toHaveTextContent(sentence)
      // The field refuses a minus sign as it is typed.
      await expect.element(field).toHaveValue(wrong === '' || wrong === '-1' ? null : Number(wrong))
      const rule = wrong === '-1' ? /“-1” is not a number/ : 'From 0 to 1000, with up to one decimal.'
      await expect.element(row.getByRole('group')).toHaveTextContent(rule)
      await expect.element(field).toHaveFocus()
    }
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(score(row, column)).toHaveFocus()
    await expect.element(score(row, column)).toHaveTextContent(/^–$/)

    await userEvent.keyboard('{Enter}')
    await row.getByRole('spinbutton').fill('7')
    await userEvent.keyboard('{Escape}')
    await expect.element(score(row, column)).toHaveFocus()
    await expect.element(score(row, column)).toHaveTextContent(/^–$/)
  }
})

test('Tab goes to the other score; one far above the others is asked about once; Undo restores one that was not set', async () => {
  const [, ...others] = await addGroup('Delta', 6)
  const term = await portal.make.term('Term of 2150', '2150-01-01', '2150-12-31')
  for (const { id } of others) await portal.sql`insert into term_scores (user_id, term_id, fb) values (${id}, ${term.id}, 4.5)`
  await open('Delta', `&term=${term.id}&unset=fb`)
  const names = page.getByRole('rowheader')
  await expect.poll(() => textsOf(names)).toEqual(['Delta 01delta1@test.example'])
  const row = rowOf('Delta 01')
  await expect.element(row.getByRole('button', { name: 'Grade with feedback E of Delta 01: Nothing scored yet' })).toBeVisible()
  await chooseInFilter('Scores', 'All scores')
  await expect.element(names).toHaveLength(6)

  // A tooltip is shown on focus by keyboard, and the filter was chosen with the mouse.
  await userEvent.keyboard('{Tab}')
  await focus(score(row, 'Teacher Points'))
  await expect.element(page.getByRole('tooltip', { name: 'Edit Teacher Points' })).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(editor('Teacher Points', 'Delta 01')).toHaveFocus()
  await userEvent.keyboard('2{Tab}')
  const feedback = editor('Feedback', 'Delta 01')
  await expect.element(feedback).toHaveFocus()
  await expect.element(toasts()).toHaveTextContent('tp score updated successfully!')
  await expect.element(score(row, 'Teacher Points')).toHaveTextContent(/^2\.0$/)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(editor('Teacher Points', 'Delta 01')).toHaveValue(2)
  await userEvent.keyboard('{Tab}')
  await expect.element(feedback).toHaveFocus()

  await type('45')
  await expect
    .element(row.getByRole('alert'))
    .toHaveTextContent('45 is far above the median of 4.5. Save again if it is correct.')
  await expect.element(feedback).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(score(row, 'Feedback')).toHaveTextContent(/^45\.0$/)
  await expect.element(total(row)).toHaveTextContent(/^47$/)
  await expect.element(toasts()).toHaveTextContent('Feedback score updated successfully!Delta 01: 45.0')
  // The toast of the teacher points has an Undo button, too.
  await toasts().getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(toasts()).toHaveTextContent('Score restored')
  await expect.element(score(row, 'Feedback')).toHaveTextContent(/^–$/)
  await expect.element(total(row)).toHaveTextContent(/^2$/)
})

test('a decimal comma is a decimal point, typed or pasted', async () => {
  await addGroup('Epsilon', 2)
  await open('Epsilon')
  await expect.element(rowOf('Epsilon 01')).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill('4,5')
  await userEvent.keyboard('{Control>}ac{/Control}')
  await search.fill('Epsilon')
  await score(rowOf('Epsilon 01'), 'Feedback').click()
  await type('3,5')
  await expect.element(score(rowOf('Epsilon 01'), 'Feedback')).toHaveTextContent(/^3\.5$/)
  await expect.element(editor('Feedback', 'Epsilon 02')).toHaveFocus()
  await userEvent.keyboard('{Control>}v{/Control}{Enter}')
  await expect.element(score(rowOf('Epsilon 02'), 'Feedback')).toHaveTextContent(/^4\.5$/)
})

test('a score that could not be saved survives a visit to another panel', async () => {
  await addGroup('Zeta', 1)
  await open('Zeta')
  const restore = intercept('PUT', /^\/users\/edit-tp\//, replyWith(500))
  await score(rowOf('Zeta 01'), 'Teacher Points').click()
  await type('6.5')
  await expect.element(page.getByText('1 unsaved score')).toBeVisible()
  await page.getByRole('link', { name: 'Departments' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Departments')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  restore()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(page.getByRole('spinbutton')).toHaveValue(6.5)
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('tp score updated successfully!')
  await expect.element(page.getByText('1 unsaved score')).not.toBeInTheDocument()
})

test('the error of a failed save stays beside its number and the save can be retried', async () => {
  await addGroup('Kappa', 2)
  await open('Kappa')
  const restore = intercept('PUT', /^\/users\/edit-feedback\//, replyWith(500))
  const failed = 'An error occurred while updating the feedback score'
  const row = rowOf('Kappa 01')
  await score(row, 'Feedback').click()
  await type('4.4')
  await expect.element(toasts()).toHaveTextContent(failed)
  await expect.element(editor('Feedback', 'Kappa 02')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(score(row, 'Feedback')).toHaveTextContent(/^4\.4$/)
  await expect.element(score(row, 'Feedback')).toHaveAccessibleName(expect.stringContaining(failed))

  restore()
  await page.getByRole('searchbox').fill('hidden by a search')
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(page.getByText('1 unsaved score')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(row.getByRole('spinbutton')).toHaveValue(4.4)
  await expect.element(row.getByRole('alert')).toHaveTextContent(failed)
  await row.getByRole('button', { name: 'Save' }).click()
  await expect.element(toasts()).toHaveTextContent('Feedback score updated successfully!')
  await expect.element(page.getByText('1 unsaved score')).not.toBeInTheDocument()
  await expect.element(score(row, 'Feedback')).toHaveFocus()
  await expect.element(total(row)).toHaveTextContent(/^4\.4$/)
})

test('a score that is sent again after a lost reply does not hide the one that was set meanwhile', async () => {
  const [{ id } = { id: 0 }] = await addGroup('Lambda', 1)
  await open('Lambda')
  const row = rowOf('Lambda 01')
  await score(row, 'Teacher Points').click()
  const restore = intercept('PUT', /^\/users\/edit-tp\//, async (_, pass) => {
    await pass()
    return noNetwork()
  })
  const reconnect = intercept('GET', '/staff', noNetwork)
  await type('5')
  await expect.element(toasts()).toHaveTextContent('It is not known whether this arrived.')
  const helen = await portal.make.admin({ name: 'Helen Okafor' })
  expect((await portal.as(helen)('PUT', `/users/edit-tp/${id}`, { tp: 4, previous: 5 })).status).toBe(200)
  restore()
  reconnect()
  await score(row, 'Teacher Points').click()
  await expect.element(row.getByRole('spinbutton')).toHaveValue(5)
  await userEvent.keyboard('{Enter}')
  const changed = '5 was saved, and changed to 4 since.'
  await expect.element(toasts()).toHaveTextContent(changed)
  await score(row, 'Teacher Points').click()
  await expect.element(row.getByRole('alert')).toHaveTextContent(changed)
  await userEvent.keyboard('{Escape}')
  await expect.element(score(row, 'Teacher Points')).toHaveTextContent(/^4\.0$/)
})

test('input that was left without saving it stays', async () => {
  await addGroup('Theta', 2)
  await open('Theta')
  const row = rowOf('Theta 01')
  await score(row, 'Teacher Points').click()
  await userEvent.keyboard('6.1')
  await score(rowOf('Theta 02'), 'Teacher Points').click()
  await expect.element(page.getByText('1 unsaved score')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await score(row, 'Teacher Points').click()
  await expect.element(row.getByRole('spinbutton')).toHaveValue(6.1)
})

test('two administrators who score the same member get a conflict', async () => {
  const [member] = await addGroup('Iota', 1)
  const second = await portal.make.admin({ name: 'Second Admin' })
  await open('Iota')
  const row = rowOf('Iota 01')
  await score(row, 'Teacher Points').click()
  expect((await portal.as(second)('PUT', `/users/edit-tp/${member?.id}`, { tp: 7, previous: 0 })).status).toBe(200)
  await type('3')
  const sentence = 'Someone changed this score to 7 after you opened it. Yours is not saved.'
  await expect.element(toasts()).toHaveTextContent(sentence)
  await expect.element(total(row)).toHaveTextContent(/^7$/)
  await score(row, 'Teacher Points').click()
  await expect.element(row.getByRole('spinbutton')).toHaveValue(3)
  await expect.element(row.getByRole('alert')).toHaveTextContent(sentence)
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('tp score updated successfully!')
  await expect.element(total(row)).toHaveTextContent(/^3$/)
})
