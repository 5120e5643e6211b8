import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const { make } = portal
const admin = await make.admin({ name: 'Rana Wahid' })
const physics = await make.department('Physics')
for (const name of ['Aram Aziz', 'Bana Omer']) await make.staff({ name, department_id: physics.id })
const term = await make.term('Year 2111', '2111-01-05', '2111-11-12')
const closed = await make.term('Year 2110', '2110-01-05', '2110-11-12')
await portal.as(admin)('PUT', `/terms/close/${closed.id}`, {})

const dialog = () => page.getByRole('dialog', { name: `Results for ${term.name}` })
const button = (name: string) => dialog().getByRole('button', { name })
const toasts = () => page.getByRole('region', { name: 'Notifications' })

/** Sends a file in place of the server, which has tests of its own for the files. Returns the search parameters of the requests. */
function sendFile(path: string, name: string) {
  const asked: string[] = []
  intercept('GET', path, (request) => {
    asked.push(new URL(request.url).search)
    return new Response('%PDF', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
  })
  return asked
}

async function openResults() {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await page.getByRole('button', { name: `More actions for ${term.name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Results' }).click()
  await expect.element(dialog()).toBeVisible()
}

test('an open term has a preliminary report, and no archive yet', async () => {
  await openResults()
  await expect.element(dialog()).toHaveTextContent('The term is open, so the report is marked as preliminary.')
  await expect.element(dialog()).toHaveTextContent('Only a closed term can be archived')
  await expect.element(button('Download archive')).not.toBeInTheDocument()
  const asked = sendFile('/results/report', 'report-2111.pdf')
  await button('Download report').click()
  await expect.element(toasts()).toHaveTextContent('report-2111.pdf was downloaded.')
  expect(asked).toEqual([`?term_id=${term.id}`])
  await dialog().getByRole('combobox', { name: 'Language of the PDF' }).selectOptions('العربية')
  await button('Download report').click()
  await expect.poll(() => asked).toEqual([`?term_id=${term.id}`, `?term_id=${term.id}&language=ar`])
})

test('a closed term has an archive, and says where anybody can check it', async () => {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await page.getByRole('button', { name: `Results for ${closed.name}`, exact: true }).click()
  const results = page.getByRole('dialog', { name: `Results for ${closed.name}` })
  await expect.element(results.getByRole('button', { name: 'Download archive' })).toBeEnabled()
  await expect.element(results).toHaveTextContent(`Anyone can check it at ${location.host}/check.`)
  await expect.element(results).not.toHaveTextContent('preliminary')
})

test('all statements of a department are one file', async () => {
  await openResults()
  const asked = sendFile('/results/statements', 'statements-2111-Physics.pdf')
  await dialog().getByRole('combobox', { name: 'Members included' }).selectOptions('Physics (2 members)')
  await button('Download statements').click()
  await expect.element(toasts()).toHaveTextContent('statements-2111-Physics.pdf was downloaded.')
  expect(asked).toEqual([`?term_id=${term.id}&department_id=${physics.id}`])
})

test('a download shows how far it is, and can be canceled', async () => {
  await openResults()
  // The request behaves as fetch does while a server does not answer.
  intercept(
    'GET',
    '/results/statements',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await button('Download statements').click()
  await expect.element(dialog().getByRole('progressbar', { name: 'Loading points for all members…' })).toBeVisible()
  await expect.element(button('Download report')).toBeDisabled()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Cancelled. Nothing was saved.')
  await expect.element(button('Download statements')).toHaveFocus()
  await expect.element(button('Download report')).toBeEnabled()
})
