import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

type Column = 'tp' | 'fb'
function element(id: number, column: Column) {
  const found = document.querySelector<HTMLElement>(`[data-score="${id}-${column}"]`)
  if (!found) throw new Error(`the cell ${id} ${column} is not rendered`)
  return found
}
/** Asks for the cell each time: its label has its score, and changes with it. */
const hasFocus = (id: number, column: Column) => expect.poll(() => document.activeElement === element(id, column)).toBe(true)
const shows = (id: number, column: Column, text: string) => expect.poll(() => element(id, column).textContent).toContain(text)
const dialog = () => page.getByRole('dialog')
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function addGroup(name: string, count: number) {
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) ids.push((await portal.make.staff({ name: `${name} ${number}` })).id)
  return ids
}

async function open(group: string, more = '') {
  await portal.open(`/admin-dashboard?tab=staff&q=${group}${more}`, admin)
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
}

/** Pastes as the browser does with what another program copied. Returns whether the text is left to the browser. */
function paste(target: HTMLElement, text: string) {
  target.focus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  return target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** The scores of the members, null if not set. */
async function stored(ids: readonly number[]) {
  const rows = await portal.sql<{ user_id: number; tp: number | null; fb: number | null }>`
    select user_id, tp, fb from term_scores where user_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::int)`
  return ids.map((id) => {
    const row = rows.find(({ user_id }) => user_id === id)
    return [row?.tp ?? null, row?.fb ?? null]
  })
}
const setByOther = async (id: number, tp: number) => {
  const other = await portal.make.admin()
  expect((await portal.as(other)('PUT', `/users/edit-tp/${id}`, { tp })).status).toBe(200)
}

test('a block from a spreadsheet is shown row by row in the order of the list, and saved at once', async () => {
  const ids = await addGroup('Block', 3)
  const [first = 0, second = 0, third = 0] = ids
  await open('Block', '&sort=-name')
  // The list is in descending order.
  paste(element(third, 'tp'), '7,5\t٨\r\n\t9\r\n3\t\r\n')
  await expect.element(dialog()).toHaveAccessibleName('Paste scores')
  await expect.element(dialog()).toHaveTextContent('from Block 3 on')
  await expect.element(dialog()).toHaveTextContent('4 scores change')
  const rows = dialog().getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('Block 3not set → 7.5not set → 8.0')
  await expect.element(rows.nth(2)).toHaveTextContent('Block 2not set → 9.0')
  expect(await stored(ids)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  await dialog().getByRole('button', { name: 'Save 4 scores' }).click()
  await expect.element(toasts()).toHaveTextContent('Scores of 3 members saved')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(await stored(ids)).toEqual([
    [3, null],
    [null, 9],
    [7.5, 8],
  ])
  await shows(third, 'fb', '8.0')
  await expect
    .element(
      page
        .getByRole('row')
        .filter({ hasText: 'Block 3' })
        .getByRole('link', { name: /^15\.5: / }),
    )
    .toBeVisible()
  await shows(first, 'tp', '3.0')
  await shows(second, 'tp', '–')
})

test('Ctrl+V on a cell opens the preview', async () => {
  const [first = 0] = await addGroup('Keys', 1)
  await open('Keys')
  const search = page.getByRole('searchbox')
  await search.fill('4,5')
  await userEvent.keyboard('{Control>}ac{/Control}')
  await search.fill('Keys')
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
  element(first, 'tp').focus()
  await userEvent.keyboard('{Control>}v{/Control}')
  await expect.element(dialog()).toHaveTextContent('not set → 4.5')
})

test('wrong values and rows beyond the list are named, and nothing can be saved', async () => {
  const [first = 0] = await addGroup('Wrong', 2)
  await open('Wrong')
  paste(element(first, 'tp'), 'T P.\n5\n6')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('2 values cannot be saved.')
  await expect.element(dialog()).toHaveTextContent('“T P.”: From 0 to 1000, with up to one decimal.')
  await expect.element(dialog()).toHaveTextContent('Row 3: the list has no member here')
  await expect.element(dialog().getByRole('button', { name: 'Save 1 score' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await hasFocus(first, 'tp')
})

test('several values that are pasted into an open editor are a block, one value is not', async () => {
  const [first = 0] = await addGroup('Editor', 2)
  await open('Editor')
  element(first, 'fb').click()
  const field = page.getByRole('spinbutton')
  await expect.element(field).toHaveFocus()
  expect(paste(field.element() as HTMLElement, '5\n')).toBe(true)
  expect(paste(field.element() as HTMLElement, '5\n6\n')).toBe(false)
  await expect.element(dialog()).toHaveTextContent('2 scores change')
})

test('a score that was changed meanwhile stops the block, is named, and is taken into a new preview', async () => {
  const ids = await addGroup('Conflict', 2)
  const [first = 0, second = 0] = ids
  await open('Conflict')
  paste(element(first, 'tp'), '5\n6')
  await expect.element(dialog()).toBeVisible()
  await setByOther(second, 4)
  await dialog().getByRole('button', { name: 'Save 2 scores' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('1 score was changed in the meantime. Nothing was saved.')
  await expect.element(dialog().getByRole('row').nth(1)).toHaveTextContent('Conflict 2not set → 6.0now 4')
  expect(await stored(ids)).toEqual([
    [null, null],
    [4, null],
  ])
  // The list has arrived below the dialog.
  await expect.poll(() => element(second, 'tp').textContent).toContain('4.0')
  await dialog().getByRole('button', { name: 'Load the new scores' }).click()
  await expect.element(dialog()).toHaveTextContent('4.0 → 6.0')
  await dialog().getByRole('button', { name: 'Save 2 scores' }).click()
  await expect
    .poll(() => stored(ids))
    .toEqual([
      [5, null],
      [6, null],
    ])
})

test('a block whose reply is lost is sent again without harm', async () => {
  const ids = await addGroup('Lost', 1)
  await open('Lost')
  paste(element(ids[0] ?? 0, 'tp'), '5')
  const restore = intercept('PUT', '/scores', async (_, pass) => {
    await pass()
    return noNetwork()
  })
  await dialog().getByRole('button', { name: 'Save 1 score' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('It is not known whether this arrived.')
  restore()
  await dialog().getByRole('button', { name: 'Save 1 score' }).click()
  await expect.element(toasts()).toHaveTextContent('Scores of 1 member saved')
  expect(await stored(ids)).toEqual([[5, null]])
})

test('a value is set for all selected members', async () => {
  const ids = await addGroup('Chosen', 3)
  await open('Chosen')
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await button('Select members').click()
  await page.getByRole('checkbox', { name: 'Select all 3 members in this list' }).click()
  await page.getByRole('checkbox', { name: 'Select Chosen 2' }).click()
  await expect.element(page.getByText('2 members selected')).toBeVisible()
  await button('Set scores…').click()
  await expect.element(dialog()).toHaveAccessibleName('Set scores of 2 members')
  const field = dialog().getByLabelText('Feedback')
  await field.fill('7.55')
  await expect.element(field).toHaveAccessibleDescription('From 0 to 1000, with up to one decimal.')
  await field.fill('٧٫٥')
  await expect.element(dialog()).toHaveTextContent('Chosen 3not set → 7.5')
  await dialog().getByRole('button', { name: 'Save 2 scores' }).click()
  await expect.element(toasts()).toHaveTextContent('Scores of 2 members saved')
  expect(await stored(ids)).toEqual([
    [null, 7.5],
    [null, null],
    [null, 7.5],
  ])
  await expect.element(page.getByText('2 members selected')).not.toBeInTheDocument()
})

test('Ctrl+Z undoes blocks and single scores one after the other, Ctrl+Shift+Z redoes them', async () => {
  const ids = await addGroup('Step', 2)
  const [first = 0] = ids
  await open('Step')
  await expect.element(button('Undo (Ctrl+Z)')).toHaveAttribute('aria-disabled', 'true')
  paste(element(first, 'tp'), '5\n6')
  await dialog().getByRole('button', { name: 'Save 2 scores' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  element(first, 'tp').focus()
  await userEvent.keyboard('7')
  await button('Save').click()
  await expect
    .poll(() => stored(ids))
    .toEqual([
      [7, null],
      [6, null],
    ])
  await expect.element(toasts()).toHaveTextContent('Step 1: 7.0')
  element(first, 'tp').focus()

  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(toasts()).toHaveTextContent('1 score undone')
  await shows(first, 'tp', '5.0')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(toasts()).toHaveTextContent('2 scores undone')
  expect(await stored(ids)).toEqual([
    [null, null],
    [null, null],
  ])
  await expect.element(button('Undo (Ctrl+Z)')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(toasts()).toHaveTextContent('2 scores redone')
  await button('Redo (Ctrl+Shift+Z)').click()
  await expect.element(toasts()).toHaveTextContent('1 score redone')
  expect(await stored(ids)).toEqual([
    [7, null],
    [6, null],
  ])
  await expect.element(button('Redo (Ctrl+Shift+Z)')).toHaveAttribute('aria-disabled', 'true')
})

test('what another administrator changed since is not undone, and said', async () => {
  const ids = await addGroup('Foreign', 2)
  const [first = 0, second = 0] = ids
  await open('Foreign')
  paste(element(first, 'tp'), '5\n6')
  await dialog().getByRole('button', { name: 'Save 2 scores' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await setByOther(second, 9)
  await button('Undo (Ctrl+Z)').click()
  await expect.element(toasts()).toHaveTextContent('1 score was changed in the meantime. Nothing was saved.')
  expect(await stored(ids)).toEqual([
    [5, null],
    [9, null],
  ])
  await expect.element(button('Undo (Ctrl+Z)')).toHaveAttribute('aria-disabled', 'true')
})

test('the Undo of the message and the one of the list are the same step', async () => {
  const ids = await addGroup('Message', 1)
  await open('Message')
  element(ids[0] ?? 0, 'tp').focus()
  await userEvent.keyboard('5{Enter}')
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(toasts()).toHaveTextContent('Score restored')
  await expect.element(button('Undo (Ctrl+Z)')).toHaveAttribute('aria-disabled', 'true')
  await button('Redo (Ctrl+Shift+Z)').click()
  await expect.poll(() => stored(ids)).toEqual([[5, null]])
})
