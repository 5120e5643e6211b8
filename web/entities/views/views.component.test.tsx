import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInFilter, filterOf } from '../../../testing/components/filters.ts'
import { intercept, noNetwork, replyWith } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { savedFile } from '../../../testing/components/saved-file.ts'
import { textsOf } from '../../../testing/components/texts.ts'

const portal = await startPortal()
const botany = await portal.make.department('Botany')
const zoology = await portal.make.department('Zoology')
await portal.make.staff({ name: 'Aylin Öztürk', title: 'l', department_id: zoology.id })
await portal.make.staff({ name: 'Mert Öztürk', title: 'al', department_id: botany.id })
const zeynep = await portal.make.staff({ name: 'Zeynep Öztürk', title: 'p' })

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const headers = () => textsOf(page.getByRole('columnheader'))
const names = () => textsOf(page.getByRole('rowheader')).map((text) => text.split(' ')[0])
const inAddress = () => Object.fromEntries(new URLSearchParams(location.search))
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const standard = ['Degree', 'Title', 'Department', 'T P.', 'F B.', 'ATT S.', 'ACT S.', 'E S.', 'Total', 'Grade', 'Review']

async function open(person: Parameters<typeof portal.open>[1], search = '', more = {}) {
  await portal.open(`/admin-dashboard?tab=staff${search}`, person, more)
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
}
async function choose(
  item: string,
  role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
  trigger: RegExp = /^(Views and columns|View: .*)$/,
) {
  await page.getByRole('button', { name: trigger }).click()
  await page.getByRole(role, { name: item, exact: true }).click()
}
const stored = (person: { id: number }, panel = 'staff') =>
  portal.sql<{ columns: string[] | null; opens_with: number | null }>`
    select columns, opens_with from panel_preferences where user_id = ${person.id} and panel = ${panel}`

test('columns are hidden and moved by keyboard, on any device of the person, and one press goes back to the standard', async () => {
  const admin = await portal.make.admin()
  await open(admin, '&q=Öztürk')
  await choose('Columns…')
  await expect.element(dialog()).toHaveAccessibleName('Columns')
  expect(textsOf(dialog().getByRole('listitem')).length).toBe(standard.length)
  for (const column of ['Degree', 'ATT S.', 'ACT S.', 'E S.', 'Review'])
    await dialog()
      .getByRole('checkbox', { name: `Show ${column}` })
      .click()

  // The focus stays on the button while its column moves, also down, and at the end of the list.
  const up = inDialog('Move F B. up')
  ;(up.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(up).toHaveFocus()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('F B. is now column 4 of 11')
  const down = inDialog('Move Review down')
  ;(down.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(down).toHaveFocus()
  ;(inDialog('Move Title down').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(inDialog('Move Title down')).toHaveFocus()
  await inDialog('Save').click()
  await expect.poll(headers).toEqual(['NameEmail', 'Department', 'Title', 'F B.', 'T P.', 'Total', 'Grade', 'Activities'])

  // The export has the shown columns in their order; the filters of hidden columns are still there.
  await expect.element(filterOf('Activities')).toBeVisible()
  const csv = await savedFile(async () => {
    await button('Export').click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
  })
  const [first] = (await csv.text()).split('\r\n')
  expect(first).toBe('Name,Other spelling,Email,Department,Title,F B.,T P.,Total,Grade with feedback')

  await expect.poll(() => stored(admin)).toMatchObject([{ columns: ['department', 'title', 'fb', 'tp', 'total', 'grade'] }])
  await choose('Columns…')
  await inDialog('Standard columns').click()
  await inDialog('Save').click()
  await expect.poll(headers).toEqual(['NameEmail', ...standard, 'Activities'])
  await expect.poll(() => stored(admin)).toMatchObject([{ columns: null }])
})

test('columns that could not be stored stay until the list is left, and a message says so', async () => {
  const admin = await portal.make.admin()
  await open(admin)
  intercept('PUT', '/views/panels/staff', replyWith(500))
  await choose('Columns…')
  await dialog().getByRole('checkbox', { name: 'Show Degree' }).click()
  await inDialog('Save').click()
  await expect
    .element(toasts())
    .toHaveTextContent('The columns could not be saved. They stay like this until you leave the list.')
  expect(headers()).not.toContain('Degree')
})

test('a list whose views cannot be loaded is shown as the specification has it', async () => {
  const admin = await portal.make.admin()
  intercept('GET', '/views/staff', noNetwork)
  await open(admin)
  expect(headers()).toEqual(['NameEmail', ...standard, 'Activities'])
})

test('a view is saved, opened, changed, overwritten and made the one with which the list opens', async () => {
  const admin = await portal.make.admin()
  await open(admin)
  await chooseInFilter('Department', 'Botany', 'Zoology')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect.poll(names).toEqual(['Mert', 'Aylin'])
  await choose('Save as a new view…')
  await inDialog('Save').click()
  await expect.element(dialog().getByRole('textbox')).toHaveAccessibleDescription('Enter a name for the view.')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Two departments')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(toasts()).toHaveTextContent('View saved')
  await expect.element(button('View: Two departments')).toBeVisible()
  const { view: id, ...state } = inAddress()
  expect(state).toEqual({ tab: 'staff', department_id: `${botany.id},${zoology.id}`, sort: '-name' })

  await choose('Standard view', 'menuitemcheckbox')
  await expect.poll(inAddress).toEqual({ tab: 'staff' })
  await expect.element(button('Views and columns')).toBeVisible()
  await choose('Two departments', 'menuitemcheckbox')
  await expect.poll(names).toEqual(['Mert', 'Aylin'])
  await expect.poll(inAddress).toEqual({ tab: 'staff', view: id, ...state })

  // The columns belong to the open view, and so not to the person.
  await choose('Columns…')
  await dialog().getByRole('checkbox', { name: 'Show Degree' }).click()
  await inDialog('Save').click()
  await expect.poll(headers).toEqual(['NameEmail', ...standard.slice(1), 'Activities'])
  expect(await stored(admin)).toEqual([])
  await choose('Save the changes to Two departments')
  await inDialog('Save').click()
  await expect.element(dialog()).not.toBeInTheDocument()

  await choose('Manage views…')
  await dialog().getByRole('checkbox', { name: 'Open the list with Two departments' }).click()
  await expect.poll(() => stored(admin)).toMatchObject([{ opens_with: Number(id) }])
  await userEvent.keyboard('{Escape}')
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(page.getByRole('searchbox', { name: 'Search departments' })).toBeVisible()
  await open(admin)
  await expect.poll(names).toEqual(['Mert', 'Aylin'])
  expect(headers()).toEqual(['NameEmail', ...standard.slice(1), 'Activities'])
  // A link says itself what it shows.
  await open(admin, '&q=Zeynep')
  await expect.poll(names).toEqual(['Zeynep'])
})

test('a deleted view can be restored, and the focus stays in the dialog', async () => {
  const admin = await portal.make.admin()
  await portal.as(admin)('POST', '/views', { panel: 'staff', name: 'Short', is_shared: false, content: { search: 'Mert' } })
  await open(admin)
  await choose('Manage views…')
  await inDialog('Delete Short').click()
  await expect.element(dialog()).toHaveTextContent('No view is saved for this list.')
  await expect.element(dialog().getByRole('region', { name: 'Saved views' })).toHaveFocus()
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(inDialog('Edit Short')).toBeVisible()
  await inDialog('Edit Short').click()
  await dialog().getByRole('textbox').fill('Renamed')
  await inDialog('Save').click()
  await expect.element(inDialog('Edit Renamed')).toBeVisible()
})

test('a view that another administrator changed meanwhile is not overwritten without a question', async () => {
  const [admin, other] = [await portal.make.admin(), await portal.make.admin({ name: 'Dana Salih' })]
  const body = { panel: 'staff', name: 'Shared', is_shared: true, content: { search: 'Öztürk' } }
  await portal.as(admin)('POST', '/views', body)
  const [{ id }] = (await portal.sql`select id from saved_views where name = 'Shared'`) as [{ id: number }]
  await open(admin, `&q=Mert&view=${id}`)
  await expect.element(button('View: Shared')).toBeVisible()
  await portal.as(other)('PUT', `/views/${id}`, { content: { search: 'Zeynep', columns: ['tp'] } })
  await choose('Save the changes to Shared')
  await inDialog('Save').click()
  await expect.element(dialog().getByRole('region', { name: /^Dana Salih/ })).toHaveTextContent('Zeynep')
  await inDialog('Save anyway').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  const content = async () => (await portal.sql`select content from saved_views where id = ${id}`) as [{ content: object }]
  await expect.poll(content).toEqual([{ content: { search: 'Mert' } }])
})

test('a view that names a column, department or grade that is gone opens with the rest, and says so', async () => {
  const admin = await portal.make.admin()
  const content = {
    filters: { department_id: `${zoology.id},999999`, grade: 'Z,nothing-yet', nonsense: 'x' },
    columns: ['gone', 'title', 'tp'],
    search: 'Öztürk',
  }
  await portal.as(admin)('POST', '/views', { panel: 'staff', name: 'Old', is_shared: false, content })
  await open(admin)
  await choose('Old', 'menuitemcheckbox')
  await expect.poll(names).toEqual(['Aylin'])
  expect(headers()).toEqual(['NameEmail', 'Title', 'T P.', 'Activities'])
  await expect
    .element(toasts())
    .toHaveTextContent(
      'Old is shown without what this list no longer has: 1 column, 1 filter, 1 value of Grade, 1 value of Department.',
    )
})

test('scores are entered, and pasted side by side, in the order of the columns', async () => {
  const admin = await portal.make.admin()
  await portal.as(admin)('PUT', '/views/panels/staff', { columns: ['fb', 'tp', 'total'] })
  await open(admin, '&q=Zeynep')
  const cell = (column: 'tp' | 'fb') => document.querySelector<HTMLElement>(`[data-score="${zeynep.id}-${column}"]`)
  await expect.poll(() => cell('fb')).not.toBeNull()
  cell('fb')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => document.activeElement === cell('tp')).toBe(true)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => document.activeElement === cell('fb')).toBe(true)
  await userEvent.keyboard('3{Tab}')
  await expect.element(page.getByRole('spinbutton', { name: /Teacher Points/i })).toHaveFocus()
  await userEvent.keyboard('4{Enter}')
  await expect.poll(() => [cell('fb')?.textContent, cell('tp')?.textContent]).toEqual(['3.0', '4.0'])

  // A score that is being saved takes no other one.
  await expect.element(toasts()).toHaveTextContent('tp score updated successfully!')
  await expect.poll(() => [cell('fb')?.ariaBusy, cell('tp')?.ariaBusy]).toEqual([null, null])
  cell('fb')?.focus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', '5\t6')
  cell('fb')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await inDialog('Save 2 scores').click()
  await expect.poll(() => [cell('fb')?.textContent, cell('tp')?.textContent]).toEqual(['5.0', '6.0'])
})

test('the columns and views of Users are its own', async () => {
  const admin = await portal.make.admin()
  await portal.as(admin)('PUT', '/views/panels/staff', { columns: [] })
  await portal.open('/admin-dashboard?tab=users&q=Zeynep', admin)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Zeynep')
  await choose('Columns…')
  await dialog().getByRole('checkbox', { name: 'Show Password' }).click()
  await inDialog('Move Role up').click()
  await inDialog('Save').click()
  const expected = ['Name', 'Degree', 'Title', 'Department', 'Email', 'Gender', 'UserName', 'Role', 'Actions']
  await expect.poll(() => headers().slice(1)).toEqual(expected)
})

test('a head of department has own views, and cannot share them', async () => {
  const { id } = await portal.make.department('Geology')
  const head = await portal.make.head(id)
  await portal.open('/staff-dashboard?tab=staff', head)
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
  await choose('Save as a new view…')
  await expect.element(dialog().getByRole('textbox')).toBeVisible()
  await expect.element(dialog().getByRole('checkbox')).not.toBeInTheDocument()
})
