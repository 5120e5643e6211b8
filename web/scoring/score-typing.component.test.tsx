import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { numberTexts } from '../../testing/number-texts.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const member = await portal.make.staff({ name: 'Sara Aziz' })

const field = () => page.getByRole('spinbutton', { name: 'Teacher Points, Sara Aziz' })
const cell = () => page.getByRole('button', { name: /^Edit Teacher Points: .*, Sara Aziz/ })
const devTools = () => cdp() as unknown as { send(method: string, values: object): Promise<unknown> }

async function storedScore() {
  const [row] = await portal.sql<{ tp: number }>`select tp from term_scores where user_id = ${member.id}`
  return row?.tp
}

async function openPanel() {
  await portal.as(admin)('PUT', `/users/edit-tp/${member.id}`, { tp: 3 })
  await portal.open('/admin-dashboard?tab=staff', admin)
}

/** With everything selected. */
async function openEditor() {
  await cell().click()
  await expect.element(field()).toHaveFocus()
}

async function expectRefused() {
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a valid tp score')
  await expect.element(field()).toHaveFocus()
}

const ways: Record<string, (text: string) => Promise<unknown>> = {
  'typed key by key': (text) => userEvent.keyboard(text),
  // As a paste, a phone's keyboard with suggestions, or dictation: all at once.
  'inserted at once': (text) => devTools().send('Input.insertText', { text }),
  'composed by an input method': async (text) => {
    await devTools().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await devTools().send('Input.insertText', { text })
  },
}

test.each(Object.entries(ways))('%s, every text is the number that people mean, or is refused at the field', async (_, enter) => {
  await openPanel()
  let stored = 3
  const outcomes: unknown[] = []
  const expected: unknown[] = []
  for (const [text, score] of numberTexts) {
    await openEditor()
    await enter(text)
    await userEvent.keyboard('{Enter}')
    if (score === undefined) {
      await expectRefused()
      await userEvent.keyboard('{Escape}')
    } else stored = score
    await expect.element(cell()).toHaveAccessibleName(`Edit Teacher Points: ${stored.toFixed(1)}, Sara Aziz`)
    await expect.element(cell()).not.toHaveAttribute('aria-busy')
    outcomes.push([text, await storedScore()])
    expected.push([text, stored])
  }
  expect(outcomes).toEqual(expected)
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
  await expect.element(page.getByRole('status').filter({ hasText: '1 score is not saved' })).toBeVisible()
  expect(await storedScore()).toBe(3)
})
