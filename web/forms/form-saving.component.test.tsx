import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const helen = await portal.make.admin({ name: 'Helen Okafor' })
const omar = await portal.make.admin({ name: 'Omar Karim' })
const department = await portal.make.department('Physics')

const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const patient = { timeout: 10_000 }
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const conflictWith = (name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name} saved this on \\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d`) })
const textsOf = (elements: Element[]) => elements.map((element) => element.textContent)

const tookOver = (fields: string) => `You had not changed these, so they now show what was saved: ${fields}.`

/** The fields that both changed, and those that follow what was saved. */
async function expectDifferences(name: string, differences: Record<string, string>, takenOver?: string) {
  const conflict = conflictWith(name)
  await expect.element(conflict).toHaveTextContent('Where the saved version differs from yours:')
  await expect.poll(() => textsOf(conflict.getByRole('term').elements()), patient).toEqual(Object.keys(differences))
  expect(textsOf(conflict.getByRole('definition').elements())).toEqual(Object.values(differences))
  if (takenOver) await expect.element(conflict).toHaveTextContent(tookOver(takenOver))
  else await expect.element(conflict).not.toHaveTextContent(/You had not changed/)
}

async function openUser(name: string) {
  const member = await portal.make.staff({ name, department_id: department.id })
  await portal.open(`/admin-dashboard?tab=users&q=${name}`, admin)
  await button(`Edit ${name}`).click()
  await expect.element(field('Department')).toHaveValue(String(department.id))
  return member
}

type Member = Awaited<ReturnType<typeof openUser>>
async function saveUser(by: typeof admin, { id, name, email, username }: Member, changed: object) {
  const before = { degree: 'PhD', title: 'p', gender: 'Female', department_id: department.id, role_id: 2, password: '••••••••' }
  const reply = await portal.as(by)('PUT', `/users/${id}`, { name, email, username, ...before, ...changed })
  expect(reply.status).toBe(200)
}

async function openActivity(name: string) {
  const activity = await portal.make.activity({ name, type: 'Attending' })
  await portal.open(`/admin-dashboard?tab=activity&q=${name}`, admin)
  await button(`Edit ${name}`).click()
  await expect.element(field('Name')).toHaveFocus()
  return activity
}

async function saveActivity(by: typeof admin, { id, name }: { id: number; name: string }, changed: object) {
  const before = { name, description: 'What it is', score: 2.5, type: 'Attending' }
  expect((await portal.as(by)('PUT', `/activities/${id}`, { ...before, ...changed })).status).toBe(200)
}

test('the later of two administrators sees who saved what and when, keeps the input, and may load the new state', async () => {
  const member = await openUser('Sara Aziz')
  await saveUser(helen, member, { title: 'l', degree: 'M.A.' })
  await field('Degree').selectOptions('Master')
  await button('Update User').click()
  await expect.element(conflictWith('Helen Okafor')).toHaveFocus()
  await expectDifferences('Helen Okafor', { Degree: 'M.A.' }, 'Title')
  await expect.element(field('Degree')).toHaveValue('Master')
  await expect.element(button('Update User')).not.toBeInTheDocument()
  expect(await portal.sql`select degree, title from users where id = ${member.id}`).toEqual([{ degree: 'M.A.', title: 'l' }])

  await button('Load the latest version').click()
  await expect.element(field('Degree')).toHaveValue('M.A.')
  await expect.element(field('Title')).toHaveValue('l')
  await expect.element(field('Name')).toHaveFocus()

  // The user has seen the new state: saving is no longer a conflict.
  await field('Degree').selectOptions('Master')
  await button('Update User').click()
  await expect.element(toasts()).toHaveTextContent('User updated successfully')
  expect(await portal.sql`select degree, title from users where id = ${member.id}`).toEqual([{ degree: 'Master', title: 'l' }])
})

test('saving anyway keeps the fields that only the other one changed, replaces those of both, and returns to the row', async () => {
  const member = await openUser('Layla Hassan')
  await saveUser(helen, member, { gender: 'Other', degree: 'Master' })
  await field('Degree').selectOptions('M.A.')
  await button('Update User').click()
  await expectDifferences('Helen Okafor', { Degree: 'Master' }, 'Gender')
  await expect.element(field('Gender')).toHaveValue('Other')
  await button('Save anyway').click()
  await expect.element(toasts()).toHaveTextContent('User updated successfully')
  await expect.element(button('Edit Layla Hassan')).toHaveFocus()
  await expect.element(rowOf('Layla Hassan').getByRole('cell').nth(1)).toHaveTextContent('M.A.')
  await expect.element(rowOf('Layla Hassan').getByRole('cell').nth(5)).toHaveTextContent('Other')
})

test('a third save before "Save anyway" is a conflict again', async () => {
  const member = await openUser('Nora Test')
  await saveUser(helen, member, { title: 'l' })
  await field('Degree').selectOptions('Master')
  await button('Update User').click()
  await expect.element(conflictWith('Helen Okafor')).toHaveFocus()
  await expect.element(conflictWith('Helen Okafor')).toHaveTextContent(tookOver('Title'))
  expect(conflictWith('Helen Okafor').getByRole('definition').elements()).toEqual([])
  await saveUser(omar, member, { title: 'al', degree: 'M.A.' })
  await button('Save anyway').click()
  await expect.element(conflictWith('Omar Karim')).toHaveFocus()
  await expectDifferences('Omar Karim', { Degree: 'M.A.' }, 'Title')
  await expect.element(field('Title')).toHaveValue('al')
  await expect.element(field('Degree')).toHaveValue('Master')
})

test('all fields that differ are listed as they are shown, a number and a choice too', async () => {
  const activity = await openActivity('Workshop')
  await saveActivity(helen, activity, { description: 'Theirs', score: 7, type: 'Elective' })
  await field('Score').fill('3')
  await field('Type').selectOptions('Compulsory')
  await field('Description').fill('Mine')
  await button('Update Activity').click()
  await expectDifferences('Helen Okafor', { Score: '7', Type: 'Elective', Description: 'Theirs' })
  await expect.element(field('Score')).toHaveValue('3')
})

test('translations that only one of two changed are kept from both', async () => {
  const activity = await openActivity('Project')
  await saveActivity(helen, activity, { names: { ckb: 'پڕۆژە' } })
  await page.getByText('Other languages').click()
  await field('Name (Arabic)').fill('مشروع')
  await button('Update Activity').click()
  await expect.element(conflictWith('Helen Okafor')).toHaveTextContent(tookOver('Name (Kurdish)'))
  await expect.element(field('Name (Kurdish)')).toHaveValue('پڕۆژە')
  await expect.element(field('Name (Arabic)')).toHaveValue('مشروع')
  await button('Load the latest version').click()
  await expect.element(field('Name (Kurdish)')).toHaveValue('پڕۆژە')
  await expect.element(field('Name (Arabic)')).toHaveValue('')
})

test('if the other one saved the same, the conflict says so and lists nothing', async () => {
  const activity = await openActivity('Seminar')
  await saveActivity(helen, activity, { score: 4 })
  await field('Score').fill('4')
  await button('Update Activity').click()
  const conflict = conflictWith('Helen Okafor')
  await expect.element(conflict).toHaveTextContent('The saved version matches what you entered.')
  expect(conflict.getByRole('definition').elements()).toEqual([])
  await button('Save anyway').click()
  await expect.element(toasts()).toHaveTextContent('Activity updated successfully')
})

test('a name that the other one gave meanwhile is a difference, also in a form of one field', async () => {
  const { id, name } = await portal.make.department('Astronomy')
  await portal.open('/admin-dashboard?tab=departments', admin)
  await button(`Edit ${name}`).click()
  await expect.element(field('New name')).toHaveFocus()
  expect((await portal.as(helen)('PUT', `/departments/${id}`, { name: 'Astrophysics' })).status).toBe(200)
  await field('New name').fill('Applied Astronomy')
  await button('Update').click()
  await expectDifferences('Helen Okafor', { Name: 'Astrophysics' })
  await expect.element(field('New name')).toHaveValue('Applied Astronomy')
  await button('Load the latest version').click()
  await expect.element(field('New name')).toHaveValue('Astrophysics')
  await field('New name').fill('Applied Astronomy')
  await button('Update').click()
  await expect.element(rowOf('Applied Astronomy')).toBeVisible()
})

test('without a reply it is not known whether a save arrived; sent again, the list shows what is stored since', async () => {
  const activity = await openActivity('Excursion')
  await field('Score').fill('5')
  const restore = intercept('PUT', `/activities/${activity.id}`, async (_, pass) => {
    await pass()
    return noNetwork()
  })
  await button('Update Activity').click()
  const unknown = 'It is not known whether this arrived. Check whether it was saved before you try again.'
  await expect.element(toasts()).toHaveTextContent(unknown)
  await expect.element(field('Score')).toHaveValue('5')
  await saveActivity(helen, activity, { score: 6 })
  restore()
  await button('Update Activity').click()
  await expect.element(toasts()).toHaveTextContent('It was saved, and has changed since. You now see the latest version.')
  await expect.element(rowOf('Excursion')).toHaveTextContent('What it is6Attending')
  expect(await portal.sql`select score::float8 as score from activities where id = ${activity.id}`).toEqual([{ score: 6 }])
})
