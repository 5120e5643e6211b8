import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

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

/** A further version, as another administrator would publish it. */
async function publishElsewhere(): Promise<number> {
  const number = (await newest()) + 1
  await portal.sql`
    with version as (insert into rules_versions (number, note) values (${number}, 'By somebody else'))
    insert into rules_bands (rules_version, title, lower_bounds)
    select ${number}::int, title, lower_bounds from rules_bands where rules_version = 1`
  return number
}

const editor = () => page.getByRole('form', { name: /^Version \d+, not published yet$/ })
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

  // Errors stand at their fields, and what was typed stays.
  await field('Lecturer: D from').fill('15')
  await field('Teacher Points at most').fill('1e2')
  await press('Add limit')
  await press('Simulate')
  await expect.element(field('Lecturer: C from')).toHaveAccessibleDescription('Each grade must begin above the one before it.')
  await expect.element(field('Limit for')).toHaveAccessibleDescription('Choose an activity or a type.')
  await expect.element(field('Times at most')).toHaveAccessibleDescription('Enter how many times, how many points, or both.')
  const most = field('Teacher Points at most')
  await expect.element(most).toHaveAccessibleDescription('Enter a number above 0, up to 1000, with at most one decimal.')
  await most.fill('٣٠٫٥')
  await field('Lecturer: D from').fill('٥')
  await field('Limit for').selectOptions('Seminar')
  await field('Times at most').fill('1')

  await press('Simulate')
  const simulation = editor().getByRole('region', { name: 'Simulation' })
  await expect.element(simulation.getByText('1 member would have a lower grade with feedback')).toBeVisible()
  await expect.element(simulation.getByText('1 activity would count 0 over a limit (now: 0)')).toBeVisible()
  await simulation.getByText('Unknown Department').click()
  await expect.element(simulation.getByRole('row', { name: member.name })).toHaveTextContent('8 → 4')
  await field('Lecturer: D from').fill('4.5')
  await expect.element(simulation.getByText('The rules were changed after this simulation. Simulate again.')).toBeVisible()

  await press(`Publish version ${number}`)
  await expect.element(field('What is new and why')).toHaveAccessibleDescription('Say what is new and why.')
  await field('What is new and why').fill('One seminar counts')
  await editor()
    .getByRole('checkbox', { name: /^Also for the open term/ })
    .click()
  await press(`Publish version ${number}`)
  await confirm()
  await expect.element(page.getByText(`Rules version ${number} published successfully`)).toBeVisible()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: `Version ${number} In force for new terms` })).toBeVisible()
  await expect.element(page.getByText('counts at most once')).toBeVisible()
  await expect.element(page.getByText('T P. at most 30.5, F B. at most 1000')).toBeVisible()

  // The member is told why something counts 0, and before it is posted.
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await expect.element(page.getByText('Over the limit: this activity counts at most once a term. It counts 0.')).toBeVisible()
  await expect.element(page.getByText('0.5 points to D')).toBeVisible()
  const form = page.getByRole('form', { name: 'Post New Activity' })
  await form.getByRole('combobox').fill('Seminar')
  await page.getByRole('option', { name: 'Seminar' }).click()
  await form.getByRole('button', { name: 'Today' }).click()
  await expect
    .element(form.getByText('Over the limit: this activity counts at most once a term. It would be stored and count 0.'))
    .toBeVisible()

  await portal.open('/statement', member)
  await expect.element(page.getByText(`Rules version ${number}, published`)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Over a limit, not counted' })).toHaveTextContent('Seminar')
  await portal.open('/grade', member)
  await expect.element(page.getByRole('row', { name: /^Lecturer/ })).toHaveTextContent('0 to under 4.5')
})

test('what was typed survives another panel, and a version that somebody else published meanwhile', async () => {
  await openEditor()
  await field('Professor: A+ from').fill('90.5')
  await press('Add limit')
  await editor().getByLabelText('Limit for').last().selectOptions('All activities of type Attending')
  await editor().getByLabelText('Points at most').last().fill('7.25')
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
  await expect.element(editor().getByRole('alert')).toHaveTextContent(`Version ${other} was published meanwhile.`)
  await expect.element(page.getByText('By somebody else')).toBeVisible()
  await expect.element(editor().getByLabelText('Points at most').last()).toHaveValue('7.25')
  await press(`Go on from version ${other}`)
  await press(`Publish version ${other + 1}`)
  await confirm()
  await expect.element(page.getByText(`Rules version ${other + 1} published successfully`)).toBeVisible()
  await page.getByRole('heading', { name: 'Former versions' }).click()
  await expect.element(page.getByText('The bands the portal came with')).toBeVisible()
})

test('on a phone and from right to left the editor fits, and it is left by keyboard', async () => {
  await portal.open(settings, admin, { language: 'ar', width: 390, height: 844 })
  const start = page.getByRole('button', { name: 'إصدار جديد' })
  await start.click()
  const first = page.getByLabelText(/^أستاذ: التقدير \u2068?D/)
  await expect.element(first).toHaveFocus()
  await page.getByRole('button', { name: 'إضافة حد' }).click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(start).toBeVisible()
})
