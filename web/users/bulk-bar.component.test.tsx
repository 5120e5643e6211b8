import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { savedFile } from '../../testing/components/saved-file.ts'
import { textsOf } from '../../testing/components/texts.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const dialog = () => page.getByRole('dialog')
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const bar = () => page.getByRole('region', { name: 'Actions for the selected members' })
const selected = () => bar().getByRole('status')
const everybody = () => page.getByRole('checkbox', { name: 'Select all 2 members in this list' })

/** Adds two members of a new department, found by a word that no other user has. */
async function addMembers(mark: string) {
  const department = await portal.make.department(`Physics ${mark}`)
  const zara = await portal.make.staff({ name: `Dr. Zara ${mark}`, department_id: department.id })
  const omar = await portal.make.staff({ name: `Omar ${mark}`, department_id: department.id })
  return { department: department.name, zara, omar }
}

async function open(mark: string, size = {}) {
  await portal.open(`/admin-dashboard?tab=users&q=${mark}`, admin, size)
  await expect.element(page.getByRole('rowheader')).toHaveLength(2)
}

async function departmentsOf(mark: string) {
  const rows = await portal.sql<{ name: string }>`
    select d.name from users u join departments d on d.id = u.department_id where u.name like ${`% ${mark}`} and u.removed_at is null`
  return rows.map(({ name }) => name)
}

test('several members are moved after a preview, and Undo puts them back', async () => {
  const { department } = await addMembers('Alpha')
  const { name: target } = await portal.make.department('Chemistry Alpha')
  await open('Alpha')
  // The names are sorted without "Dr.": Omar stands before Dr. Zara.
  await expect.poll(() => textsOf(page.getByRole('rowheader'))).toEqual(['Omar Alpha', 'Dr. Zara Alpha'])

  await everybody().click()
  await expect.element(selected()).toHaveTextContent('2 members selected')
  await page.getByRole('checkbox', { name: 'Select Omar Alpha' }).click()
  await expect.element(selected()).toHaveTextContent('1 member selected')
  await userEvent.keyboard(' ')
  await expect.element(selected()).toHaveTextContent('2 members selected')
  await bar().getByRole('button', { name: 'Move…', exact: true }).click()
  await expect.element(dialog().getByRole('heading')).toHaveTextContent('Move 2 members')
  await dialog().getByRole('combobox', { name: 'Department' }).selectOptions(target)
  await expect.element(dialog().getByRole('listitem').first()).toHaveTextContent(`${department} → ${target}`)
  await dialog().getByRole('button', { name: 'Move 2 members' }).click()

  await expect.element(toasts()).toHaveTextContent('2 members moved')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(bar().getByRole('button')).not.toBeInTheDocument()
  expect(await departmentsOf('Alpha')).toEqual([target, target])
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(toasts()).toHaveTextContent('2 members moved back')
  expect(await departmentsOf('Alpha')).toEqual([department, department])
})

test('who was changed meanwhile is left out of a removal and named; the others come back with Undo', async () => {
  const { zara, omar } = await addMembers('Beta')
  await open('Beta')
  await everybody().click()
  await bar().getByRole('button', { name: 'Delete…' }).click()
  await expect.element(dialog()).toHaveTextContent('They are signed out immediately and disappear from every list.')
  await expect.element(dialog()).toHaveTextContent('Administrators are never included.')
  await portal.sql`update users set degree = 'Master' where id = ${zara.id}`
  await dialog().getByRole('button', { name: 'Delete 2 members' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('One member was skipped:')
  await expect
    .poll(() => textsOf(dialog().getByRole('listitem')))
    .toEqual([`${zara.name}changed by someone else in the meantime`])
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect.element(rowOf(omar.name)).not.toBeInTheDocument()
  await expect.element(rowOf(zara.name)).toBeVisible()
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(toasts()).toHaveTextContent('1 member restored')
  await expect.element(rowOf(omar.name)).toBeVisible()
})

test('new passwords for several members are shown once and saved as a file', async () => {
  const { zara, omar } = await addMembers('Gamma')
  await open('Gamma')
  await everybody().click()
  await bar().getByRole('button', { name: 'New passwords…' }).click()
  await expect.element(dialog()).toHaveTextContent('This cannot be undone.')
  await expect.element(dialog().getByRole('listitem')).toHaveLength(2)
  await dialog().getByRole('button', { name: 'Create initial passwords' }).click()
  await expect.element(dialog().getByRole('rowheader')).toHaveLength(2)
  const shown = (name: string) => dialog().getByRole('row').filter({ hasText: name }).getByRole('cell').last()
  const file = await savedFile(() => dialog().getByRole('button', { name: 'Download list' }).click())
  expect(file.name).toMatch(/^initial-passwords-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await file.text()).trim().split('\r\n')
  const lineOf = ({ name, username }: typeof zara) => `${name},${username},${shown(name).element().textContent}`
  expect(lines.toSorted()).toEqual(['Name,UserName,Password', lineOf(zara), lineOf(omar)].toSorted())
  expect(lineOf(zara)).toMatch(/,\S{8,}$/)
})

test('on a phone members are selected and moved as well, and the page does not scroll sideways', async () => {
  await addMembers('Delta')
  await open('Delta', { width: 390, height: 844 })
  await page.getByRole('checkbox', { name: 'Select Omar Delta' }).click()
  await bar().getByRole('button', { name: 'Move…', exact: true }).click()
  await expect.element(dialog().getByRole('heading')).toHaveTextContent('Move 1 member')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
