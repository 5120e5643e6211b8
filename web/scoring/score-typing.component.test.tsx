import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const member = await portal.make.staff({ name: 'Sara Aziz' })

const field = () => page.getByRole('spinbutton', { name: 'Teacher Points, Sara Aziz' })
const cell = () => page.getByRole('button', { name: /^Edit Teacher Points: .*, Sara Aziz/ })

async function storedScore() {
  const [row] = await portal.sql<{ tp: number }>`select tp from term_scores where user_id = ${member.id}`
  return row?.tp
}

async function openPanel() {
  await portal.as(admin)('PUT', `/users/edit-tp/${member.id}`, { tp: 3 })
  await portal.open('/admin-dashboard?tab=staff', admin)
}

/** Opens the editor, with its text selected. */
async function openEditor() {
  await cell().click()
  await expect.element(field()).toHaveFocus()
}

test.each(['{Enter}', '{Tab}'])('what is refused is not saved, and %s does not leave the cell', async (key) => {
  await openPanel()
  await openEditor()
  await userEvent.keyboard(`1e2${key}`)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a valid tp score')
  await expect.element(field()).toHaveAccessibleDescription(/“1e2” is not a number/)
  await expect.element(field()).toHaveFocus()
  expect(await storedScore()).toBe(3)
})

test('digits and decimal signs of an Arabic or Kurdish keyboard are saved as the number they say', async () => {
  await openPanel()
  await openEditor()
  await userEvent.keyboard('١٤٫٥{Enter}')
  await expect.poll(storedScore).toBe(14.5)
  await openEditor()
  await userEvent.keyboard('۷،۵{Enter}')
  await expect.poll(storedScore).toBe(7.5)
})

test('a score above the most that the rules allow is refused at the field, before it is sent', async () => {
  const { body } = await portal.as(admin)('GET', '/rules')
  const [newest] = body['versions'] as { number: number; bands: object }[]
  const terms = await portal.sql<{ id: number }>`select id from terms where is_current`
  await portal.as(admin)('POST', '/rules', {
    bands: newest?.bands,
    limits: [],
    most_tp: 30,
    note: 'At most 30',
    based_on: newest?.number,
    term_ids: terms.map(({ id }) => id),
  })
  await openPanel()
  await openEditor()
  await userEvent.keyboard('30.1{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The rules of this term allow at most 30.')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('30{Enter}')
  await expect.poll(storedScore).toBe(30)
})

test('what is refused is named at once, and the first Backspace takes it back', async () => {
  await openPanel()
  await openEditor()
  await userEvent.keyboard('7 5')
  await expect.element(page.getByRole('alert')).toHaveTextContent('“7 5” is not a number.')
  await expect.element(field()).toHaveValue(7)
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.keyboard('.5{Enter}')
  await expect.poll(storedScore).toBe(7.5)
})

test('after a refused save the next input replaces everything', async () => {
  await openPanel()
  await openEditor()
  await userEvent.keyboard('1e2{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a valid tp score')
  await userEvent.keyboard('٨{Enter}')
  await expect.poll(storedScore).toBe(8)
})

test('a cell that was left with a refused text says so, and saves nothing', async () => {
  await openPanel()
  await openEditor()
  await userEvent.keyboard('1e2')
  await page.getByRole('searchbox').click()
  await expect.element(cell()).toHaveAccessibleName(/“1e2” is not a number/)
  await expect.element(page.getByRole('status').filter({ hasText: '1 unsaved score' })).toBeVisible()
  expect(await storedScore()).toBe(3)
})
