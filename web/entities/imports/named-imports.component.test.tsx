import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const dialog = () => page.getByRole('dialog')
const outcome = (text: string) => dialog().getByRole('status').filter({ hasText: text })

async function importFile(tab: string, text: string) {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin)
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog()
    .getByLabelText('File to import')
    .upload(new File([text], 'list.csv', { type: 'text/csv' }))
}

test('departments are imported from a file', async () => {
  await importFile('departments', 'Name,Name (Kurdish)\nGeology,زەویناسی')
  await expect.element(dialog().getByRole('heading')).toHaveTextContent('Import departments')
  await dialog().getByRole('button', { name: 'Import 1 department' }).click()
  await expect.element(outcome('Imported successfully: 1 added')).toBeVisible()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'Geology' })).toBeVisible()
})

test('activities are imported from a file, without the rows that are wrong', async () => {
  await importFile('activity', 'Name,Description,Score,Type\nField trip,A day outside,2.5,Elective\nWrong,Text,2,Sports')
  await expect.element(dialog()).toHaveTextContent('Type: "Sports" – use Compulsory, Attending or Elective')
  await dialog().getByRole('button', { name: 'Import the 1 valid row' }).click()
  await expect.element(outcome('1 added, 0 changed, 1 skipped')).toBeVisible()
  expect(await portal.sql`select from activities where name = 'Field trip' and score = 2.5`).toHaveLength(1)
})

test('missing departments are created with the imported users, if one says so', async () => {
  await importFile('users', 'Name,Email,UserName,Department,Gender\nAnn,ann@test.example,ann,Robotics,Female')
  await expect.element(dialog()).toHaveTextContent('One department does not exist yet: Robotics')
  await expect.element(dialog().getByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument()
  const creates = dialog().getByRole('checkbox', { name: 'Create the missing department' })
  await creates.click()
  await expect.element(creates).toBeChecked()
  await dialog().getByRole('button', { name: 'Import 1 user' }).click()
  await expect.element(outcome('1 department created')).toBeVisible()
  expect(
    await portal.sql`select d.name from users u join departments d on d.id = u.department_id where u.username = 'ann'`,
  ).toEqual([{ name: 'Robotics' }])
})
