import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filterOf } from '../../testing/components/filters.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const open = () => portal.open('/admin-dashboard?tab=settings&open=faculties', admin)
const section = () => page.getByRole('region', { name: 'Faculties', exact: true })
const row = (name: string) => section().getByRole('listitem').filter({ hasText: name })
const dialog = () => page.getByRole('dialog')
const question = () => page.getByRole('alertdialog')
const notifications = () => page.getByRole('region', { name: 'Notifications' })

/** A faculty with one department, whose only member is returned. */
async function madeFaculty(name: string) {
  const [faculty, department] = [await portal.make.faculty(name), await portal.make.department(`Department of ${name}`)]
  await portal.sql`update departments set faculty_id = ${faculty.id} where id = ${department.id}`
  return { faculty, department, member: await portal.make.staff({ name: `Sara ${name}`, department_id: department.id }) }
}

test('a faculty is added with its translations, and the departments then ask for it', async () => {
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(page.getByRole('textbox', { name: 'Department name' })).toBeVisible()
  expect(page.getByRole('combobox', { name: 'Faculty' }).elements()).toEqual([])

  await open()
  await section().getByRole('button', { name: 'Add Faculty' }).click()
  await section().getByRole('textbox', { name: 'Name', exact: true }).fill('Law')
  await section().getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(notifications()).toHaveTextContent('Faculty added successfully')
  await expect.element(row('Law')).toHaveTextContent('0 departments · 0 members')

  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(page.getByRole('combobox', { name: 'Faculty' })).toBeVisible()
})

test('deans are chosen among the members of its departments', async () => {
  const { faculty, member } = await madeFaculty('Science')
  await open()
  await section().getByRole('button', { name: 'Change the deans of Science: none', exact: true }).click()
  await dialog().getByRole('combobox', { name: 'Add a dean' }).fill('sara')
  await expect.poll(() => dialog().getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(notifications()).toHaveTextContent('Deans saved successfully')
  await expect.element(row('Science')).toHaveTextContent('1 department · 1 member')
  await expect.element(row('Science')).toHaveTextContent('Deans: Sara Science')
  expect(await portal.sql`select user_id from faculty_deans where faculty_id = ${faculty.id}`).toEqual([{ user_id: member.id }])
})

test('deleting one that has departments says what becomes of them and of its deans, and is undone', async () => {
  const { faculty, department } = await madeFaculty('Arts')
  await portal.make.dean(department.id)
  await open()
  await row('Arts').getByRole('button', { name: 'Delete Arts' }).click()
  await expect.element(question()).toHaveTextContent('Its department will belong to no faculty until this is restored.')
  await expect.element(question()).toHaveTextContent('Its deans lose their role')
  await question().getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(notifications()).toHaveTextContent('Faculty deleted successfully')
  await notifications().getByRole('button', { name: 'Undo' }).click()
  await expect.element(row('Arts')).toBeVisible()
  expect(await portal.sql`select from departments where faculty_id = ${faculty.id}`).toHaveLength(1)
  expect(await portal.sql`select from faculty_deans where faculty_id = ${faculty.id}`).toEqual([])
})

test('moving a department to another faculty says before it is saved who sees its members then', async () => {
  const [medicine, dentistry] = [await madeFaculty('Medicine'), await madeFaculty('Dentistry')]
  await portal.sql`insert into faculty_deans (user_id, faculty_id)
    values (${medicine.member.id}, ${medicine.faculty.id}), (${dentistry.member.id}, ${dentistry.faculty.id})`
  await portal.open('/admin-dashboard?tab=departments', admin)
  await page.getByRole('button', { name: 'Edit Department of Medicine' }).click()
  const form = page.getByRole('form', { name: 'Edit Department of Medicine' })
  expect(form.getByRole('status').elements()).toEqual([])
  await form.getByRole('combobox', { name: 'Faculty' }).selectOptions('Dentistry')
  const changes = form.getByRole('status')
  await expect.element(changes).toHaveTextContent('1 member counts for the new faculty in ')
  await expect.element(changes).toHaveTextContent('They can no longer see and review these members: Sara Medicine.')
  await expect.element(changes).toHaveTextContent('They can now see and review these members: Sara Dentistry.')
  await expect.element(changes).toHaveTextContent('will no longer be deans: Sara Medicine.')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect.element(notifications()).toHaveTextContent('Department updated successfully')
  const [stored] = await portal.sql`select faculty_id from departments where id = ${medicine.department.id}`
  expect(stored).toEqual({ faculty_id: dentistry.faculty.id })
})

test('a dean has the faculty on their own dashboard, and may filter it by department', async () => {
  const { department } = await madeFaculty('Engineering')
  const dean = await portal.make.dean(department.id)
  await portal.open('/staff-dashboard?tab=staff', dean)
  await expect.element(page.getByRole('navigation').getByText('My faculty')).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Sara Engineering' })).toBeVisible()
  await expect.element(filterOf('Department')).toHaveTextContent('All departments')
})

test('with a faculty the overview and the staff list have it, and the list is filtered by it', async () => {
  const { faculty } = await madeFaculty('Theology')
  await portal.open('/admin-dashboard?tab=overview', admin)
  await expect.element(page.getByRole('heading', { name: 'Grade with feedback by faculty' })).toBeVisible()
  await portal.open(`/admin-dashboard?tab=staff&faculty_id=${faculty.id}`, admin)
  await expect.element(filterOf('Faculty')).toHaveTextContent('Theology')
  await expect.element(page.getByRole('row').filter({ hasText: 'Sara Theology' })).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(2)
})
