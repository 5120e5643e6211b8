import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const open = (search = '', size = {}) => portal.open(`/admin-dashboard?tab=activity${search && `&q=${search}`}`, admin, size)
const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const submit = () => form().getByRole('button', { name: 'Activity' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = () => page.getByRole('region', { name: 'Notifications' })

test('an empty catalogue says so, and offers to add an activity', async () => {
  await open()
  await expect.element(page.getByText('No activities available')).toBeVisible()
  await page.getByRole('table').getByRole('button', { name: 'Add Activity' }).click()
  await expect.element(field('Name')).toHaveFocus()
})

test('an activity is added, Compulsory by default', async () => {
  await open()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  const headers = page.getByRole('columnheader').elements()
  expect(headers.map((header) => header.textContent)).toEqual(['Name', 'Description', 'Score', 'Type', 'Actions'])
  await button('Add Activity').first().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Type')).toHaveValue('Compulsory')
  await field('Name').fill('Curriculum workshop')
  await field('Description').fill('First line\nSecond line')
  await field('Score').fill('4.25')
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Activity added successfully')
  await expect.element(button('Add Activity')).toHaveFocus()
  const cells = rowOf('Curriculum workshop').getByRole('cell')
  await expect.element(cells.nth(1)).toHaveTextContent(/^4.25$/)
  await expect.element(cells.nth(2)).toHaveTextContent(/^Compulsory$/)
  expect(await portal.sql`select description from activities where name = 'Curriculum workshop'`).toEqual([
    { description: 'First line\nSecond line' },
  ])
})

test('each field shows its error, and a name that is taken keeps the input', async () => {
  const taken = await portal.make.activity()
  await open()
  await button('Add Activity').click()
  await submit().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAccessibleDescription('Enter a name.')
  await expect.element(field('Description')).toHaveAccessibleDescription('Enter a description.')
  const wrongScore = 'Enter a score from 0 to 1000, with up to two decimals.'
  await expect.element(field('Score')).toHaveAccessibleDescription(wrongScore)
  await field('Name').fill(taken.name)
  await field('Description').fill('Twice')
  for (const score of ['-1', '1000.01', '1.234']) {
    await field('Score').fill(score)
    await submit().click()
    await expect.element(field('Score')).toHaveAccessibleDescription(wrongScore)
  }
  await field('Score').fill('0')
  await submit().click()
  await expect.element(field('Name')).toHaveAccessibleDescription('An activity with this name already exists.')
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Description')).toHaveValue('Twice')
})

test('the form of an activity says that a change counts for the future, and returns to its row', async () => {
  const { name } = await portal.make.activity({ type: 'Attending' })
  await open(name)
  await button(`Edit ${name}`).click()
  await expect.element(form()).toHaveTextContent('Changes apply to future postings only. Points already earned do not change.')
  await expect.element(field('Score')).toHaveValue('2.5')
  await field('Score').fill('3')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('Activity updated successfully')
  await expect.element(button(`Edit ${name}`)).toHaveFocus()
  await expect.element(rowOf(name).getByRole('cell').nth(1)).toHaveTextContent(/^3$/)
  await expect.element(rowOf(name).getByRole('cell').nth(2)).toHaveTextContent('Attending')
})

test('names and descriptions in other languages are optional, and shown when there are some', async () => {
  await open('Symposium')
  await button('Add Activity').click()
  await field('Name').fill('Symposium')
  await field('Description').fill('In three languages')
  await field('Score').fill('1')
  await expect.element(field('Name (Kurdish)')).not.toBeVisible()
  await page.getByText('Other languages').click()
  for (const [label, lang] of [
    ['Name (Kurdish)', 'ckb'],
    ['Name (Arabic)', 'ar'],
    ['Description (Kurdish)', 'ckb'],
    ['Description (Arabic)', 'ar'],
  ] as const) {
    await expect.element(field(label)).toHaveAttribute('lang', lang)
    await expect.element(field(label)).toHaveAttribute('dir', 'rtl')
  }
  await field('Name (Kurdish)').fill('سیمپۆزیۆم')
  await field('Description (Arabic)').fill('بثلاث لغات')

  // The translations are a draft: after another panel they are still there, and open.
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect.element(page.getByLabelText('Department name')).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect.element(field('Name (Kurdish)')).toBeVisible()
  await expect.element(field('Name (Kurdish)')).toHaveValue('سیمپۆزیۆم')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('Activity added successfully')

  await button('Edit Symposium').click()
  await expect.element(field('Name (Kurdish)')).toHaveValue('سیمپۆزیۆم')
  await expect.element(field('Description (Arabic)')).toHaveValue('بثلاث لغات')
  await field('Name (Kurdish)').fill('')
  await field('Name (Arabic)').fill('ندوة')
  await submit().click()
  await expect.element(button('Edit Symposium')).toHaveFocus()
  expect(await portal.sql`select names, descriptions from activities where name = 'Symposium'`).toEqual([
    { names: { ar: 'ندوة' }, descriptions: { ar: 'بثلاث لغات' } },
  ])
})

test('an error in another language opens its fields and gets focus, as often as it is made', async () => {
  await portal.make.activity({ names: { ckb: 'وتار' } })
  const { name } = await portal.make.activity()
  await open(name)
  await button(`Edit ${name}`).click()
  const disclosure = page.getByText('Other languages')
  await disclosure.click()
  for (const [label, text, error] of [
    ['Name (Kurdish)', 'وتار', 'An activity with this name already exists.'],
    ['Name (Arabic)', 'س'.repeat(201), 'Use 200 characters or fewer.'],
  ] as const) {
    await field(label).fill(text)
    await disclosure.click()
    await expect.element(field(label)).not.toBeVisible()
    await submit().click()
    await expect.element(field(label)).toHaveFocus()
    await expect.element(field(label)).toHaveAccessibleDescription(error)
  }
  await disclosure.click()
  await expect.element(field('Name (Arabic)')).not.toBeVisible()
  await submit().click()
  await expect.element(field('Name (Arabic)')).toHaveFocus()
})

test('a deleted activity is removed from the catalogue at once, and Undo restores it', async () => {
  const { id, name } = await portal.make.activity()
  await open(name)
  await button(`Delete ${name}`).click()
  await expect.element(toasts()).toHaveTextContent('Activity deleted')
  await expect.element(rowOf(name)).not.toBeInTheDocument()
  expect(await portal.sql`select from activities where id = ${id} and removed_at is null`).toHaveLength(0)
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf(name)).toBeVisible()
})

test('a failed save keeps the input, and a failed deletion keeps the row', async () => {
  const { name } = await portal.make.activity()
  await open(name)
  intercept('POST PUT DELETE', /^\/activities/, replyWith(500))
  await button(`Delete ${name}`).click()
  await expect.element(toasts()).toHaveTextContent('Error deleting activity')
  await expect.element(rowOf(name)).toBeVisible()
  await button('Add Activity').click()
  await field('Name').fill('Typed and not lost')
  await field('Description').fill('Nor this')
  await field('Score').fill('1')
  await submit().click()
  await expect.element(toasts()).toHaveTextContent('Error adding activity')
  await expect.element(field('Name')).toHaveValue('Typed and not lost')
  await expect.element(field('Description')).toHaveValue('Nor this')
})

test('on a phone of 360 pixels the page never scrolls sideways, and an error gets focus', async () => {
  const { name } = await portal.make.activity({ name: `Of ${'many words '.repeat(15)}indeed` })
  await open(name, { width: 360, height: 740 })
  await button(`Edit ${name}`).click()
  await field('Score').fill('')
  await submit().click()
  await expect.element(field('Score')).toHaveFocus()
  expect(document.documentElement.scrollWidth).toBe(360)
})
