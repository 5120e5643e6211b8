import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const settings = '/admin-dashboard?tab=settings'

/** A member who posted the activity on the first two days of the term. */
async function addMemberWhoPosted(name: string, activity: Awaited<ReturnType<typeof portal.make.activity>>) {
  const member = await portal.make.staff({ name, title: 'l' })
  const days = await portal.sql<{ day: string }>`
    select (start_date + n)::text as day from terms, generate_series(0, 1) n where is_current`
  for (const { day } of days) await portal.make.posting(member.id, activity, day)
  return member
}

async function newest(): Promise<number> {
  const [row] = await portal.sql<{ number: number }>`select rules_in_force() as number`
  return row?.number ?? 0
}

/** Publishes a further version, as another administrator would. */
async function publishElsewhere(): Promise<number> {
  const number = (await newest()) + 1
  await portal.sql`
    with version as (insert into rules_versions (number, note) values (${number}, 'By somebody else'))
    insert into rules_bands (rules_version, title, lower_bounds)
    select ${number}::int, title, lower_bounds from rules_bands where rules_version = 1`
  return number
}

const editor = () => page.getByRole('form', { name: /^Version \d+ \(unpublished\)$/ })
const field = (label: string) => editor().getByLabelText(label, { exact: true })
const press = (name: string) => editor().getByRole('button', { name, exact: true }).click()
const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()

async function openEditor() {
  await portal.open(settings, admin)
  await page.getByRole('button', { name: 'New version' }).click()
  await expect.element(field('Professor: D from')).toHaveFocus()
}

test('a version is checked, simulated and published, also for the open term', async () => {
  const activity = await portal.make.activity({ name: 'Seminar', score: 4, type: 'Elective' })
  const member = await addMemberWhoPosted('Lana Rashid', activity)
  const number = (await newest()) + 1
  await openEditor()
  await expect.element(page.getByText('There are two grades because Your Scores leaves feedback out')).toBeVisible()

  // The errors stand at their fields, and the typed input stays.
  await field('Lecturer: D from').fill('15')
  await field('Maximum Teacher Points').fill('1e2')
  await press('Add limit')
  await press('Simulate')
  await expect.element(field('Lecturer: C from')).toHaveAccessibleDescription('Each grade must start above the one before it.')
  await expect.element(field('Limit for')).toHaveAccessibleDescription('Choose an activity or a type.')
  await expect.element(field('Maximum times')).toHaveAccessibleDescription('Enter how many times, how many points, or both.')
  const most = field('Maximum Teacher Points')
  await expect.element(most).toHaveAccessibleDescription('Enter a number above 0, up to 1000, with at most one decimal.')
  await most.fill('٣٠٫٥')
  await field('Lecturer: D from').fill('٥')
  await field('Limit for').selectOptions('Seminar')
  await field('Maximum times').fill('1')

  await press('Simulate')
  const simulation = editor().getByRole('region', { name: 'Simulation' })
  await expect.element(simulation.getByText('1 member would move to a lower grade with feedback')).toBeVisible()
  await expect.element(simulation.getByText('1 activity would be over a limit and count as 0 (now: 0)')).toBeVisible()
  await simulation.getByText('Unknown Department').click()
  await expect.element(simulation.getByRole('row', { name: member.name })).toHaveTextContent('8 → 4')
  await field('Lecturer: D from').fill('4.5')
  await expect.element(simulation.getByText('The rules have changed since this simulation. Simulate again.')).toBeVisible()

  await press(`Publish version ${number}`)
  await expect.element(field('What is new and why')).toHaveAccessibleDescription('Describe what is new and why.')
  await field('What is new and why').fill('One seminar counts')
  await editor()
    .getByRole('checkbox', { name: /^Also apply to the open term/ })
    .click()
  await press(`Publish version ${number}`)
  await confirm()
  await expect.element(page.getByText(`Rules version ${number} published successfully`)).toBeVisible()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: `Version ${number} Applies to new terms` })).toBeVisible()
  await expect.element(page.getByText('counts at most once')).toBeVisible()
  await expect.element(page.getByText('T P. at most 30.5, F B. at most 1000')).toBeVisible()

  // The members read why an activity counts 0, also before they post it.
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await expect
    .element(page.getByText('Over the limit: this activity counts at most once per term. It counts as 0.'))
    .toBeVisible()
  await expect.element(page.getByText('0.5 points to D')).toBeVisible()
  const form = page.getByRole('form', { name: 'Post New Activity' })
  await form.getByRole('combobox').fill('Seminar')
  await page.getByRole('option', { name: 'Seminar' }).click()
  await form.getByRole('button', { name: 'Today' }).click()
  await expect
    .element(form.getByText('Over the limit: this activity counts at most once per term. It would be saved but count as 0.'))
    .toBeVisible()

  await portal.open('/statement', member)
  await expect.element(page.getByText(`Rules version ${number}, published`)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Over a limit, not counted' })).toHaveTextContent('Seminar')
  await portal.open('/grade', member)
  await expect.element(page.getByRole('row', { name: /^Lecturer/ })).toHaveTextContent('0 to less than 4.5')
})

test('what was typed survives another panel, and a version that another administrator published meanwhile', async () => {
  await openEditor()
  await field('Professor: A+ from').fill('90.5')
  await press('Add limit')
  await editor().getByLabelText('Limit for').last().selectOptions('All Attending activities')
  await editor().getByLabelText('Maximum points').last().fill('7.25')
  await field('What is new and why').fill('A higher bar')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Terms')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(field('Professor: A+ from')).toHaveValue('90.5')
  await expect.element(editor().getByLabelText('Limit for').last()).toHaveValue('type Attending')

  const other = await publishElsewhere()
  await editor()
    .getByRole('button', { name: /^Publish version/ })
    .click()
  await confirm()
  await expect.element(editor().getByRole('alert')).toHaveTextContent(`Version ${other} has since been published.`)
  await expect.element(page.getByText('By somebody else')).toBeVisible()
  await expect.element(editor().getByLabelText('Maximum points').last()).toHaveValue('7.25')
  await press(`Continue from version ${other}`)
  await press(`Publish version ${other + 1}`)
  await confirm()
  await expect.element(page.getByText(`Rules version ${other + 1} published successfully`)).toBeVisible()
  await page.getByRole('heading', { name: 'Earlier versions' }).click()
  await expect.element(page.getByText("The portal's original bands")).toBeVisible()
})

test('on a phone and from right to left the editor fits, and it is left by keyboard', async () => {
  await portal.open(settings, admin, { language: 'ar', width: 390, height: 844 })
  const start = page.getByRole('button', { name: 'إصدار جديد' })
  await start.click()
  const first = page.getByLabelText(/^أستاذ: بداية التقدير \u2068?D/)
  await expect.element(first).toHaveFocus()
  await page.getByRole('button', { name: 'إضافة حد' }).click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(start).toBeVisible()
})
