import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
})

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => dialog(page).getByRole('table', { name: 'Rows of the file' }).getByRole('row')

async function choose(page: Page, text: string, name = 'staff.csv') {
  await dialog(page)
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function openImport(page: Page, tab: 'users' | 'staff', query = '') {
  await page.goto(`/admin-dashboard?tab=${tab}${query}`)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(tab === 'users' ? 'Import users' : 'Import scores')
}

async function addDepartment({ sql }: Portal): Promise<string> {
  const name = unique('Physics')
  await sql`insert into departments (name) values (${name})`
  return name
}

test('users: the good rows are imported, the others are downloaded, corrected and imported; again it changes nothing', async ({
  page,
  portal,
}) => {
  const department = await addDepartment(portal)
  const [sara, omar] = [unique('sara').replace(' ', '-'), unique('omar').replace(' ', '-')]
  const header = 'Name,Email,UserName,Department,Gender'
  const right = [
    `سارة عزيز,${sara}@test.example,${sara},${department},Female`,
    `Omar,${omar}@test.example,${omar},${department},Male`,
  ]
  await openImport(page, 'users')
  await choose(page, [header, right[0], `Omar,${omar},${omar},Alchemy,Male`].join('\n'))

  await expect(dialog(page).getByRole('alert')).toHaveText(
    'One row has an error. Correct the file and choose it again, or import the others now. Nothing was imported yet.',
  )
  await expect(rows(page).nth(1)).toContainText(`3${omar}Omar`)
  await expect(rows(page).nth(1)).toContainText(`Email: "${omar}" – Invalid email format`)
  await expect(rows(page).nth(1)).toContainText('Department: There is no department "Alchemy".')
  await expect(rows(page).nth(2)).toContainText(`2${sara}سارة عزيز`)
  await expect(rows(page).nth(2)).toContainText('New')
  expect(await portal.sql`select from users where username = ${sara}`).toHaveLength(0)
  await dialog(page).getByRole('button', { name: 'Import the 1 good row' }).click()
  await expect(
    dialog(page).getByRole('status').filter({ hasText: 'Imported successfully: 1 added, 0 changed, 1 left out' }),
  ).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download the row with an error' }).click()
  const wrong = await saving
  expect(wrong.suggestedFilename()).toBe('staff-errors.csv')
  const left = await readFile(await wrong.path(), 'utf8')
  expect(left).toContain(`${header},Reason\r\nOmar,${omar},${omar},Alchemy,Male,"Email: `)

  await dialog(page).getByRole('button', { name: 'Import another file' }).click()
  await choose(page, left.replace(`${omar},${omar},Alchemy`, `${omar}@test.example,${omar},${department}`))
  await expect(dialog(page).getByText('Read as UTF-8, separated by commas. Not imported: Reason.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Imported successfully: 1 added, 0 changed' })).toBeVisible()

  // They cannot sign in yet; their passwords are generated, shown once and downloaded.
  await dialog(page).getByRole('button', { name: 'Make initial passwords' }).click()
  const made = dialog(page).getByRole('table', { name: 'Initial passwords' })
  await expect(made.getByRole('row')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Download the list before you close.')
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download list' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^initial-passwords-\d{4}-\d\d-\d\d\.csv$/)
  const list = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(list[0]).toBe('\uFEFFName,UserName,Password')
  const [, username, initial] = list[1]?.split(',') ?? []
  expect(username).toBe(omar)
  const signedIn = await page.request.post('/auth/login', { data: { username, password: initial } })
  expect(signedIn.status()).toBe(200)
  await signIn(page, admin)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Import' })).toBeFocused()
  await page.getByLabel('Search users').fill(sara)
  await expect(page.getByRole('row', { name: 'سارة عزيز' })).toContainText(department)

  await page.getByRole('button', { name: 'Import' }).click()
  await choose(page, [header, ...right].join('\n'))
  await expect(dialog(page).getByText('Everything in this file is so already.')).toBeVisible()
  await expect(dialog(page).getByRole('list', { name: 'Outcome' })).toHaveText('2unchanged')
})

test('users without a password are marked in the table, get one later, and a new one if it never reached them', async ({
  page,
  portal,
}) => {
  const department = await addDepartment(portal)
  const lina = unique('lina').replace(' ', '-')
  await openImport(page, 'users')
  await choose(page, `Name,Email,UserName,Department,Gender\nLina ${lina},${lina}@test.example,${lina},${department},Female\n`)
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Search users').fill(lina)
  await expect(page.getByRole('row', { name: `Lina ${lina}` })).toContainText('None yet')
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog(page).getByRole('button', { name: 'Make initial passwords' }).click()
  await expect(dialog(page).getByRole('row', { name: `Lina ${lina}` })).toContainText(/[a-z2-9]{5}(-[a-z2-9]{5}){3}/)
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('alert')).toContainText('shown this once')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('row', { name: `Lina ${lina}` })).toContainText('••••••••')

  // The password was not written down.
  const newPassword = page.getByRole('button', { name: `Never signed in: New initial password for Lina ${lina}` })
  await newPassword.click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(`New initial password for Lina ${lina}`)
  await dialog(page).getByRole('button', { name: 'Make initial passwords' }).click()
  const password = await dialog(page)
    .getByRole('row', { name: `Lina ${lina}` })
    .getByRole('code')
    .textContent()
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('alert')).toContainText('shown this once')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  // And for all shown, until they have signed in: by the filter, not by a search that happens to leave only them.
  await expect(page.getByRole('rowheader')).toHaveText([`Lina ${lina}`])
  await expect(page.getByRole('button', { name: 'New initial password (1)' })).toBeHidden()
  await page.getByLabel('Sign-in', { exact: true }).selectOption('Never signed in')
  await expect(page).toHaveURL(/signed_in=never/)
  await page.getByRole('button', { name: 'New initial password (1)' }).click()
  await expect(dialog(page)).toContainText('One member never signed in.')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const signedIn = await page.request.post('/auth/login', { data: { username: lina, password } })
  expect(signedIn.status()).toBe(200)
  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=users')
  await page.getByLabel('Search users').fill(lina)
  await expect(page.getByRole('row', { name: `Lina ${lina}` })).toContainText('••••••••')
  await expect(newPassword).toHaveCount(0)
})

test('data that changed meanwhile is shown instead of imported; a failure keeps the file', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff', { name: 'Dr. Nora Jensen' })
  await openImport(page, 'users')
  await choose(page, `UserName,Title,Salary\n${member.username},l,9\n`)
  await expect(rows(page).nth(1)).toContainText('Title: Professor → Lecturer')
  // An unknown column is not imported by mistake.
  await expect(dialog(page)).toContainText('This column is not known: "Salary".')
  await expect(dialog(page).getByRole('button', { name: 'Import 1 user' })).toBeDisabled()
  await dialog(page).getByLabel('Import without this column').check()
  await page.route('**/imports/users', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('No response from server.')
  await page.unroute('**/imports/users')
  await portal.sql`update users set title = 'ap' where id = ${member.id}`
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Something changed since you looked at this file')
  await expect(rows(page).nth(1)).toContainText('Title: Assistant Professor → Lecturer')
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page).getByText('Imported successfully: 0 added, 1 changed')).toBeVisible()
})

test('an import shows an indeterminate progress bar, without animation if reduced motion is preferred', async ({
  page,
  portal,
}) => {
  const member = await addPerson(portal, 'staff')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openImport(page, 'users')
  await choose(page, `UserName,Title\n${member.username},l\n`)
  await portal.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('staff-portal import'))`
    await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
    const bar = dialog(page).getByRole('status').getByRole('progressbar', { name: 'Writing' })
    await expect(bar).toBeVisible()
    await expect(bar).not.toHaveAttribute('aria-valuenow')
    await expect(bar.locator('div')).toHaveCSS('animation-name', 'none')
    await expectNoAxeViolations(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(bar.locator('div')).toHaveCSS('animation-name', 'sweep')
  })
  await expect(dialog(page).getByText('Imported successfully: 0 added, 1 changed')).toBeVisible()
})

test('an unreadable file is refused with a message, one that is too large before it is sent', async ({ page }) => {
  await openImport(page, 'users')
  await choose(page, 'Salary,Name\n1,a\n')
  await expect(dialog(page).getByRole('alert')).toContainText('Row 1: the column UserName is missing.')
  await choose(page, '')
  await expect(dialog(page).getByRole('alert')).toHaveText('The file is empty.')
  let sent = false
  page.on('request', (request) => {
    sent ||= request.url().includes('/imports/users/preview')
  })
  await choose(page, 'a'.repeat(5 * 1024 * 1024 + 1))
  await expect(dialog(page).getByRole('alert')).toHaveText('The file is larger than 5 MB.')
  expect(sent).toBe(false)
})

test('scores: the template of the term, filled in, is imported into it', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff', { name: unique('Dr. Layla Hassan') })
  await openImport(page, 'staff')
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('link', { name: 'CSV' }).click()
  const template = await readFile(await (await downloading).path(), 'utf8')
  expect(template).toContain(`${member.username},${member.name},,\r\n`)
  await choose(page, template.replace(`${member.username},${member.name},,`, `${member.username},${member.name},٧٫٥,4`))
  await dialog(page).getByRole('combobox', { name: 'Outcome' }).selectOption('Changed')
  await expect(rows(page).nth(1)).toContainText('T P.: 7.5 · F B.: 4')
  await dialog(page).getByRole('button', { name: 'Import scores of 1 member' }).click()
  await expect(dialog(page).getByText('Imported successfully: 0 added, 1 changed')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Search staff').fill(member.name)
  await expect(page.getByRole('row', { name: member.name })).toContainText('7.54.0')
})

test('scores of a closed term cannot be imported', async ({ page, portal }) => {
  const [term] = await portal.sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${unique('Old')}, '1950-01-01', '1950-12-31') returning id`
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}`)
  await expect(page.getByText('This term is closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0)
})

test('axe finds no violations in the dialog, in light and dark', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const lina = unique('lina').replace(' ', '-')
  await openImport(page, 'users')
  await expectNoAxeViolations(page)
  await choose(page, `Name,Email,UserName,Department,Gender\nLina,${lina}@test.example,${lina},${department},Female\nX,x,y,z,w\n`)
  await expect(rows(page)).toHaveCount(3)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
  await dialog(page).getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, `Name,Email,UserName,Department,Gender\nLina,${lina}@test.example,${lina},${department},Female\n`)
  await dialog(page).getByRole('button', { name: 'Import 1 user' }).click()
  await dialog(page).getByRole('button', { name: 'Make initial passwords' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Download list' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('is not for staff', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  expect((await page.request.get('/imports/users/template')).status()).toBe(403)
})
