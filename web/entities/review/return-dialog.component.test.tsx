import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const [term] = (await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`) as [
  { day: string },
]
await portal.sql`insert into return_reasons (place, name, names) values
  (2, 'The date is wrong.', '{"ckb": "بەروارەکە هەڵەیە."}'),
  (1, 'The link is dead.', '{"ckb": "بەستەرەکە کار ناکات.", "ar": "الرابط لا يعمل."}'),
  (3, 'Your name is missing.', '{}')`

const member = await portal.make.staff({ name: 'Sara Aziz', department_id: (await portal.make.department()).id })
let postings: number[]
beforeEach(async () => {
  await portal.sql`delete from posted_activities`
  postings = []
  for (const name of ['Seminar', 'Workshop'])
    postings.push(
      await portal.make.posting(member.id, await portal.make.activity({ name: `${name} ${Math.random()}` }), term.day),
    )
  await portal.open('/admin-dashboard?tab=review', admin)
  await expect.element(page.getByRole('heading', { name: /^Seminar/, level: 2 })).toBeVisible()
})

const dialog = () => page.getByRole('dialog', { name: /^Return / })
const choice = (name: string) => dialog().getByRole('checkbox', { name })
const reasons = async () =>
  (
    await portal.sql<{ returned_reason: string }>`
    select returned_reason from posted_activities where returned_reason is not null order by id`
  ).map((row) => row.returned_reason)

test('R, the numbers of the reasons and Enter return a posting without the mouse', async () => {
  await userEvent.keyboard('r')
  await expect.element(choice('The link is dead.')).toHaveFocus()
  await userEvent.keyboard('32')
  await expect.element(choice('The date is wrong.')).toBeChecked()
  await userEvent.keyboard('3')
  await expect.element(choice('Your name is missing.')).not.toBeChecked()
  await userEvent.keyboard('1{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(reasons).toEqual(['The link is dead.\nThe date is wrong.'])
})

test('the hints of the keys are at the reasons, a digit in a field is text, and own words follow what was clicked', async () => {
  await page.viewport(1280, 800)
  await userEvent.keyboard('r')
  await expect.element(dialog().getByText('Press 1 to 9 to choose, Enter to return.')).toBeVisible()
  await expect.element(choice('The date is wrong.')).toHaveAttribute('aria-keyshortcuts', '2')
  await choice('The date is wrong.').click()
  const words = dialog().getByLabelText('In your own words')
  await words.click()
  await userEvent.keyboard('It was on May 1')
  await expect.element(words).toHaveValue('It was on May 1')
  await expect.element(choice('The link is dead.')).not.toBeChecked()
  await dialog().getByRole('button', { name: 'Return' }).click()
  await expect.poll(reasons).toEqual(['The date is wrong.\nIt was on May 1'])
})

test('several postings are returned at once for the same reasons', async () => {
  await page.getByRole('checkbox', { name: 'Select all 2' }).click()
  await userEvent.keyboard('r1')
  await dialog().getByRole('button', { name: 'Return 2' }).click()
  await expect.poll(reasons).toEqual(['The link is dead.', 'The link is dead.'])
})

test('without a reason nothing is sent, and what is chosen stays when the dialog is closed', async () => {
  await userEvent.keyboard('r')
  await expect.element(choice('The link is dead.')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog().getByLabelText('In your own words'))
    .toHaveAccessibleDescription('Choose a reason, or say what needs to change.')
  await userEvent.keyboard('2{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await userEvent.keyboard('r')
  await expect.element(choice('The date is wrong.')).toBeChecked()
})

test('a reason that was changed meanwhile is shown anew before it is sent', async () => {
  await userEvent.keyboard('r3')
  await expect.element(choice('Your name is missing.')).toBeChecked()
  await portal.sql`update return_reasons set name = 'Your full name is missing.' where place = 3`
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toHaveTextContent('The list of reasons was changed meanwhile.')
  await dialog().getByRole('button', { name: 'Show latest version' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await userEvent.keyboard('r')
  await expect.element(choice('Your full name is missing.')).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.poll(reasons).toEqual(['Your full name is missing.'])
})

test('with the keys switched off there are no hints, and numbers choose nothing', async () => {
  localStorage.setItem('review-keys', 'off')
  await portal.open('/admin-dashboard?tab=review', admin)
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect.element(choice('The link is dead.')).toHaveFocus()
  await userEvent.keyboard('1')
  await expect.element(choice('The link is dead.')).not.toBeChecked()
  await expect.element(choice('The link is dead.')).not.toHaveAttribute('aria-keyshortcuts')
})
