import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passwordMask } from '../../contract/codes.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal({
  PUBLIC_URL: location.origin,
  SSO_ISSUER: 'http://localhost:9',
  SSO_CLIENT_ID: 'portal',
  SSO_CLIENT_SECRET: 'a secret of the provider',
  SSO_NAME: 'Test University',
  SSO_DOMAINS: 'test.example',
})
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const physics = await portal.make.department('Physics')
await portal.make.activity({ name: 'Workshop' })
const phone = { width: 390, height: 844 }

type Options = Parameters<typeof portal.open>[2]

async function open(tab: string, title: string, options?: Options) {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin, options)
  await loaded(title)
}

const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const dialog = () => page.getByRole('dialog')
const question = () => page.getByRole('alertdialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const toasts = () => page.getByRole('region', { name: 'Notifications' })

test('the form of a user with its errors, and the toast that names them', async () => {
  await open('users', 'Users')
  await button('Add User').click()
  await form().getByRole('button', { name: 'Add User' }).click()
  await expect.element(toasts()).toHaveTextContent('All required fields must be filled')
  await expectNoAxeViolations()
})

test('a user whom another administrator has saved meanwhile, with a university account', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: physics.id })
  const other = await portal.make.admin({ name: 'Helen Okafor' })
  await portal.sql`insert into identities (issuer, subject, user_id, email)
    values ('http://localhost:9', 'sara', ${member.id}, 'sara@test.example')`
  await open('users&q=Sara', 'Users')
  await expect
    .element(page.getByRole('button', { name: /Unlink Sara Aziz, who signs in with Test University as / }))
    .toBeVisible()
  await button('Edit Sara Aziz').click()
  await field('Degree').selectOptions('Master')
  const saved = await portal.as(other)('PUT', `/users/${member.id}`, {
    ...member,
    ...{ title: 'l', degree: 'PhD', gender: 'Female', department_id: physics.id, password: passwordMask, version: 1 },
  })
  expect(saved).toMatchObject({ status: 200 })
  await form().getByRole('button', { name: 'Update User' }).click()
  await expect.element(page.getByRole('region', { name: /Helen Okafor saved this on/ })).toHaveFocus()
  await expectNoAxeViolations()
})

test('the dialog that makes a member an administrator', async () => {
  await portal.make.staff({ name: 'Nour Promoted', department_id: physics.id })
  await open('users&q=Promoted', 'Users')
  await button('Staff: change the role of Nour Promoted').click()
  await expect.element(question()).toBeVisible()
  await expectNoAxeViolations()
})

test('several selected users: the bar, and the dialog that moves them', async () => {
  await portal.make.department('Chemistry')
  for (const name of ['Omar Moved', 'Zara Moved']) await portal.make.staff({ name, department_id: physics.id })
  await open('users&q=Moved', 'Users')
  await page.getByRole('checkbox', { name: 'Select all 2 members in this list' }).click()
  await expect
    .element(page.getByRole('region', { name: 'Actions for the selected members' }))
    .toHaveTextContent('2 members selected')
  await expectNoAxeViolations()
  await button('Move…').click()
  await dialog().getByRole('combobox', { name: 'Department' }).selectOptions('Chemistry')
  await expect.element(dialog().getByRole('listitem').first()).toHaveTextContent('Physics → Chemistry')
  await expectNoAxeViolations()
})

test('the form of an activity with its names in other languages', async () => {
  await open('activity', 'Activity List')
  await expect.element(page.getByRole('row').filter({ hasText: 'Workshop' })).toBeVisible()
  await button('Add Activity').click()
  await page.getByText('Other languages').click()
  await field('Name (Kurdish)').fill('سیمپۆزیۆم')
  await expectNoAxeViolations()
})

test('the form of an activity with its error, on a phone', async () => {
  await open('activity', 'Activity List', phone)
  await button('Edit Workshop').click()
  await field('Score').fill('')
  await form().getByRole('button', { name: 'Update Activity' }).click()
  await expect.element(field('Score')).toHaveFocus()
  await expectNoAxeViolations()
})

test('the form of a department with its error, above the table', async () => {
  await open('departments', 'Departments')
  await page.getByText('Other languages').click()
  await field('Department name').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Department name')).toHaveAccessibleDescription('Department name cannot be empty.')
  await expectNoAxeViolations()
})

test('the heads of a department: the choice, and a change by another administrator meanwhile', async () => {
  const { id } = await portal.make.department('Geology')
  const [sara, omar] = [
    await portal.make.staff({ name: 'Sara Nuri', department_id: id }),
    await portal.make.staff({ name: 'Omar Kadir', department_id: id }),
  ]
  await open('departments&q=Geology', 'Departments')
  await button('Change the heads of Geology: none').click()
  const person = dialog().getByRole('combobox', { name: 'Add a head' })
  await person.fill('nuri')
  await expect.element(dialog().getByRole('option')).toHaveTextContent(sara.name)
  await expectNoAxeViolations()
  await userEvent.keyboard('{Enter}')
  await portal.sql`insert into department_heads (user_id, department_id) values (${omar.id}, ${id})`
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByRole('region', { name: 'The heads were changed after you opened this.' })).toBeVisible()
  await expectNoAxeViolations()
})

/** Adds a term of a year that no other test uses. */
async function addTerm(year: number) {
  return portal.make.term(`Year ${year}`, `${year}-01-05`, `${year}-11-12`)
}
const close = async ({ id }: { id: number }) =>
  expect(await portal.as(admin)('PUT', `/terms/close/${id}`, {})).toMatchObject({ status: 200 })

async function choose(action: string, { name }: { name: string }) {
  await button(`More actions for ${name}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the form of a term with its errors, and the menu of a term', async () => {
  const term = await addTerm(1961)
  await open('terms', 'Terms')
  await button('Add Term').click()
  await field('Name').fill('')
  await form().getByRole('button', { name: 'Add Term' }).click()
  await expect.element(field('Name')).toHaveAccessibleDescription('Enter a name.')
  await expectNoAxeViolations()
  await button(`More actions for ${term.name}`).click()
  await expect.element(page.getByRole('menuitem', { name: 'Make current' })).toBeVisible()
  await expectNoAxeViolations({ without: ['region'] })
})

test('the dialogs of an open term: make it current, close it without an administrator who has points in it, delete it', async () => {
  const term = await addTerm(1962)
  const promoted = await portal.make.admin()
  await portal.sql`insert into term_scores (user_id, term_id, tp) values (${promoted.id}, ${term.id}, 24.5)`
  await open('terms', 'Terms')
  for (const [action, content] of [
    ['Make current', 'alertdialog'],
    ['Close', 'list'],
    ['Delete', 'alertdialog'],
  ] as const) {
    await choose(action, term)
    await expect.element(page.getByRole(content, content === 'list' ? { name: 'Grade with feedback' } : {})).toBeVisible()
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(question()).not.toBeInTheDocument()
  }
})

test('the dialogs of a closed term: its results, and opening it again, with an error', async () => {
  const term = await addTerm(1963)
  await close(term)
  await open('terms', 'Terms')
  await button(`Results for ${term.name}`).click()
  await expect.element(dialog().getByRole('button', { name: 'Download archive' })).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await button(`Reopen ${term.name}`).click()
  await button('Reopen term').click()
  await expect.element(page.getByText('Enter a reason.')).toBeVisible()
  await expectNoAxeViolations()
})

test('the results of an open term, which is not archived yet', async () => {
  const term = await addTerm(1964)
  await open('terms', 'Terms')
  await choose('Results', term)
  await expect.element(dialog().getByText('Only a closed term can be archived')).toBeVisible()
  await expectNoAxeViolations()
})

test('the days of a term', async () => {
  const term = await addTerm(1966)
  await portal.sql`update terms set posting_until = '1966-10-05', questions_until = '1966-12-01' where id = ${term.id}`
  await open('terms', 'Terms')
  await button(/^Posting until: 5 Oct 1966/).click()
  await expect.element(dialog().getByText('Deadline for questions')).toBeVisible()
  await expectNoAxeViolations()
})

test('what differs when a term is closed once more, on a phone', async () => {
  const member = await portal.make.staff({ name: 'Alexandrina Theodora '.repeat(8).trim() })
  const term = await addTerm(1965)
  await portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, 24.5)`
  await close(term)
  const reopened = await portal.as(admin)('PUT', `/terms/reopen/${term.id}`, { reason: 'A late certificate' })
  expect(reopened).toMatchObject({ status: 200 })
  await portal.sql`update term_scores set tp = 1000, fb = 1000 where user_id = ${member.id} and term_id = ${term.id}`
  await open('terms', 'Terms', phone)
  await choose('Close', term)
  await expect.element(page.getByRole('region', { name: 'Differences' })).toBeVisible()
  await expectNoAxeViolations()
})

test('a record of the audit with what was before and after', async () => {
  const member = await portal.make.staff({ name: 'Nour Recorded' })
  const renamed = await portal.as(admin)('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })
  expect(renamed).toMatchObject({ status: 200 })
  await open('audit', 'Audit')
  await page.getByRole('row').filter({ hasText: 'Nour Recorded' }).getByRole('button').first().click()
  await expect.element(dialog()).toBeVisible()
  await expectNoAxeViolations()
})
