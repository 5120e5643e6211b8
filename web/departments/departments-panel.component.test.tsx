import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clickAgainAt, middleOf } from '../../testing/components/double-click.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const open = () => portal.open('/admin-dashboard?tab=departments', admin)
const input = () => page.getByRole('form').getByRole('textbox')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((element) => element.textContent)

test('a department is added, renamed, and keeps its members', async () => {
  let sent: Request | undefined
  intercept('GET', '/departments', (request, pass) => {
    sent = request
    return pass()
  })
  await open()
  await expect.element(button('Add')).toBeDisabled()
  expect(sent?.headers.get('user-id')).toBe(String(admin.id))
  expect(sent?.headers.get('role-id')).toBe('1')
  await input().fill('Chemistry')
  await button('Add').click()
  await expect.element(rowOf('Chemistry').getByRole('cell').first()).toHaveTextContent('0')
  await expect.element(input()).toHaveValue('')
  await expect.element(input()).toHaveFocus()

  const member = await portal.make.staff()
  await portal.sql`update users set department_id = (select id from departments where name = 'Chemistry') where id = ${member.id}`
  await button('Edit Chemistry').click()
  await expect.element(input()).toHaveValue('Chemistry')
  await expect.element(input()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Edit Chemistry')).toHaveFocus()

  await button('Edit Chemistry').click()
  await input().fill('Biochemistry')
  await button('Update').click()
  await expect.element(rowOf('Biochemistry').getByRole('cell').first()).toHaveTextContent('1')
  await expect.element(button('Edit Chemistry')).not.toBeInTheDocument()
  await expect.element(button('Add')).toBeVisible()
  await expect.element(button('Edit Biochemistry')).toHaveFocus()
})

test('a new name is placed as the server sorts it, without fetching the list again', async () => {
  for (const name of ['Ozan', 'omar', 'Zoologi']) await portal.make.department(`${name} Order`)
  await open()
  await page.getByRole('searchbox').fill('Order')
  await expect.poll(names).toEqual(['omar Order', 'Ozan Order', 'Zoologi Order'])

  intercept('GET', '/departments', noNetwork)
  for (const name of ['Östeuropa', 'Ömer']) {
    await input().fill(`${name} Order`)
    await userEvent.keyboard('{Enter}')
    await expect.element(rowOf(`${name} Order`)).toBeVisible()
  }
  const inOrder = ['omar', 'Ömer', 'Östeuropa', 'Ozan', 'Zoologi'].map((name) => `${name} Order`)
  await expect.poll(names).toEqual(inOrder)
  await button('Name').click()
  await expect.element(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(inOrder)
})

test('an empty name and a name that is taken are reported at the field, until the user types', async () => {
  await portal.make.department('Physics')
  await open()
  for (const nothing of ['', '   ']) {
    await input().fill(nothing)
    await userEvent.keyboard('{Enter}')
    await expect.element(input()).toHaveAccessibleDescription('Department name cannot be empty.')
    await userEvent.keyboard('x')
    await expect.element(input()).not.toHaveAccessibleDescription()
  }
  await input().fill('PHYSICS')
  await userEvent.keyboard('{Enter}')
  await expect.element(input()).toHaveAccessibleDescription('A department with this name already exists.')
  await expect.element(input()).toHaveValue('PHYSICS')
})

test('a department has optional names in Kurdish and Arabic, with errors at their fields', async () => {
  const field = (label: string) => page.getByRole('form').getByLabelText(label, { exact: true })
  await open()
  await expect.element(field('Name (Kurdish)')).not.toBeVisible()
  await page.getByText('Other languages').click()
  await expect.element(field('Name (Kurdish)')).toHaveAttribute('lang', 'ckb')
  await expect.element(field('Name (Arabic)')).toHaveAttribute('dir', 'rtl')
  await field('Department name').fill('Geology')
  await field('Name (Kurdish)').fill('زەویناسی')
  await userEvent.keyboard('{Enter}')
  await expect.element(rowOf('Geology')).toBeVisible()
  await expect.element(field('Department name')).toHaveFocus()
  await expect.element(field('Name (Kurdish)')).toHaveValue('')

  await field('Department name').fill('Geology of the moon')
  await field('Name (Kurdish)').fill('زەویناسی')
  await page.getByText('Other languages').click()
  await button('Add').click()
  await expect.element(field('Name (Kurdish)')).toHaveFocus()
  await expect.element(field('Name (Kurdish)')).toHaveAccessibleDescription('A department with this name already exists.')
  await expect.element(field('Department name')).not.toHaveAccessibleDescription()

  await button('Edit Geology').click()
  await expect.element(field('New name')).toHaveFocus()
  await expect.element(field('Name (Kurdish)')).toHaveValue('زەویناسی')
  await field('Name (Arabic)').fill('الجيولوجيا')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Edit Geology')).toHaveFocus()
  expect(await portal.sql`select names from departments where name = 'Geology'`).toEqual([
    { names: { ckb: 'زەویناسی', ar: 'الجيولوجيا' } },
  ])
})

test('deleting a department with members asks and says how many, and Undo restores it', async () => {
  const { id } = await portal.make.department('Law')
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: id })
  await open()
  await button('Delete Law').click()
  const question = page.getByRole('alertdialog', { name: 'Delete Law?' })
  await expect.element(question).toHaveTextContent('Its member will show as Unknown Department until assigned to another.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(rowOf('Law')).toBeVisible()
  await button('Delete Law').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(toasts()).toHaveTextContent('Department deleted successfully')
  await expect.element(rowOf('Law')).not.toBeInTheDocument()

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(member.name)
  await expect.element(rowOf(member.name)).toHaveTextContent('Unknown Department')
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf(member.name)).toHaveTextContent('Law')
})

test('a double click deletes one: the second click would hit the row that has moved up', async () => {
  for (const name of ['Same a', 'Same b', 'Same c']) await portal.make.department(name)
  const deletions: string[] = []
  intercept('DELETE', /^\/departments/, (request, pass) => {
    deletions.push(request.url)
    return pass()
  })
  await portal.open('/admin-dashboard?tab=departments&q=Same', admin)
  const clicked = button('Delete Same a')
  await expect.element(clicked).toBeVisible()
  const place = middleOf(clicked.element())
  await clicked.click()
  await expect.element(rowOf('Same a')).not.toBeInTheDocument()
  const counts: number[] = []
  button('Delete Same b')
    .element()
    .addEventListener('click', (event) => counts.push((event as MouseEvent).detail))
  await clickAgainAt(place)
  expect(counts).toEqual([2])
  await expect.element(toasts()).toHaveTextContent('Same a')
  expect(await portal.sql`select from departments where name like 'Same %' and removed_at is null`).toHaveLength(2)
  expect(deletions).toHaveLength(1)
  await expect.poll(names).toEqual(['Same b', 'Same c'])
})

test('a failed save keeps the input, and a failed deletion keeps the row', async () => {
  await portal.make.department('History')
  await open()
  intercept('POST PUT DELETE', /^\/departments/, replyWith(500))
  await input().fill('Art')
  await button('Add').click()
  await expect.element(input()).toHaveAccessibleDescription('Failed to add department. Please try again later.')
  await expect.element(input()).toHaveValue('Art')
  await button('Edit History').click()
  await input().fill('Art')
  await button('Update').click()
  await expect.element(input()).toHaveAccessibleDescription('Failed to edit department. Please try again later.')
  await button('Delete History').click()
  await expect.element(toasts()).toHaveTextContent('Failed to delete department. Please try again later.')
  await expect.element(rowOf('History')).toBeVisible()
})
