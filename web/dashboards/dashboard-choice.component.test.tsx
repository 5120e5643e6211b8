import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GivenRight } from '../../contract/rights.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { testPassword } from '../../testing/factories.ts'

const portal = await startPortal()
const physics = await portal.make.department('Physics')
const chemistry = await portal.make.department('Chemistry')
const colleague = await portal.make.staff({ name: 'Ann Aziz', department_id: chemistry.id })

const madeWith = (name: string, ...rights: GivenRight[]) => portal.make.withRights(rights, { name, department_id: physics.id })

const choice = () => page.getByRole('navigation', { name: 'Dashboard', exact: true })
const panels = () =>
  page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('who administers beside being scored chooses between both dashboards, and signing in leads to the last one', async () => {
  const both = await madeWith('Rana Wahid', 'administrator')
  await portal.open('/admin-dashboard', both)
  await expect.element(choice().getByRole('link', { name: 'Administration' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
  await choice().getByRole('link', { name: 'My own' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  expect(location.pathname).toBe('/staff-dashboard')
  await expect.element(choice().getByRole('link', { name: 'My own' })).toHaveAttribute('aria-current', 'page')
  // What is about others is on the other dashboard alone.
  expect(panels()).toEqual(['Activity', 'Your Activity', 'Events'])
  const kept = () => portal.sql`select dashboard from user_preferences where user_id = ${both.id}`
  await expect.poll(kept).toEqual([{ dashboard: 'staff' }])

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByLabelText('Username').fill(both.username)
  await page.getByLabelText('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(choice().getByRole('link', { name: 'My own' })).toHaveAttribute('aria-current', 'page')
  expect(location.pathname).toBe('/staff-dashboard')
})

test('on a phone the choice is in the menu, and one tap away there', async () => {
  const both = await madeWith('Hana Karim', 'administrator')
  await portal.open('/staff-dashboard', both, { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Administration' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the own statement and the scale of grades open, whichever dashboard was shown last', async () => {
  const both = await madeWith('Lana Amin', 'administrator')
  for (const dashboard of ['/admin-dashboard?tab=terms', '/staff-dashboard']) {
    await portal.open(dashboard, both)
    await expect.element(choice()).toBeVisible()
    await portal.open('/statement', both)
    await expect
      .element(page.getByRole('link', { name: 'Your Activity' }))
      .toHaveAttribute('href', '/staff-dashboard?tab=your-activity')
    await expect.element(page.getByRole('main')).toHaveTextContent('Lana Amin')
    await portal.open('/grade', both)
    await expect.element(page.getByRole('link', { name: 'Your Activity' })).toBeVisible()
  }
})

test('in the lists of the office the own row says why nothing about oneself is decided there', async () => {
  const both = await madeWith('Omar Nuri', 'administrator')
  const today = new Date().toISOString().slice(0, 10)
  await portal.make.posting(both.id, await portal.make.activity({ name: 'A seminar' }), today)
  await portal.open('/admin-dashboard?tab=staff', both)
  const own = row('Omar Nuri')
  const score = own.getByRole('button', { name: 'Teacher Points: not set. You cannot set your own scores.' })
  await expect.element(score).toHaveAttribute('aria-disabled', 'true')
  await expect.element(row('Ann Aziz').getByRole('button', { name: /^Edit Teacher Points/ })).toBeVisible()
  await own.getByRole('button', { name: 'View Activities for Omar Nuri' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent('You cannot review your own activities.')
  expect(dialog.getByRole('button', { name: /^(Verify|Return)/ }).elements()).toEqual([])
  // Nor do they wait for oneself.
  await portal.open('/admin-dashboard?tab=review', both)
  await expect.element(page.getByRole('main')).not.toHaveTextContent('A seminar')
})

test('nobody else has a choice, and a dashboard that is not theirs leads to their own', async () => {
  await portal.open('/admin-dashboard?tab=users', colleague)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  expect(choice().elements()).toEqual([])
  const admin = await portal.make.admin()
  await portal.open('/staff-dashboard', admin)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
  expect(choice().elements()).toEqual([])
})

test('a reader has the panels that show something, without a button that changes anything', async () => {
  const reader = await madeWith('Rita Reader', 'reader')
  await portal.open('/admin-dashboard?tab=departments', reader)
  await expect.element(page.getByText('You can read everything here and change nothing.')).toBeVisible()
  await expect.element(row('Chemistry')).toBeVisible()
  expect(panels()).toEqual([
    'Overview',
    'Staff',
    'Users',
    'Activity',
    'Departments',
    'Terms',
    'Settings',
    'Postings',
    'Events',
    'Audit',
  ])
  for (const tab of ['users', 'activity', 'departments', 'terms', 'staff']) {
    await portal.open(`/admin-dashboard?tab=${tab}`, reader)
    await expect.element(page.getByRole('table')).toBeVisible()
    expect(changing()).toEqual([])
  }
  // What was deleted is shown, too, and restored by others.
  await portal.sql`update departments set removed_at = now() where id = ${(await portal.make.department('Alchemy')).id}`
  await portal.open('/admin-dashboard?tab=departments&removed=1', reader)
  await expect.element(row('Alchemy')).toBeVisible()
  expect(page.getByRole('button', { name: /^Restore/ }).elements()).toEqual([])
  await portal.open('/admin-dashboard?tab=settings', reader)
  await expect.element(page.getByRole('table', { name: 'Who may do what' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Rights' })).toHaveTextContent('Rita Reader')
  const sections = page.getByRole('main').getByRole('heading', { level: 2 }).elements()
  expect(sections.map(({ textContent }) => textContent)).toEqual(['Rights', 'Who may do what'])
  expect(changing()).toEqual([])
})

/** The buttons of the panel that change something. */
function changing(): string[] {
  const buttons = page.getByRole('main').getByRole('button').elements()
  const names = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
  return names.filter((name) => /\b(add|edit|delete|change|import|close|choose|select|reopen)\b/i.test(name))
}

test('a score keeper scores members of every department, and nobody scores themselves', async () => {
  const keeper = await madeWith('Kawa Keeper', 'score_keeper')
  await portal.open('/staff-dashboard?tab=staff', keeper)
  await expect.element(page.getByText('All members', { exact: true })).toBeVisible()
  expect(panels()).toEqual(['Activity', 'Your Activity', 'Events', 'Members', 'Overview', 'Postings'])
  await expect.element(row('Ann Aziz').getByRole('button', { name: /^Edit Teacher Points/ })).toBeVisible()
  await expect.element(row('Kawa Keeper')).toBeVisible()
  expect(row('Kawa Keeper').getByRole('button', { name: /^Edit/ }).elements()).toEqual([])
})

test('a reviewer reviews members of every department', async () => {
  const reviewer = await madeWith('Rebin Reviewer', 'reviewer')
  await portal.make.posting(
    colleague.id,
    await portal.make.activity({ name: 'A lecture' }),
    new Date().toISOString().slice(0, 10),
  )
  await portal.open('/staff-dashboard?tab=review', reviewer)
  await expect.element(page.getByText(/to review, oldest first/)).toBeVisible()
  expect(panels().map((name) => name?.replace(/ .*$/, ''))).toEqual([
    'Activity',
    'Your',
    'Events',
    'What',
    'Members',
    'Overview',
    'Review',
    'Postings',
  ])
})
