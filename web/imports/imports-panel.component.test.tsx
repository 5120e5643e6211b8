import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.make.department('Physics')

const dialog = () => page.getByRole('dialog')
const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Imports a file of users in the dialog, up to its result. */
async function importUsers(name: string, text: string) {
  await portal.open('/admin-dashboard?tab=users', admin)
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog()
    .getByLabelText('File to import')
    .upload(new File([text], name, { type: 'text/csv' }))
  await dialog()
    .getByRole('button', { name: /^Import \d+ users?$/ })
    .click()
  await expect.element(dialog().getByRole('status').filter({ hasText: 'Imported successfully' })).toBeVisible()
}

test('the result of an import leads to what it changed; Undo asks, puts back what it can and says why the rest stays', async () => {
  const [member, edited] = [await portal.make.staff({ title: 'p' }), await portal.make.staff({ title: 'p' })]
  await importUsers('titles.csv', `UserName,Title\n${member.username},l\n${edited.username},l\n`)
  await portal.sql`update users set title = 'ap' where id = ${edited.id}`
  await dialog().getByRole('button', { name: 'See what changed' }).click()

  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('titles.csv')
  await expect.element(page.getByText(/^Users · 0 added, 2 changed · Imported by Rana Wahid, /)).toBeVisible()
  await expect
    .element(rows().nth(0))
    .toHaveTextContent(`2${member.username}${member.name}ChangedTitle: Professor → LecturerCan be undone`)
  await expect.element(rows().nth(1)).toHaveTextContent('Edited since')

  await button('Undo import').click()
  const question = page.getByRole('alertdialog', { name: 'Undo the import of titles.csv?' })
  await expect.element(question).toHaveTextContent('One row gets its former values back')
  await expect.element(question).toHaveTextContent('One row stays as it is. The table says why.')
  await question.getByRole('button', { name: 'Undo import' }).click()
  const undone = page.getByText(/^Undone by Rana Wahid, .* · 1 row put back$/)
  await expect.element(undone.getByRole('link', { name: 'Rana Wahid' })).toBeVisible()
  await expect.element(rows().nth(0)).toHaveTextContent('Put back')
  await expect.element(rows().nth(1)).toHaveTextContent('Edited since')
  await expect.element(button('Undo import')).not.toBeInTheDocument()
  expect(await portal.sql`select title from users where id = ${member.id}`).toEqual([{ title: 'p' }])

  await page.getByRole('link', { name: 'All imports' }).click()
  await expect.element(rows().first()).toHaveTextContent(/^titles\.csvUsers.*Rana Wahid0 added, 2 changedUndone by Rana Wahid, /)
})

test('an undo that is refused says so, and the page shows the import as it is by then', async () => {
  const member = await portal.make.staff({ title: 'p' })
  await importUsers('refused.csv', `UserName,Title\n${member.username},l\n`)
  await dialog().getByRole('button', { name: 'See what changed' }).click()
  await button('Undo import').click()
  const id = new URL(location.href).searchParams.get('import')
  expect((await portal.as(admin)('PUT', `/imports/undo/${id}`)).status).toBe(200)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect.element(page.getByText('This import was already undone.')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Undone by Rana Wahid, /)).toBeVisible()
})

test('the same file is named in the preview, and the dialog leads to earlier imports', async () => {
  const member = await portal.make.staff({ title: 'p' })
  const text = `UserName,Title\n${member.username},l\n`
  await importUsers('again.csv', text)
  await button('Import another file').click()
  await portal.sql`update users set title = 'p' where id = ${member.id}`
  await dialog()
    .getByLabelText('File to import')
    .upload(new File([text], 'renamed.csv', { type: 'text/csv' }))
  await expect.element(dialog().getByText(/^This file was imported on .* by Rana Wahid\.$/)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Import 1 user' })).toBeEnabled()

  await button('Choose another file').click()
  await dialog().getByRole('link', { name: 'Earlier imports' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Imports')
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'again.csv' }).click()
  await expect.element(rows().first()).toHaveTextContent(member.username)
})

test('a record of the audit trail says by which import it was made, and leads there', async () => {
  const member = await portal.make.staff({ title: 'p', name: 'Dr. Sara Aziz' })
  await importUsers('trail.csv', `UserName,Title\n${member.username},l\n`)
  await portal.open(`/admin-dashboard?tab=audit&person=${member.id}`, admin)
  const record = rows().filter({ hasText: 'User Dr. Sara Aziz edited' })
  await expect.element(record).toHaveTextContent('Rana Wahid, by import of trail.csv')
  await record.getByRole('button').click()
  await dialog().getByRole('link', { name: 'See what changed' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('trail.csv')
})
