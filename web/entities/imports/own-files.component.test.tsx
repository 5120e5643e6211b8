import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.make.department('Physics')

const dialog = () => page.getByRole('dialog')
const columns = () => dialog().getByRole('region', { name: 'Columns of the file' })
const importedAs = (heading: string) => columns().getByRole('combobox', { name: `Import "${heading}" as` })
const rows = () => dialog().getByRole('table', { name: 'File rows' }).getByRole('row')
const button = (name: string | RegExp) => dialog().getByRole('button', { name })
const said = (hasText: string) => dialog().getByRole('status').filter({ hasText })

async function openWith(...lines: string[]) {
  await portal.open('/admin-dashboard?tab=users', admin)
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog()
    .getByLabelText('File to import')
    .upload(new File([lines.join('\n')], 'staff.csv', { type: 'text/csv' }))
}

test('columns that are not recognised are chosen, and the choice is there for the next file', async () => {
  const { username } = await portal.make.staff({ title: 'p' })
  await openWith('Staff of the college', 'Wer,Scientific title,Gehalt', `${username},l,900`)
  await expect.element(columns()).toHaveTextContent('No column was recognized as UserName. Choose it below.')
  await expect.element(columns().getByRole('combobox', { name: 'Row with the headings' })).toHaveValue('2')
  await expect.element(importedAs('Wer')).toHaveAccessibleDescription(`For example: ${username}`)
  await expect.element(importedAs('Scientific title')).toHaveDisplayValue('Title')
  await expect.element(dialog().getByRole('table')).not.toBeInTheDocument()

  await importedAs('Wer').selectOptions('UserName')
  await expect.element(rows().nth(1)).toHaveTextContent('Title: Professor → Lecturer')
  // The other column is not decided by that.
  await expect.element(button('Import 1 user')).toBeDisabled()
  await importedAs('Gehalt').selectOptions('Do not import')
  await expect.element(button('Import 1 user')).toBeEnabled()
  await button('Import 1 user').click()
  await expect.element(said('Imported successfully: 0 added, 1 changed')).toBeVisible()

  await openWith('Wer,Scientific title,Gehalt', `${username},ap,900`)
  await expect.element(columns()).toHaveTextContent('These columns were chosen for an earlier file with the same headings.')
  await expect.element(button('Import 1 user')).toBeEnabled()
})

test('the row with the headings is asked for if two rows could have them', async () => {
  const { username } = await portal.make.staff()
  await openWith('UserName,Name', 'اسم المستخدم,الاسم', `${username},Sara`)
  await expect.element(columns()).toHaveTextContent('More than one row could contain the headings.')
  await columns().getByRole('combobox', { name: 'Row with the headings' }).selectOptions('2')
  await expect.element(rows().nth(1)).toHaveTextContent('→ Sara')
  await expect.element(button('Import 1 user')).toBeEnabled()
})

test('a wrong value is corrected for all its rows and in a single row, a missing one is filled, and each can be undone', async () => {
  const header = 'UserName,Name,Email,Department,Gender'
  await openWith(
    header,
    'own1,Sara,own1@test.example,Phisics,Female',
    'own2,Omar,own2@test.example,Phisics,Male',
    'own3,Lina,own3,Physics,Female',
    'own4,Ali,,Physics,Male',
    'own5,Total,own5@test.example,Sum,Male',
  )
  const values = () => dialog().getByRole('region', { name: 'Values to correct' })
  const instead = (value: string) => values().getByRole('combobox', { name: `Instead of "${value}" use` })
  await expect.element(values()).toHaveTextContent('Department: "Phisics" in 2 rows')
  // The name that was perhaps meant is offered first.
  await expect.element(instead('Phisics')).toHaveValue('Physics')
  await values().getByRole('button', { name: 'Use' }).first().click()
  await expect.element(values()).toHaveTextContent('Department: "Phisics" → "Physics"')
  await expect.element(instead('Phisics')).not.toBeInTheDocument()
  await instead('Sum').selectOptions('Leave this row out')
  await values().getByRole('button', { name: 'Use' }).click()
  await expect.element(values()).toHaveTextContent('Without the rows with "Sum"')

  await values().getByRole('textbox', { name: 'Fill Email with the username and' }).fill('@uni.example')
  await values().getByRole('button', { name: 'Fill' }).click()
  await expect.element(button('Import the 3 valid rows')).toBeVisible()

  await rows().nth(1).getByRole('button', { name: 'Correct row 4' }).click()
  const form = dialog().getByRole('form', { name: 'Correct row 4' })
  await expect.element(form.getByRole('textbox', { name: 'Email' })).toHaveFocus()
  await form.getByRole('textbox', { name: 'Email' }).fill('still wrong')
  await form.getByRole('button', { name: 'Check this row' }).click()
  await expect.element(rows().nth(1)).toHaveTextContent('"still wrong" – Invalid email format')
  await rows().nth(1).getByRole('button', { name: 'Correct row 4' }).click()
  await form.getByRole('textbox', { name: 'Email' }).fill('own3@test.example')
  await form.getByRole('button', { name: 'Check this row' }).click()
  await expect.element(button('Import 4 users')).toBeVisible()

  await values().getByRole('button', { name: 'Undo: Without the rows with "Sum"' }).click()
  await expect.element(values()).toHaveTextContent('Department: "Sum" in one row')
  await instead('Sum').selectOptions('Create "Sum"')
  await values().getByRole('button', { name: 'Use' }).click()
  await button('Import 5 users').click()
  await expect.element(said('Imported successfully: 5 added, 0 changed · 1 department created')).toBeVisible()
  expect(
    await portal.sql`select u.username, u.email, d.name from users u join departments d on d.id = u.department_id
      where u.username like 'own_' order by 1`,
  ).toEqual([
    { username: 'own1', email: 'own1@test.example', name: 'Physics' },
    { username: 'own2', email: 'own2@test.example', name: 'Physics' },
    { username: 'own3', email: 'own3@test.example', name: 'Physics' },
    { username: 'own4', email: 'own4@uni.example', name: 'Physics' },
    { username: 'own5', email: 'own5@test.example', name: 'Sum' },
  ])
})
