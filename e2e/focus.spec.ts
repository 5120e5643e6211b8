import type { Locator, Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

/** After each step of a list's life focus is at a sensible place, never on the body, and the saved row is visible and marked. */

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A row is marked for four seconds, which a busy machine may need to look for it: so this attribute stays.
  await page.addInitScript(() => {
    const record = () => {
      for (const row of document.querySelectorAll('[data-marked]')) row.setAttribute('data-was-marked', '')
    }
    const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-marked'] }
    new MutationObserver(record).observe(document, watched)
  })
})

/** And forgets it, for the next time. */
async function expectMarkedIn(list: Locator, row: Locator) {
  await expect(row).toHaveAttribute('data-was-marked', '')
  await row.evaluate((element) => element.removeAttribute('data-was-marked'))
  const frame = await list.boundingBox()
  const place = await row.boundingBox()
  if (!frame || !place) throw new Error('The list or its row is not visible.')
  expect(place.y).toBeGreaterThanOrEqual(frame.y)
  expect(place.y + place.height).toBeLessThanOrEqual(frame.y + frame.height + 1)
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('after posting, updating and deleting', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const [older, name] = [unique('Seminar'), unique('Workshop')]
  await portal.sql`insert into activities (name, description, type, score)
    values (${older}, 'What it is', 'Elective', 2), (${name}, 'What it is', 'Elective', 2)`
  // Enough of them that the new one, which is older, is below the visible part of the list.
  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, a.id, a.name, a.type, a.score, current_date - n, t.id
    from activities a, terms t, generate_series(1, 12) n where a.name = ${older} and t.is_current`
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  const form = page.getByRole('form')
  const list = page.getByRole('list', { name: 'Your Posted Activities' })
  const entry = list.getByRole('listitem').filter({ hasText: name })
  const submit = form.getByRole('button', { name: /^(Post|Update) Activity$/ })
  const date = page.getByLabel('Starting date')
  await expect(list.getByRole('listitem')).toHaveCount(12)
  await page.getByLabel('Activity', { exact: true }).fill(name)
  await page.keyboard.press('Enter')

  // A day that is probably a typing mistake is asked about once.
  await date.fill('1900-01-01')
  await expect(date).toHaveAccessibleDescription(/^Monday, 1 January 1900/)
  await submit.click()
  const question = page.getByRole('alertdialog', { name: '1 January 1900: is that right?' })
  await expect(question).toContainText('That is more than a year before')
  await expect(question).toContainText('It is outside every term, so the activity would count in the current one')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(submit).toBeFocused()
  await page.route('**/posted-activities', (route) => route.abort())
  await submit.click()
  await question.getByRole('button', { name: 'Yes, it is right' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to save activity')
  await expect(page.locator('body')).not.toBeFocused()
  await page.unroute('**/posted-activities')
  await submit.click()
  const saved = form.getByRole('status').filter({ hasText: 'Activity posted successfully' })
  await expect(saved).toBeVisible()
  await expect(form.getByRole('heading')).toBeFocused()
  await expectMarkedIn(list, entry)
  await submit.click()
  await expect(saved).toBeHidden()
  await expect(page.getByLabel('Activity', { exact: true })).toBeFocused()

  const edit = entry.getByRole('button', { name: 'Edit' })
  await edit.click()
  await page.getByLabel('Link').fill('https://events.test.example/5')
  await submit.click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  await expect(edit).toBeFocused()
  await expectMarkedIn(list, entry)

  await entry.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Activity deleted successfully')).toBeVisible()
  await expect(list).toBeFocused()
})

test('after adding, updating, deleting and restoring a row, and after each dialog', async ({ page, portal }) => {
  await portal.sql`insert into departments (name) select 'Department ' || lpad(n::text, 2, '0') from generate_series(1, 40) n`
  await portal.sql`insert into terms (name, start_date, end_date)
    values ('Year 1961', '1961-01-01', '1961-12-31'), ('Year 1962', '1962-01-01', '1962-12-31')`
  const member = await addPerson(portal, 'staff', { name: unique('Nora Test') })
  await signIn(page, await addPerson(portal, 'admin'))
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto('/admin-dashboard?tab=departments')
  const departments = page.getByRole('region', { name: 'Departments' })
  const name = unique('Zoology')
  await page.getByLabel('Department name').fill(name)
  await page.keyboard.press('Enter')
  await expectMarkedIn(departments, rowOf(name))
  await expect(page.getByLabel('Department name')).toBeFocused()
  await button(`Edit ${name}`).click()
  await page.getByLabel('New name').fill(`${name} and Botany`)
  await page.keyboard.press('Enter')
  await expect(button(`Edit ${name} and Botany`)).toBeFocused()
  await expectMarkedIn(departments, rowOf(`${name} and Botany`))
  // With the keyboard: the toast of the update covers the last rows.
  await button(`Delete ${name} and Botany`).press('Enter')
  await expect(departments).toBeFocused()
  await undo(page).press('Enter')
  await expect(rowOf(name)).toBeVisible()
  await expect(departments).toBeFocused()

  await page.goto('/admin-dashboard?tab=activity')
  await button('Add Activity').click()
  const activity = unique('Lecture')
  await page.getByLabel('Name', { exact: true }).fill(activity)
  await page.getByLabel('Score').fill('2')
  await page.getByLabel('Description', { exact: true }).fill('What it is')
  await page.getByRole('form').getByRole('button', { name: 'Add Activity' }).click()
  await expectMarkedIn(page.getByRole('region', { name: 'Activity List' }), rowOf(activity))
  await expect(button('Add Activity')).toBeFocused()

  await page.goto('/admin-dashboard?tab=users')
  const role = page.getByRole('button', { name: `change the role of ${member.name}` })
  await role.click()
  await expect(role).toHaveText('Admin')
  await expect(role).toBeFocused()
  await undo(page).press('Enter')
  await expect(role).toHaveText('Staff')
  await expect(role).toBeFocused()
  await button(`Edit ${member.name}`).click()
  await page.getByLabel('Email').fill('nora@test.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All required fields must be filled')).toBeVisible()
  await page.getByRole('form').getByLabel('Department').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Update User' }).click()
  await expect(button(`Edit ${member.name}`)).toBeFocused()
  await expectMarkedIn(page.getByRole('region', { name: 'Users' }), rowOf(member.name))

  await page.goto('/admin-dashboard?tab=terms')
  const terms = page.getByRole('region', { name: 'Terms' })
  const choose = async (action: string, term: string) => {
    await button(`More actions for ${term}`).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Make current', 'Year 1961')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make current' }).click()
  await expect(rowOf('Year 1961')).toContainText('Current')
  await expect(button('More actions for Year 1961')).toBeFocused()
  await choose('Delete', 'Year 1962')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(button('More actions for Year 1962')).toBeFocused()
  await choose('Delete', 'Year 1962')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf('Year 1962')).toHaveCount(0)
  await expect(terms).toBeFocused()
  await button('Add Term').click()
  await page.getByLabel('Name', { exact: true }).fill('Year 1963')
  await page.getByLabel('Start').fill('1963-04-03')
  await expect(page.getByLabel('Start')).toHaveAccessibleDescription('Wednesday, 3 April 1963')
  await page.getByLabel('End').fill('0064-04-03')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('End')).toHaveAccessibleDescription('Enter the year with all four digits, from 1900 to 2199.')
  await page.getByLabel('End').fill('1964-04-03')
  await page.keyboard.press('Enter')
  await expectMarkedIn(terms, rowOf('Year 1963'))
  await expect(button('Add Term')).toBeFocused()
})
