import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectMarkedIn } from '../../testing/components/marked-rows.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal

/** After each step of a list's life focus is at a sensible place, never on the body, and the saved row is visible and marked. */

/** Opens a panel as another user each time: a reply to the previous user may still be pending. */
const open = async (tab: string) => portal.open(`/admin-dashboard?tab=${tab}`, await make.admin())
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = (name: string) => page.getByRole('region', { name, exact: true })
const undo = () => page.getByRole('button', { name: 'Undo' })
/** Presses an element by keyboard: a toast may cover the last rows. */
async function press(target: Locator) {
  await expect.element(target).toBeVisible()
  const element = target.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}

test('after adding, updating, deleting and restoring a department', async () => {
  await sql`insert into departments (name) select 'Department ' || lpad(n::text, 2, '0') from generate_series(1, 40) n`
  await open('departments')
  await page.getByLabelText('Department name').fill('Zoology')
  await userEvent.keyboard('{Enter}')
  await expectMarkedIn(list('Departments'), rowOf('Zoology'))
  await expect.element(page.getByLabelText('Department name')).toHaveFocus()
  await press(button('Edit Zoology'))
  await page.getByLabelText('New name').fill('Zoology and Botany')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Edit Zoology and Botany')).toHaveFocus()
  await expectMarkedIn(list('Departments'), rowOf('Zoology and Botany'))
  await press(button('Delete Zoology and Botany'))
  await expect.element(list('Departments')).toHaveFocus()
  await press(undo())
  await expect.element(rowOf('Zoology')).toBeVisible()
  await expect.element(list('Departments')).toHaveFocus()
})

test('after adding an activity', async () => {
  await make.activity()
  await open('activity')
  await button('Add Activity').click()
  await page.getByLabelText('Name', { exact: true }).fill('Lecture')
  await page.getByLabelText('Score').fill('2')
  await page.getByLabelText('Description', { exact: true }).fill('What it is')
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expectMarkedIn(list('Activity List'), rowOf('Lecture'))
  await expect.element(button('Add Activity')).toHaveFocus()
})

test('after changing the role of a user, taking it back, and updating the user', async () => {
  const department = await make.department('History')
  const member = await make.staff({ name: 'Nora Test' })
  await open('users')
  const role = page.getByRole('button', { name: `change the role of ${member.name}` })
  await role.click()
  await button('Make administrator').click()
  await expect.element(role).toHaveTextContent('Admin')
  await expect.element(role).toHaveFocus()
  await press(undo())
  await expect.element(role).toHaveTextContent('Staff')
  await expect.element(role).toHaveFocus()
  await button(`Edit ${member.name}`).click()
  await page.getByLabelText('Email').fill('nora@test.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('All required fields must be filled')).toBeVisible()
  await page.getByRole('form').getByLabelText('Department').selectOptions(String(department.id))
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect.element(button(`Edit ${member.name}`)).toHaveFocus()
  await expectMarkedIn(list('Users'), rowOf(member.name))
})

test('after each dialog about a term, after deleting one and adding one', async () => {
  for (const year of [1961, 1962]) await make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
  await open('terms')
  const more = (term: string) => button(`More actions for ${term}`)
  const choose = async (action: string, term: string) => {
    await more(term).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
  await choose('Make current', 'Year 1961')
  await answer('Make current')
  await expect.element(rowOf('Year 1961')).toHaveTextContent('Current')
  await expect.element(more('Year 1961')).toHaveFocus()
  await choose('Delete', 'Year 1962')
  await answer('Cancel')
  await expect.element(more('Year 1962')).toHaveFocus()
  await choose('Delete', 'Year 1962')
  await answer('Delete')
  await expect.element(rowOf('Year 1962')).not.toBeInTheDocument()
  await expect.element(list('Terms')).toHaveFocus()

  await button('Add Term').click()
  const field = (name: string) => page.getByLabelText(name, { exact: true })
  await field('Name').fill('Year 1963')
  await field('Start').fill('1963-04-03')
  await expect.element(field('Start')).toHaveAccessibleDescription('Wednesday, 3 April 1963')
  await field('End').fill('0064-04-03')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('End')).toHaveAccessibleDescription('Enter a four-digit year from 1900 to 2199.')
  await field('End').fill('1964-04-03')
  await userEvent.keyboard('{Enter}')
  await expectMarkedIn(list('Terms'), rowOf('Year 1963'))
  await expect.element(button('Add Term')).toHaveFocus()
})
