import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

function element(id: number, column: 'tp' | 'fb') {
  const found = document.querySelector<HTMLElement>(`[data-score="${id}-${column}"]`)
  if (!found) throw new Error(`the cell ${id} ${column} is not rendered`)
  return found
}
/** Asks for the cell each time: its label has its score, and changes with it. */
const hasFocus = (id: number, column: 'tp' | 'fb') => expect.poll(() => document.activeElement === element(id, column)).toBe(true)
const shows = (id: number, column: 'tp' | 'fb', text: string) =>
  expect.poll(() => element(id, column).textContent).toContain(text)
const field = () => page.getByRole('spinbutton')

async function addGroup(name: string, count: number) {
  const members: { id: number }[] = []
  for (let number = 1; number <= count; number += 1)
    members.push(await portal.make.staff({ name: `${name} ${String(number).padStart(2, '0')}` }))
  return members.map(({ id }) => id)
}

async function open(group: string, language: 'en' | 'ckb' = 'en') {
  await portal.open(`/admin-dashboard?tab=staff&q=${group}`, admin, { language })
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
}

async function stored(id: number) {
  const [row] = await portal.sql<{ tp: number | null; fb: number | null }>`select tp, fb from term_scores where user_id = ${id}`
  return row
}

test.each([
  ['en', '{ArrowRight}', '{ArrowLeft}'],
  ['ckb', '{ArrowLeft}', '{ArrowRight}'],
] as const)('arrows move between the cells as they are on the screen: %s', async (language, towardsFeedback, back) => {
  const [first = 0, second = 0] = await addGroup(`Arrow${language}`, 2)
  await open(`Arrow${language}`, language)
  element(first, 'tp').focus()
  await userEvent.keyboard(towardsFeedback)
  await hasFocus(first, 'fb')
  await userEvent.keyboard('{ArrowDown}')
  await hasFocus(second, 'fb')
  await userEvent.keyboard(back)
  await hasFocus(second, 'tp')
  await userEvent.keyboard(`${back}{ArrowUp}`)
  await hasFocus(first, 'tp')
  await userEvent.keyboard('{ArrowUp}')
  await hasFocus(first, 'tp')
})

test('arrows reach rows below the fold, and come back from where the list was scrolled to', async () => {
  const ids = await addGroup('Fold', 40)
  await open('Fold')
  element(ids[0] ?? 0, 'fb').focus()
  for (const id of ids.slice(1)) {
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(element(id, 'fb'))
  }
  await expect.element(element(ids.at(-1) ?? 0, 'fb')).toBeInViewport({ ratio: 1 })
  page.getByRole('region', { name: 'Staff' }).element().scrollTo(0, 0)
  await expect.poll(() => document.querySelector(`[data-score="${ids[0]}-fb"]`)).not.toBeNull()
  await userEvent.keyboard('{ArrowUp}')
  await hasFocus(ids.at(-2) ?? 0, 'fb')
  await expect.element(element(ids.at(-2) ?? 0, 'fb')).toBeInViewport({ ratio: 1 })
})

test.each([
  ['7', 'Latin'],
  ['٧', 'Arabic'],
  ['۷', 'Kurdish'],
])('typing %s on a cell replaces its score', async (digit, keyboard) => {
  const [id = 0, next = 0] = await addGroup(keyboard, 2)
  await portal.as(admin)('PUT', `/users/edit-tp/${id}`, { tp: 3 })
  await open(keyboard)
  element(id, 'tp').focus()
  // The test's keyboard is a Latin one, and inserts other digits without a key.
  if (digit !== '7') element(id, 'tp').dispatchEvent(new KeyboardEvent('keydown', { key: digit, bubbles: true }))
  await userEvent.keyboard(digit)
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue(7)
  await userEvent.keyboard('.5{Enter}')
  await expect.poll(() => stored(id)).toMatchObject({ tp: 7.5 })
  // Enter went down.
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await hasFocus(next, 'tp')
  expect((await stored(next))?.tp ?? null).toBeNull()
})

test('Escape gives up what a digit started, and the arrows of the editor save instead of changing the number', async () => {
  const [id = 0, next = 0] = await addGroup('Escape', 2)
  await portal.as(admin)('PUT', `/users/edit-tp/${id}`, { tp: 3 })
  await open('Escape')
  element(id, 'tp').focus()
  await userEvent.keyboard('8{Escape}')
  await hasFocus(id, 'tp')
  await shows(id, 'tp', '3.0')
  await userEvent.keyboard('{F2}')
  await expect.element(field()).toHaveValue(3)
  await userEvent.keyboard('4{ArrowDown}')
  await expect.element(page.getByRole('button', { name: 'Edit Teacher Points: 4.0, Escape 01', exact: true })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Escape 01: 4.0')
  await userEvent.keyboard('5{ArrowUp}')
  await expect.poll(() => stored(next)).toMatchObject({ tp: 5 })
  await expect.element(field()).toHaveValue(4)
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('6{Enter}')
  await expect.poll(() => stored(id)).toMatchObject({ tp: 4, fb: 6 })
})
