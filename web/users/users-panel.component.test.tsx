import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ckb } from '../../contract/languages/ckb.ts'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { savedFile } from '../../testing/components/saved-file.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department('Physics')

const open = (search: string, person = admin, size = {}) => portal.open(`/admin-dashboard?tab=users&q=${search}`, person, size)
const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const patient = { timeout: 10_000 }
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const undo = () => toasts().getByRole('button', { name: 'Undo' })
const roleOf = ({ name }: { name: string }, role: string) => button(`${role}: change the role of ${name}`)
const storedRole = async ({ id }: { id: number }) =>
  (await portal.sql`select role_id from users where id = ${id}`)[0]?.['role_id']

const question = () => page.getByRole('alertdialog')
/** Presses the button of the role, and confirms. */
async function changeRole(member: { name: string }, role: 'Staff' | 'Admin') {
  await roleOf(member, role).click()
  await question()
    .getByRole('button', { name: role === 'Staff' ? 'Make administrator' : 'Make Staff' })
    .click()
}

const addMember = (name: string) => portal.make.staff({ name, department_id: department.id })

test('changing a role first says what follows for rights and scores; Escape changes nothing', async () => {
  const member = await addMember('Questioned Member')
  await open(member.name)
  await roleOf(member, 'Staff').click()
  await expect.element(question()).toHaveAccessibleName(`Make ${member.name} an administrator?`)
  await expect.element(question()).toHaveAccessibleDescription(/^They get every right in the portal/)
  await expect.element(question()).toHaveTextContent('no row in Staff, and no result in a term that closes in the meantime')
  await userEvent.keyboard('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(roleOf(member, 'Staff')).toHaveFocus()
  expect(await storedRole(member)).toBe(2)

  await changeRole(member, 'Staff')
  await roleOf(member, 'Admin').click()
  await expect.element(question()).toHaveAccessibleName(`Take the administrator role from ${member.name}?`)
  await expect.element(question()).toHaveAccessibleDescription(/^They immediately lose every right of an administrator/)
  await expect.element(question()).toHaveTextContent('Terms that closed in the meantime stay without one.')
  expect(await storedRole(member)).toBe(1)
})

test('the role button toggles between Staff and Admin, and an administrator has no other buttons', async () => {
  const member = await addMember('Toggled Member')
  await open(member.name)
  await changeRole(member, 'Staff')
  await expect.element(toasts()).toHaveTextContent(`User role updated successfully${member.name}`)
  await expect.element(roleOf(member, 'Admin')).toBeVisible()
  expect(rowOf(member.name).getByRole('button').elements()).toHaveLength(1)
  await undo().click()
  await expect.element(roleOf(member, 'Staff')).toBeVisible()
  await changeRole(member, 'Staff')
  await changeRole(member, 'Admin')
  await expect.element(button(`Edit ${member.name}`)).toBeVisible()
  expect(await storedRole(member)).toBe(2)
})

const changedMeanwhile = 'Someone else changed this role. Check the list again.'

test('two administrators promote one user: the second gets a conflict, and the user stays promoted', async () => {
  const member = await addMember('Promoted Member')
  const other = await portal.make.admin({ name: 'Helen Okafor' })
  await open(member.name)
  await expect.element(roleOf(member, 'Staff')).toBeVisible()
  expect((await portal.as(other)('PUT', `/users/toggle-role/${member.id}`, { replaces: 2 })).status).toBe(200)
  await changeRole(member, 'Staff')
  await expect.element(toasts()).toHaveTextContent(changedMeanwhile)
  await expect.element(roleOf(member, 'Admin')).toBeVisible()
  expect(await storedRole(member)).toBe(1)
})

test('Undo reverts its own change of a role, and none that another administrator made since', async () => {
  const member = await addMember('Reverted Member')
  const other = await portal.make.admin({ name: 'Helen Okafor' })
  await open(member.name)
  await changeRole(member, 'Staff')
  // A toast stays as long as the pointer is on it.
  await undo().hover()
  await expect.element(roleOf(member, 'Admin')).toBeVisible()
  expect((await portal.as(other)('PUT', `/users/toggle-role/${member.id}`, { replaces: 1 })).status).toBe(200)
  await undo().click()
  await expect.element(toasts()).toHaveTextContent(changedMeanwhile)
  await expect.element(roleOf(member, 'Staff')).toBeVisible()
  expect(await storedRole(member)).toBe(2)
})

test('giving up one’s own administrator role needs a confirmation, and ends the session', async () => {
  const me = await portal.make.admin({ name: 'Leaving Admin' })
  await open(me.name, me)
  await roleOf(me, 'Admin').click()
  await expect.element(question()).toHaveTextContent('They get a row in Staff')
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(roleOf(me, 'Admin')).toHaveFocus()
  expect(await storedRole(me)).toBe(1)

  await roleOf(me, 'Admin').click()
  await question().getByRole('button', { name: 'Give up role' }).click()
  await expect.poll(() => location.pathname, patient).toBe('/')
  expect(await storedRole(me)).toBe(2)
})

test('the last administrator cannot give up the role, and is not asked', async () => {
  const others = await portal.sql<{ id: number }>`
    update users set removed_at = now() where role_id = 1 and removed_at is null and id <> ${admin.id} returning id`
  await open(admin.name)
  await roleOf(admin, 'Admin').click()
  await expect.element(toasts()).toHaveTextContent('At least one administrator must remain.')
  await expect.element(roleOf(admin, 'Admin')).toBeVisible()
  await portal.sql`update users set removed_at = null where id = any(${others.map(({ id }) => id)})`
})

test('a deleted user is removed from the list at once, with the open form, and Undo restores them', async () => {
  const member = await addMember('Deleted Member')
  await open(member.name)
  await button(`Edit ${member.name}`).click()
  await expect.element(field('Name')).toHaveFocus()
  await button(`Delete ${member.name}`).click()
  await expect.element(toasts()).toHaveTextContent('User deleted successfully')
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()
  expect(await portal.sql`select from users where id = ${member.id} and removed_at is null`).toHaveLength(0)

  // The Undo button also works from another panel.
  await page.getByRole('link', { name: 'Terms' }).click()
  await undo().click()
  await expect.element(toasts()).toHaveTextContent('User restored successfully')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect.element(rowOf(member.name)).toBeVisible()
})

test('a failed change keeps the row and the input', async () => {
  const member = await addMember('Unchanged Member')
  await open(member.name)
  await expect.element(rowOf(member.name)).toBeVisible()
  intercept('POST PUT DELETE', /^\/users/, replyWith(500))
  await changeRole(member, 'Staff')
  await expect.element(toasts()).toHaveTextContent('An error occurred while toggling role')
  await button(`Delete ${member.name}`).click()
  await expect.element(toasts()).toHaveTextContent('An error occurred while deleting the user')
  await button(`Edit ${member.name}`).click()
  await field('Name').fill('Changed and not lost')
  await button('Update User').click()
  await expect.element(toasts()).toHaveTextContent('An error occurred while adding/editing the user')
  await expect.element(field('Name')).toHaveValue('Changed and not lost')
  await expect.element(rowOf(member.name)).toBeVisible()
})

test('an address that the mail server refuses is marked in its row, and the form says so', async () => {
  const member = await addMember('Unreachable Member')
  await portal.sql`insert into mail_failures (user_id, email, attempts, is_refused, retry_at)
    values (${member.id}, ${member.email}, 2, true, now())`
  await open(member.name)
  await expect.element(rowOf(member.name).getByRole('img', { name: 'Emails to this address are refused.' })).toBeVisible()
  await button(`Edit ${member.name}`).click()
  await expect.element(field('Email')).toHaveAccessibleDescription('Emails to this address are refused.')
})

test('long names, right-to-left names and degrees with periods: rows have equal height, alignment and text direction', async () => {
  for (const name of ['Equal', 'ئارام Equal', `${'Alexandrina Theodora '.repeat(8)}Equal`]) {
    const { id } = await addMember(name)
    await portal.sql`update users set degree = 'M.A.' where id = ${id}`
  }
  await open('Equal')
  await expect.poll(() => rowOf('Equal').elements(), patient).toHaveLength(3)
  for (const direction of ['ltr', 'rtl']) {
    document.documentElement.dir = direction
    const found = rowOf('Equal').elements().map(layoutOf)
    expect(found).toEqual(found.map(() => ({ height: 56, start: found[0]?.start, isPointLast: true })))
  }
  document.documentElement.dir = 'ltr'
})

/** The position of the name, and whether the period of a degree follows its letters. */
function layoutOf(row: Element) {
  const [name, degree] = [textOf(row.querySelector('th')), textOf(row.querySelector('th + td'))]
  const edges = placesOf(name)
  return {
    height: row.getBoundingClientRect().height,
    start: Math.round(document.dir === 'rtl' ? Math.max(...edges.map(({ right }) => right)) : leftOf(edges)),
    isPointLast: leftOf(placesOf(degree, 3, 4)) > leftOf(placesOf(degree, 0, 1)),
  }
}

const textOf = (cell: Element | null) => document.createTreeWalker(cell as Element, NodeFilter.SHOW_TEXT).nextNode() as Text

function placesOf(text: Text, from = 0, to = text.length) {
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, to)
  return [...range.getClientRects()]
}

const leftOf = (places: DOMRect[]) => Math.min(...places.map(({ left }) => left))

test('on a phone of 360 pixels the page never scrolls sideways and a user can be edited', async () => {
  const member = await addMember('Phone Member')
  await open(member.name, admin, { width: 360, height: 740 })
  await expect.element(button(`Edit ${member.name}`)).toBeInViewport({ ratio: 1 })
  await button(`Edit ${member.name}`).click()
  await expect.element(field('Name')).toBeInViewport({ ratio: 1 })
  expect(document.documentElement.scrollWidth).toBe(360)
  await form().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button(`Edit ${member.name}`)).toHaveFocus()
})

test('the account of the first start is named in the language of the page, found by both names, and exported as it is stored', async () => {
  const first = await portal.make.admin({ name: 'Administrator' })
  const { firstAccount } = ckb.codes
  for (const search of ['administrator', firstAccount]) {
    await open(`${search} ${first.email}`, first, { language: 'ckb' })
    await expect.element(page.getByRole('rowheader')).toHaveTextContent(new RegExp(`^${firstAccount}$`))
  }
  await expect.element(page.getByRole('button', { name: firstAccount }).first()).toBeVisible()
  const csv = await savedFile(async () => {
    await page.getByRole('button', { name: ckb.actions.export }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  })
  expect(await csv.text()).toMatch(/^Administrator,/m)
})

test('marks below the role say the rights beside it, and the list is searched by them', async () => {
  const reviewer = await portal.make.withRights(['reviewer', 'score_keeper'], { name: 'Rebin Reviewer' })
  await open('Rebin')
  const row = rowOf(reviewer.name)
  await expect.element(row.getByRole('img', { name: 'Review, Set scores' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('set scores')
  await expect.element(row).toBeVisible()
  expect(page.getByRole('rowheader').elements()).toHaveLength(1)
})

test('the summary counts administrators by right as well, who are staff', async () => {
  for (const rights of [['administrator'], ['reader']] as const) await portal.make.withRights(rights)
  const [count] = await portal.sql<{ staff: number; admins: number }>`
    select count(*) filter (where role_id = 2)::int as staff, count(*) filter (where role_id = 1 or exists (
      select from user_rights r where r.user_id = users.id and r."right" = 'administrator'))::int as admins
    from users where removed_at is null`
  await portal.open('/admin-dashboard?tab=users', admin)
  expect(count?.admins).toBeGreaterThan(1)
  await expect.element(page.getByText(`${count?.staff} staff · ${count?.admins} administrators`, { exact: true })).toBeVisible()
})

test('who gives no rights sees roles as plain text, and nobody edits, deletes or promotes themselves', async () => {
  const me = await portal.make.withRights(['administrator'], { name: 'Lana Plain' })
  const member = await portal.make.staff({ name: 'Sara Plain' })
  await open('Plain', me)
  const row = rowOf(member.name)
  await expect.element(row).toHaveTextContent('Staff')
  expect(page.getByRole('button', { name: /change the role/ }).elements()).toEqual([])
  const own = rowOf('Lana Plain')
  const why = 'You cannot edit or delete yourself here, or change your own role. Ask another administrator.'
  for (const name of [`Edit Lana Plain. ${why}`, `Delete Lana Plain. ${why}`])
    await expect.element(own.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  expect(own.getByRole('checkbox').elements()).toEqual([])

  await row.getByRole('button', { name: 'Edit Sara Plain' }).click()
  const role = page.getByRole('combobox', { name: 'Role' })
  await expect.element(role).toHaveAccessibleDescription('Only people who give rights change the role.')
  expect(role.getByRole('option').elements()).toHaveLength(1)
})

test('where a second person confirms administrators, a new role waits and says so', async () => {
  await portal.make.admin()
  await portal.sql`insert into portal_settings (confirm_administrators) values (true)
    on conflict (id) do update set confirm_administrators = true`
  const member = await portal.make.staff({ name: 'Wria Waits' })
  await open('Wria')
  await roleOf(member, 'Staff').click()
  await expect.element(question()).toHaveTextContent('A second person who gives rights must confirm this.')
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await expect.element(toasts()).toHaveTextContent('Nothing changes until then.')
  const waits = 'Waits for a second person to confirm them as an administrator'
  await expect.element(rowOf(member.name).getByRole('img', { name: waits })).toBeVisible()
  await expect.element(roleOf(member, 'Staff')).toBeVisible()
  expect(await storedRole(member)).toBe(2)

  await page.getByRole('button', { name: 'Edit Wria Waits' }).click()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Admin')
  await expect.element(page.getByRole('form')).toHaveTextContent('A second person who gives rights must confirm this.')
  await portal.sql`update portal_settings set confirm_administrators = false`
})
