import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const settings = '/admin-dashboard?tab=settings'

async function addActivity({ sql }: Portal, score = 4) {
  const name = unique('Seminar')
  const [activity] = await sql<[{ id: number }]>`
    insert into activities (name, description, score, type) values (${name}, 'Talks', ${score}, 'Elective') returning id`
  return { id: activity.id, name, score }
}

async function postTwice({ sql }: Portal, person: Person, activity: { id: number; name: string; score: number }) {
  for (const day of [1, 2])
    await sql`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
      select ${person.id}, ${activity.id}, ${activity.name}, 'Elective', ${activity.score}, start_date + ${day}::int, id
      from terms where is_current`
}

/** A further version, as another administrator would publish it. */
async function publishElsewhere({ sql }: Portal): Promise<number> {
  const [{ number }] = await sql<[{ number: number }]>`select rules_in_force() + 1 as number`
  await sql`
    with version as (insert into rules_versions (number, note) values (${number}, 'By somebody else'))
    insert into rules_bands (rules_version, title, lower_bounds)
    select ${number}::int, title, lower_bounds from rules_bands where rules_version = 1`
  return number
}

const newest = async ({ sql }: Portal) => {
  const [row] = await sql<[{ number: number }]>`select rules_in_force() as number`
  return row.number
}

async function openEditor(page: Page) {
  await page.goto(settings)
  await page.getByRole('button', { name: 'New version' }).click()
  const editor = page.getByRole('form', { name: /^Version \d+, not published yet$/ })
  await expect(editor.getByLabel('Professor: D from', { exact: true })).toBeFocused()
  return editor
}

test('an administrator simulates and publishes a version; the member is told why something counts 0', async ({
  page,
  portal,
}) => {
  const activity = await addActivity(portal)
  const member = await addPerson(portal, 'staff', { name: unique('Lana'), title: 'l' })
  await postTwice(portal, member, activity)
  await signIn(page, await addPerson(portal, 'admin'))
  const number = (await newest(portal)) + 1
  const editor = await openEditor(page)

  // Errors stand at their fields, and what was typed stays.
  const bound = editor.getByLabel('Lecturer: D from', { exact: true })
  await bound.fill('15')
  await editor.getByRole('button', { name: 'Add limit' }).click()
  await editor.getByRole('button', { name: 'Simulate' }).click()
  await expect(editor.getByLabel('Lecturer: C from', { exact: true })).toHaveAccessibleDescription(
    'Each grade must begin above the one before it.',
  )
  await expect(editor.getByLabel('Limit for')).toHaveAccessibleDescription('Choose an activity or a type.')
  await expect(editor.getByLabel('Times at most')).toHaveAccessibleDescription('Enter how many times, how many points, or both.')
  await bound.fill('5')
  await editor.getByLabel('Limit for').selectOption(activity.name)
  await editor.getByLabel('Times at most').fill('1')

  await editor.getByRole('button', { name: 'Simulate' }).click()
  const simulation = editor.getByRole('region', { name: 'Simulation' })
  await expect(simulation.getByText('1 member would have a lower grade')).toBeVisible()
  await expect(simulation.getByText('1 activity would count 0 over a limit (now: 0)')).toBeVisible()
  await simulation.getByText('Unknown Department').click()
  await expect(simulation.getByRole('row', { name: member.name })).toContainText('8 → 4')
  await expectNoAxeViolations(page)
  await bound.fill('4.5')
  await expect(simulation.getByText('The rules were changed after this simulation. Simulate again.')).toBeVisible()

  await editor.getByRole('button', { name: `Publish version ${number}` }).click()
  await expect(editor.getByLabel('What is new and why')).toHaveAccessibleDescription('Say what is new and why.')
  await editor.getByLabel('What is new and why').fill('One seminar counts')
  await editor.getByRole('checkbox', { name: /^Also for the open term/ }).check()
  await editor.getByRole('button', { name: `Publish version ${number}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`Rules version ${number} published successfully`)).toBeVisible()
  await expect(editor).toBeHidden()
  await expect(page.getByRole('heading', { name: `Version ${number} In force for new terms` })).toBeVisible()
  await expect(page.getByText('counts at most once')).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByText('Over the limit: this activity counts at most once a term. It counts 0.')).toBeVisible()
  await expect(page.getByText('0.5 points to D')).toBeVisible()
  // The form says it before it is posted.
  const form = page.getByRole('form', { name: 'Post New Activity' })
  await form.getByRole('combobox').fill(activity.name)
  await page.getByRole('option', { name: activity.name }).click()
  await form.getByRole('button', { name: 'Today' }).click()
  await expect(
    form.getByText('Over the limit: this activity counts at most once a term. It would be stored and count 0.'),
  ).toBeVisible()

  await page.goto('/statement')
  await expect(page.getByText(`Rules version ${number}, published`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Over a limit, not counted' })).toContainText(activity.name)
  await page.goto('/grade')
  await expect(page.getByRole('row', { name: /^Lecturer/ })).toContainText('0 to under 4.5')
})

test('what was typed survives a reload, and a version that somebody else published meanwhile', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin'))
  const editor = await openEditor(page)
  await editor.getByLabel('Professor: A+ from', { exact: true }).fill('90.5')
  await editor.getByRole('button', { name: 'Add limit' }).click()
  await editor.getByLabel('Limit for').last().selectOption('All activities of type Attending')
  await editor.getByLabel('Points at most').last().fill('7.25')
  await editor.getByLabel('What is new and why').fill('A higher bar')
  await page.reload()
  await expect(editor.getByLabel('Professor: A+ from', { exact: true })).toHaveValue('90.5')
  await expect(editor.getByLabel('Limit for').last()).toHaveValue('type Attending')

  const other = await publishElsewhere(portal)
  await editor.getByRole('button', { name: /^Publish version/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(editor.getByRole('alert')).toContainText(`Version ${other} was published meanwhile.`)
  await expect(page.getByText('By somebody else')).toBeVisible()
  await expect(editor.getByLabel('Points at most').last()).toHaveValue('7.25')
  await editor.getByRole('button', { name: `Go on from version ${other}` }).click()
  await editor.getByRole('button', { name: `Publish version ${other + 1}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`Rules version ${other + 1} published successfully`)).toBeVisible()
  await page.getByRole('heading', { name: 'Former versions' }).click()
  await expect(page.getByText('The bands the portal came with')).toBeVisible()
})

test('on a phone and from right to left the editor fits, and it is left by keyboard', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await addPerson(portal, 'admin')
  await portal.sql`insert into user_preferences (user_id, language) values (${person.id}, 'ar')`
  await signIn(page, person)
  await page.goto(settings)
  await page.getByRole('button', { name: 'إصدار جديد' }).click()
  const field = page.getByLabel(/^أستاذ: التقدير \u2068?D/)
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'إضافة حد' }).click()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await expectNoAxeViolations(page)
  await field.focus()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: 'إصدار جديد' })).toBeVisible()
})
