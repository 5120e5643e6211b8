// This import has the types of cdp().
import type {} from '@vitest/browser-playwright'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { chooseInFilter } from '../../../testing/components/filters.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.make.department('Physics')

const dialog = () => page.getByRole('dialog')
const rows = () => dialog().getByRole('table', { name: 'File rows' }).getByRole('row')
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const said = (hasText: string) => dialog().getByRole('status').filter({ hasText })
const header = 'Name,Email,UserName,Department,Gender'

async function choose(text: string) {
  await dialog()
    .getByLabelText('File to import')
    .upload(new File([text], 'staff.csv', { type: 'text/csv' }))
}

async function openImport(tab: 'users' | 'staff') {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect
    .element(dialog().getByRole('heading', { level: 2 }))
    .toHaveTextContent(`Import ${tab === 'users' ? 'users' : 'scores'}`)
}

/** Intercepts the next upload instead of sending it; it can be sent later. */
function nextUpload(happens: (request: XMLHttpRequest, send: () => void) => void) {
  const sending = vi.spyOn(XMLHttpRequest.prototype, 'send')
  sending.mockImplementationOnce(function (this: XMLHttpRequest, body) {
    happens(this, () => this.send(body))
  })
}
afterEach(() => vi.restoreAllMocks())

test('importing what is there already changes nothing, and says so', async () => {
  const { username } = await portal.make.staff({ title: 'l' })
  await openImport('users')
  await choose(`UserName,Title\n${username},l\n`)
  await expect.element(dialog()).toHaveTextContent('Everything in this file is already up to date.')
  await expect.element(dialog().getByRole('list', { name: 'Outcome' })).toHaveTextContent(/^1unchanged$/)
  await expect.element(dialog().getByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
})

test('every row and its errors are shown before anything is written, and the good rows can be imported without the others', async () => {
  const sara = 'سارة عزيز,sara@test.example,sara,Physics,Female'
  await openImport('users')
  await choose([header, sara, 'Omar,omar,omar,Alchemy,Male'].join('\n'))
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent(
      /^One row has an error\. Nothing has been imported yet\. Correct it here, or correct the file and choose it again, or import the other rows now\.$/,
    )
  for (const text of ['3omarOmar', 'Email: "omar" – Invalid email format', 'Department: There is no department "Alchemy".'])
    await expect.element(rows().nth(1)).toHaveTextContent(text)
  for (const text of ['2saraسارة عزيز', 'New']) await expect.element(rows().nth(2)).toHaveTextContent(text)
  expect(await portal.sql`select id from users where username = 'sara'`).toEqual([])

  await button('Import the 1 valid row').click()
  await expect.element(said('Imported successfully: 1 added, 0 changed, 1 skipped')).toBeVisible()
  await expect.element(button('Download the row with an error')).toBeVisible()
  await button('Done').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Import' })).toHaveFocus()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('sara')
  await expect.element(page.getByRole('row', { name: 'سارة عزيز' })).toHaveTextContent('Physics')
})

test('data that changed meanwhile is shown instead of imported; a failure keeps the file', async () => {
  const member = await portal.make.staff({ name: 'Dr. Nora Jensen' })
  await openImport('users')
  await choose(`UserName,Title,Salary\n${member.username},l,9\n`)
  await expect.element(rows().nth(1)).toHaveTextContent('Title: Professor → Lecturer')
  // An unknown column is not imported by mistake.
  await expect.element(dialog()).toHaveTextContent('Unknown column: "Salary".')
  await expect.element(button('Import 1 user')).toBeDisabled()
  await dialog().getByLabelText('Import without this column').click()
  nextUpload((request) => request.dispatchEvent(new ProgressEvent('loadend')))
  await button('Import 1 user').click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('No response from server.')

  await portal.sql`update users set title = 'ap' where id = ${member.id}`
  await button('Import 1 user').click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Something has changed since you checked this file')
  await expect.element(rows().nth(1)).toHaveTextContent('Title: Assistant Professor → Lecturer')
  await button('Import 1 user').click()
  await expect.element(said('Imported successfully: 0 added, 1 changed')).toBeVisible()
})

test('an import shows an indeterminate progress bar, without animation if reduced motion is preferred', async () => {
  const prefer = (value: 'reduce' | 'no-preference') =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  const member = await portal.make.staff()
  await openImport('users')
  await choose(`UserName,Title\n${member.username},l\n`)
  await expect.element(button('Import 1 user')).toBeVisible()
  let send = () => {}
  nextUpload((request, later) => {
    // The server has the file, and writes.
    request.upload.dispatchEvent(new ProgressEvent('load'))
    send = later
  })
  await button('Import 1 user').click()
  const bar = dialog().getByRole('status').getByRole('progressbar', { name: 'Importing' })
  await expect.element(bar).toBeVisible()
  await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  const moving = page.elementLocator(bar.element().firstElementChild ?? bar.element())
  await expect.element(moving).toHaveStyle({ animationName: 'none' })
  onTestFinished(() => void prefer('reduce'))
  await prefer('no-preference')
  await expect.element(moving).toHaveStyle({ animationName: 'sweep' })
  await prefer('reduce')
  send()
  await expect.element(said('Imported successfully: 0 added, 1 changed')).toBeVisible()
})

test('an unreadable file is refused with a message, one that is dropped and too large before it is sent', async () => {
  await openImport('users')
  await choose('Salary,Name\n')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The file has no rows below its header.')
  await choose('')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(/^The file is empty\.$/)
  const sending = vi.spyOn(XMLHttpRequest.prototype, 'send')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['a'.repeat(5 * 1024 * 1024 + 1)], 'staff.csv'))
  const input = dialog().getByLabelText('File to import').element()
  input.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(/^The file is larger than 5 MB\.$/)
  expect(sending).not.toHaveBeenCalled()
})

test('scores: the template of the term, filled in, is imported into it', async () => {
  const member = await portal.make.staff({ name: 'Dr. Layla Hassan' })
  await openImport('staff')
  const link = dialog().getByRole('link', { name: 'CSV' }).element() as HTMLAnchorElement
  expect(link.download).toBe('scores-template.csv')
  const template = await (await fetch(link.href)).text()
  const row = `${member.username},Dr. Layla Hassan,,`
  expect(template).toContain(`${row}\r\n`)
  await choose(template.replace(row, `${member.username},Dr. Layla Hassan,٧٫٥,4`))
  await chooseInFilter('Outcome', 'Changed')
  await expect.element(rows().nth(1)).toHaveTextContent('T P.: 7.5 · F B.: 4')
  await button('Import scores for 1 member').click()
  await expect.element(said('Imported successfully: 0 added, 1 changed')).toBeVisible()
  await button('Done').click()
  await page.getByRole('searchbox', { name: 'Search staff' }).fill('Dr. Layla Hassan')
  await expect.element(page.getByRole('row', { name: 'Dr. Layla Hassan' })).toHaveTextContent('7.54.0')
})

test('scores of a closed term cannot be imported', async () => {
  const { id } = await portal.make.term('Old', '1950-01-01', '1950-12-31')
  expect((await portal.as(admin)('PUT', `/terms/close/${id}`, {})).status).toBe(200)
  await portal.open(`/admin-dashboard?tab=staff&term=${id}`, admin)
  await expect.element(page.getByText('This term is closed.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import' })).not.toBeInTheDocument()
})
