import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ckb } from '../../contract/languages/ckb.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department('Physics')
const mask = '••••••••'

const open = (search = '') => portal.open(`/admin-dashboard?tab=users${search && `&q=${search}`}`, admin)
const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const submit = () => form().getByRole('button', { name: 'User' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const patient = { timeout: 10_000 }
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const textsOf = (elements: Element[]) => elements.map((element) => element.textContent)

const addMember = (name: string) => portal.make.staff({ name, department_id: department.id })

async function edit({ name }: { name: string }) {
  await open(name)
  await button(`Edit ${name}`).click()
  await expect.element(field('Name')).toHaveFocus()
}

/** The requests of the form, as soon as they are sent. */
function sentBy(method: string) {
  const sent: Request[] = []
  intercept(method, /^\/users/, (request, pass) => {
    sent.push(request)
    return pass()
  })
  return async () => {
    await expect.poll(() => sent, patient).toHaveLength(1)
    const [request] = sent as [Request]
    return { query: new URL(request.url).search, body: (await request.json()) as Record<string, unknown> }
  }
}

test('the list has the columns of the specification, and a user is added with the defaults', async () => {
  await open()
  await expect.element(page.getByRole('columnheader', { name: 'Actions' })).toBeVisible()
  expect(textsOf(page.getByRole('columnheader').elements())).toEqual([
    // The first header is the box that selects all rows.
    '',
    'Name',
    'Degree',
    'Title',
    'Department',
    'Email',
    'Gender',
    'UserName',
    'Password',
    'Role',
    'Actions',
  ])
  await button('Add User').click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Degree')).toHaveValue('PhD')
  await expect.element(field('Title')).toHaveValue('p')
  await expect.element(field('Gender')).toHaveValue('Male')
  expect(textsOf(field('Gender').getByRole('option').elements())).toEqual(['Male', 'Female', 'Other'])
  await expect.element(field('Role')).toHaveValue('2')
  await field('Name').fill('Omar Karim')
  await field('Email').fill('omar@test.example')
  await field('UserName').fill('omar.karim')
  await field('Department').selectOptions('Physics')
  await field('Password').fill('a long test sentence')
  await userEvent.keyboard('{Enter}')

  await expect.element(toasts()).toHaveTextContent('User added successfully')
  await expect.element(form()).not.toBeInTheDocument()
  await expect.element(button('Add User')).toHaveFocus()
  await expect
    .poll(() => textsOf(rowOf('Omar Karim').getByRole('cell').elements()).slice(1, -1), patient)
    .toEqual(['PhD', 'Professor', 'Physics', 'omar@test.example', 'Male', 'omar.karim', mask, 'Staff'])
})

test('errors are reported: missing fields first, then each at its field, and no input is lost', async () => {
  const taken = await addMember('Taken Name')
  await open()
  await button('Add User').click()
  await field('Email').fill('not an address')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('All required fields must be filled')
  await expect.element(field('Name')).toHaveFocus()
  for (const label of ['Name', 'UserName', 'Password', 'Department'])
    await expect.element(field(label)).toHaveAccessibleDescription('This field is required.')

  await field('Name').fill('Layla Hassan')
  await field('UserName').fill(taken.username.toUpperCase())
  await field('Password').fill('short')
  await field('Department').selectOptions('Physics')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent(/^Invalid email format/)
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Password')).toHaveAccessibleDescription('The password must have at least 8 characters.')

  // Errors of the server are shown at their field as well.
  await field('Email').fill('layla@test.example')
  await field('Password').fill('a long test sentence')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent(/^This username is already taken\./)
  await expect.element(field('UserName')).toHaveFocus()
  await expect.element(field('UserName')).toHaveAccessibleDescription('This username is already taken.')
  await expect.element(field('Name')).toHaveValue('Layla Hassan')
  await expect.element(field('Password')).toHaveValue('a long test sentence')
})

test('in a right-to-left language every empty field begins at the right', async () => {
  await portal.open('/admin-dashboard?tab=users', admin, { language: 'ckb' })
  await page.getByRole('button', { name: ckb.users.add, exact: true }).click()
  await expect.element(form()).toBeVisible()
  const beginsLeft = [...document.querySelectorAll('input, textarea')].filter((control) => {
    const { direction, textAlign } = getComputedStyle(control)
    return !(textAlign === 'right' || (textAlign === 'start' && direction === 'rtl'))
  })
  expect(beginsLeft.map((control) => control.outerHTML)).toEqual([])
})

test('Escape closes the form and keeps the input; Cancel discards it', async () => {
  await open()
  await button('Add User').click()
  await field('Name').fill('Layla Hassan')
  await userEvent.keyboard('{Escape}')
  await expect.element(form()).not.toBeInTheDocument()
  await button('Add User').click()
  await expect.element(field('Name')).toHaveValue('Layla Hassan')
  await button('Cancel').click()
  await expect.element(form()).not.toBeInTheDocument()
  await button('Add User').click()
  await expect.element(field('Name')).toHaveValue('')
})

test('editing starts from the row, keeps the masked password, and returns to the row', async () => {
  const member = await addMember('Sara Aziz')
  const passwordOf = () => portal.sql`select password_hash from users where id = ${member.id}`
  const before = await passwordOf()
  await edit(member)
  await expect.element(field('Name')).toHaveValue(member.name)
  await expect.element(field('Password')).toHaveValue(mask)
  await expect.element(button('Cancel')).toBeVisible()
  await field('Password').fill('')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('All required fields must be filled')
  await field('Password').fill(mask)
  await field('Title').selectOptions('None')
  await field('Degree').selectOptions('None')
  const sent = sentBy('PUT')
  await submit().click()
  expect(await sent()).toMatchObject({ query: `?id=${admin.id}&role_id=1`, body: { password: mask } })
  await expect.element(toasts()).toHaveTextContent('User updated successfully')
  await expect.element(form()).not.toBeInTheDocument()
  await expect.element(button(`Edit ${member.name}`)).toHaveFocus()
  await expect.element(rowOf(member.name).getByRole('cell').nth(2)).toHaveTextContent(/^Unknown$/)
  expect(await passwordOf()).toEqual(before)
})

test('a user whose department was removed may stay there', async () => {
  const { id } = await portal.make.department('Alchemy')
  const member = await portal.make.staff({ name: 'Nora Flamel', department_id: id })
  await portal.sql`update departments set removed_at = now() where id = ${id}`
  await edit(member)
  await expect.element(field('Department')).toHaveValue(String(id))
  await expect.element(field('Department')).toHaveDisplayValue('Unknown Department')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('User updated successfully')
})

test('typing after the mask means a new password, without the mask', async () => {
  const member = await addMember('Dilan Omar')
  await edit(member)
  await field('Password').click()
  await userEvent.keyboard('{End}an even longer sentence')
  await expect.element(field('Password')).toHaveValue('an even longer sentence')
  const sent = sentBy('PUT')
  await submit().click()
  expect((await sent()).body).toMatchObject({ password: 'an even longer sentence' })
  await expect.element(form()).not.toBeInTheDocument()
})

test('who has no password is shown none, and may be edited without one', async () => {
  const member = await addMember('Imported Member')
  await portal.sql`update users set password_hash = null where id = ${member.id}`
  await edit(member)
  await expect.element(field('Password')).toHaveValue('')
  await expect.element(field('Password')).toHaveAccessibleDescription('They cannot sign in until they have a password.')
  await submit().click()
  await expect.element(form()).not.toBeInTheDocument()
  expect(await portal.sql`select from users where id = ${member.id} and password_hash is null`).toHaveLength(1)
})

test('a new password says before saving that it signs the member out', async () => {
  await edit(await addMember('Without Factor'))
  await field('Password').fill('chosen by another person')
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(expect.stringContaining('They choose their own password the next time they sign in.'))
})

test('a new password says before saving that it also removes the second factors', async () => {
  const member = await addMember('New Password')
  await portal.sql`insert into passkeys (credential_id, user_id, public_key, name) values (${member.username}, ${member.id}, 'x'::bytea, 'Key')`
  await edit(member)
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(expect.stringContaining('Leave the dots to keep the current password'))
  await field('Password').fill('chosen by another person')
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(expect.stringContaining('removes their passkeys, app and recovery codes'))
})

test('another spelling of the name is stored, and each reader sees, finds and sorts by that of the own script', async () => {
  const zoe = await addMember('Zoe Spelling')
  await addMember('Anna Spelling')
  await edit(zoe)
  await field('Other spelling').fill('ئازاد')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('User updated successfully')
  await expect.element(rowOf('Zoe Spelling')).toBeVisible()
  const names = () => textsOf(page.getByRole('rowheader').elements())
  await portal.open('/admin-dashboard?tab=users&q=spelling', admin, { language: 'ckb' })
  await expect.poll(names).toEqual(['Anna Spelling', 'ئازاد'])
  await page.getByRole('searchbox').fill('zoe')
  await expect.poll(names).toEqual(['ئازاد'])
})
