import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const elsewhere = await portal.make.department('Elsewhere')
await portal.make.staff({ name: 'Sara Nuri', department_id: elsewhere.id })

async function addDepartment(name: string) {
  const department = await portal.make.department(name)
  const sara = await portal.make.staff({ name: `Sara ${name}`, department_id: department.id })
  const omar = await portal.make.staff({ name: `Omar ${name}`, department_id: department.id })
  return { department, sara, omar }
}

const open = () => portal.open('/admin-dashboard?tab=departments', admin)
const change = (department: string, heads: string) =>
  page.getByRole('button', { name: `Change the heads of ${department}: ${heads}`, exact: true })
const dialog = () => page.getByRole('dialog')
const field = () => dialog().getByRole('combobox', { name: 'Add a head' })
const save = () => dialog().getByRole('button', { name: 'Save', exact: true })
const textsOf = (list: { elements: () => Element[] }) => list.elements().map(({ textContent }) => textContent)

test('heads are chosen by keyboard among the members of the department, and the list shows them', async () => {
  const { department, sara, omar } = await addDepartment('Physics')
  await open()
  await expect.element(change('Physics', 'none')).toBeVisible()
  ;(change('Physics', 'none').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('sara')
  await expect.poll(() => textsOf(dialog().getByRole('option'))).toEqual([expect.stringContaining('Sara Physics')])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => textsOf(dialog().getByRole('list', { name: 'Heads' }).getByRole('listitem'))).toEqual(['Sara Physics'])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('omar')
  await expect.poll(() => textsOf(dialog().getByRole('option'))).toEqual([expect.stringContaining('Omar Physics')])
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Heads saved successfully')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(change('Physics', 'Omar Physics, Sara Physics')).toHaveFocus()

  await page.getByRole('searchbox').fill(omar.name)
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await change('Physics', 'Omar Physics, Sara Physics').click()
  await dialog()
    .getByRole('button', { name: `Remove ${sara.name}` })
    .click()
  await expect.element(field()).toHaveFocus()
  await save().click()
  await expect.element(change('Physics', 'Omar Physics')).toHaveFocus()
  expect(await portal.sql`select user_id from department_heads where department_id = ${department.id}`).toEqual([
    { user_id: omar.id },
  ])
})

test('a person is suggested in another spelling of the name, if none has the typed one', async () => {
  const { department } = await addDepartment('Geology')
  await portal.make.staff({ name: 'خالید ڕەحمان', department_id: department.id })
  await open()
  await change('Geology', 'none').click()
  await field().fill('خالد')
  await expect.poll(() => textsOf(dialog().getByRole('option'))).toEqual([expect.stringContaining('خالید ڕەحمان')])
})

test('heads that another administrator changed meanwhile are shown first; the own choice stays', async () => {
  const { department, omar } = await addDepartment('Chemistry')
  await open()
  await change('Chemistry', 'none').click()
  await field().fill('sara')
  await expect.poll(() => textsOf(dialog().getByRole('option'))).toEqual([expect.stringContaining('Sara Chemistry')])
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('list', { name: 'Heads' })).toHaveTextContent('Sara Chemistry')
  await portal.sql`insert into department_heads (user_id, department_id) values (${omar.id}, ${department.id})`
  await save().click()
  const conflict = dialog().getByRole('region', {
    name: 'The heads were changed after you opened this. Your choice is kept.',
  })
  await expect.element(conflict).toHaveTextContent('HeadsOmar Chemistry')
  await conflict.getByRole('button', { name: 'Save anyway' }).click()
  await expect.element(change('Chemistry', 'Sara Chemistry')).toBeVisible()
})
