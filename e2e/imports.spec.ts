import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

// The rows of the tests must be in view.
test.use({ ownPortal: true })

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()

async function choose(page: Page, text: string) {
  await dialog(page)
    .getByLabel('File to import')
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function downloaded(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await press(page, button)
  const download = await downloading
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('users: the row with an error is downloaded, corrected and imported, and signs in with the initial password of the list', async ({
  page,
  portal,
}) => {
  await portal.sql`insert into departments (name) values ('Physics')`
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=users')
  await page.getByRole('button', { name: 'Import' }).click()
  const header = 'Name,Email,UserName,Department,Gender'
  await choose(page, `${header}\nSara,sara@test.example,sara,Physics,Female\nOmar,omar,omar,Alchemy,Male\n`)
  await press(page, 'Import the 1 valid row')
  const wrong = await downloaded(page, 'Download the row with an error')
  expect(wrong.name).toBe('staff-errors.csv')
  expect(wrong.text).toContain(`${header},Reason\r\nOmar,omar,omar,Alchemy,Male,"Email: `)

  await press(page, 'Import another file')
  await choose(page, wrong.text.replace('omar,omar,Alchemy', 'omar@test.example,omar,Physics'))
  await expect(dialog(page).getByText('Read as UTF-8, separated by commas. Not imported: Reason.')).toBeVisible()
  await press(page, 'Import 1 user')
  await press(page, 'Create initial passwords')
  await expect(dialog(page).getByRole('table', { name: 'Initial passwords' }).getByRole('row')).toHaveCount(2)
  const list = await downloaded(page, 'Download list')
  expect(list.name).toMatch(/^initial-passwords-\d{4}-\d\d-\d\d\.csv$/)
  const [first, second = ''] = list.text.trimEnd().split('\r\n')
  expect(first).toBe('\uFEFFName,UserName,Password')
  await press(page, 'Done')
  await expect(dialog(page)).toBeHidden()

  const [, username, password] = second.split(',')
  expect(username).toBe('omar')
  expect((await page.request.post('/auth/login', { data: { username, password } })).status()).toBe(200)
})
