import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const physics = await portal.make.department('Physics')

const section = () => page.getByRole('region', { name: 'Degrees' })
const listed = () => section().getByRole('listitem')

test('a degree is added with its names, renamed for those who have it, and deleted only if no user has it', async () => {
  await portal.open('/admin-dashboard?tab=settings', admin)
  await section().getByRole('button', { name: 'Add Degree' }).click()
  const form = page.getByRole('form', { name: 'New degree' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Bachlor')
  await form.getByText('Other languages').click()
  await form.getByRole('textbox', { name: 'Name (Arabic)' }).fill('بكالوريوس')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(listed().filter({ hasText: 'Bachlor' })).toHaveTextContent('بكالوريوس')
  await expect
    .poll(() =>
      listed()
        .elements()
        .map((item) => item.querySelector('bdi')?.textContent),
    )
    .toEqual(['PhD', 'Master', 'M.A.', 'Bachlor'])

  const member = await portal.make.staff({ degree: 'Bachlor', department_id: physics.id })
  await section().getByRole('button', { name: 'Edit Bachlor' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bachelor')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.element(listed().filter({ hasText: 'Bachelor' })).toBeVisible()
  expect(await portal.sql`select degree from users where id = ${member.id}`).toEqual([{ degree: 'Bachelor' }])

  await section().getByRole('button', { name: 'Delete Bachelor' }).click()
  await expect.element(page.getByText('1 user has this degree. Choose another for them first.')).toBeVisible()
  await expect.element(listed().filter({ hasText: 'Bachelor' })).toBeVisible()

  await section().getByRole('button', { name: 'Delete M.A.' }).click()
  await expect.element(listed().filter({ hasText: 'M.A.' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(listed().filter({ hasText: 'M.A.' })).toBeVisible()
})
