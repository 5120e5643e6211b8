import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInFilter, filterOf } from '../../testing/components/filters.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

/** Every list of a panel is this table; Users is the one with the most columns and filters. */
const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const zoology = await portal.make.department('Zoology')
const botany = await portal.make.department('Botany')

const aylin = await portal.make.staff({ name: 'Aylin Öztürk', title: 'l', department_id: zoology.id, username: 'table.m' })
const mert = await portal.make.staff({ name: 'Mert Öztürk', title: 'al', department_id: botany.id, username: 'table.z' })
const zeynep = await portal.make.admin({ name: 'Zeynep Öztürk', title: 'p', username: 'table.a' })
await portal.sql`update users set degree = 'Master', gender = 'Male', email = 'c@test.example' where id = ${aylin.id}`
await portal.sql`update users set degree = 'PhD', gender = 'Other', email = 'b@test.example' where id = ${mert.id}`
await portal.sql`update users set degree = 'M.A.', gender = 'Female', email = 'a@test.example' where id = ${zeynep.id}`
await portal.sql`insert into first_sign_ins (user_id) values (${mert.id})`

const open = (search = '', size = {}) => portal.open(`/admin-dashboard?tab=users${search}`, admin, size)
const searchBox = () => page.getByRole('searchbox')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = (name: string) => page.getByRole('link', { name, exact: true })
const count = (text: RegExp) => page.getByRole('status').filter({ hasText: text })
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((element) => element.textContent)
const firstNames = () => names().map((name) => name?.split(' ')[0])
const inAddress = () => Object.fromEntries(new URLSearchParams(location.search))
const tableRows = () => document.querySelectorAll('tr').length

test('while the rows load, the table is busy and says so', async () => {
  let reply = () => {}
  intercept('GET', '/users', async (_, pass) => {
    await new Promise<void>((resolve) => {
      reply = resolve
    })
    return pass()
  })
  await open()
  await expect.element(count(/^Loading\.\.\.$/)).toBeInTheDocument()
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  reply()
  await expect.element(page.getByRole('rowheader', { name: 'Aylin Öztürk' })).toBeVisible()
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expect.element(count(/Loading/)).not.toBeInTheDocument()
})

test('a search finds all words in any column, without accents, and the number of results is announced', async () => {
  await open()
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
  const total = names().length
  await expect.element(count(/ of /)).not.toBeInTheDocument()
  await searchBox().fill('ozturk')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert', 'Zeynep'])
  await expect.element(count(new RegExp(`^3 of ${total}$`))).toBeVisible()
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '4')
  await searchBox().fill('lecturer OZTURK')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert'])
  await searchBox().fill('zoo')
  await expect.poll(firstNames).toEqual(['Aylin'])
  await searchBox().fill('b@test')
  await expect.poll(firstNames).toEqual(['Mert'])

  await button('Clear search').click()
  await expect.element(searchBox()).toHaveValue('')
  await expect.element(searchBox()).toHaveFocus()
  await expect.poll(() => names().length).toBe(total)
})

test('a name in another spelling is found if no row has the searched one, and a quiet line says so', async () => {
  const hussein = await portal.make.staff({ name: 'حوسێن عوسمان' })
  await open()
  const line = page.getByText('These names are the same in another spelling.')
  await searchBox().fill('حسين عثمان')
  await expect.poll(names).toEqual([hussein.name])
  await expect.element(line.first()).toBeVisible()
  await expect.element(count(/^1 of \d+ Nothing is spelled exactly like this\./)).toBeVisible()
  await searchBox().fill('حوسێن')
  await expect.element(line).not.toBeInTheDocument()
  await expect.poll(names).toEqual([hussein.name])
})

test('a search without results says so, and leads back to all rows', async () => {
  await open()
  await chooseInFilter('Department', 'Zoology')
  await expect.poll(firstNames).toEqual(['Aylin'])
  await searchBox().fill('mert')
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await expect.element(count(/^0 of \d+$/)).toBeVisible()
  await expect.element(page.getByRole('table')).not.toHaveAttribute('aria-rowcount')
  // A selected filter stays visible, also if the search leaves no row of it.
  await expect.element(filterOf('Department')).toHaveTextContent('Zoology')
  await button('Show all').click()
  await expect.element(searchBox()).toHaveValue('')
  await expect.element(searchBox()).toHaveFocus()
  await expect.element(filterOf('Department')).toHaveTextContent('All departments')
  await expect.poll(() => names().length).toBeGreaterThan(3)
})

test.each([
  ['Name', 'Aylin Mert Zeynep', 'Zeynep Mert Aylin'],
  ['Degree', 'Zeynep Aylin Mert', 'Mert Aylin Zeynep'],
  ['Title', 'Mert Aylin Zeynep', 'Zeynep Aylin Mert'],
  ['Department', 'Mert Zeynep Aylin', 'Aylin Zeynep Mert'],
  ['Email', 'Zeynep Mert Aylin', 'Aylin Mert Zeynep'],
  ['Gender', 'Zeynep Aylin Mert', 'Mert Aylin Zeynep'],
  ['UserName', 'Zeynep Aylin Mert', 'Mert Aylin Zeynep'],
  // The order is by whether they have signed in; equal rows keep their order.
  ['Password', 'Mert Aylin Zeynep', 'Aylin Zeynep Mert'],
  ['Role', 'Zeynep Aylin Mert', 'Aylin Mert Zeynep'],
])('a list is sorted by %s, in both directions, and unsorted again', async (header, ascending, descending) => {
  await open('&q=ozturk')
  const column = page.getByRole('columnheader', { name: header, exact: true })
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert', 'Zeynep'])
  await button(header).click()
  await expect.element(column).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(firstNames).toEqual(ascending.split(' '))
  await button(header).click()
  await expect.element(column).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(firstNames).toEqual(descending.split(' '))
  await button(header).click()
  await expect.element(column).not.toHaveAttribute('aria-sort')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert', 'Zeynep'])
})

test('numbers are sorted as numbers, the largest first', async () => {
  await portal.make.activity({ name: 'A of nine', score: 9 })
  await portal.make.activity({ name: 'B of ten', score: 10 })
  await portal.make.activity({ name: 'C of two and a half', score: 2.5 })
  await portal.open('/admin-dashboard?tab=activity', admin)
  await button('Score').click()
  await expect.element(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(firstNames).toEqual(['B', 'A', 'C'])
  await button('Score').click()
  await expect.poll(firstNames).toEqual(['C', 'A', 'B'])
})

test('a column shows on hover that it can be sorted, and a direction only when it is', async () => {
  await open('&q=ozturk')
  const byName = button('Name')
  const arrow = () => byName.element().querySelector('svg')
  await expect.element(byName).toBeVisible()
  await searchBox().hover()
  await expect.poll(() => arrow() && getComputedStyle(arrow() as Element).opacity).toBe('0')
  await byName.hover()
  await expect.poll(() => arrow() && getComputedStyle(arrow() as Element).opacity).toBe('0.6')
  expect(arrow()?.classList.contains('lucide-arrow-up-down')).toBe(true)
  await byName.click()
  await expect.poll(() => arrow()?.classList.contains('lucide-arrow-up')).toBe(true)
  await byName.click()
  await expect.poll(() => arrow()?.classList.contains('lucide-arrow-down')).toBe(true)
})

test('filters narrow the list together, and "Clear filters" ends them and the search', async () => {
  await open('&q=ozturk')
  await chooseInFilter('Title', 'Lecturer')
  await expect.poll(firstNames).toEqual(['Aylin'])
  await chooseInFilter('Title', 'All titles')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert', 'Zeynep'])
  await chooseInFilter('Department', 'Unknown Department')
  await expect.poll(firstNames).toEqual(['Zeynep'])
  await chooseInFilter('Department', 'All departments')
  await chooseInFilter('Sign-in', 'Has signed in')
  await expect.poll(firstNames).toEqual(['Mert'])
  await chooseInFilter('Sign-in', 'All accounts')
  await chooseInFilter('Role', 'Staff')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert'])
  await chooseInFilter('Department', 'Botany')
  await expect.poll(firstNames).toEqual(['Mert'])

  await button('Clear filters').click()
  await expect.element(searchBox()).toHaveFocus()
  await expect.element(button('Clear filters')).not.toBeInTheDocument()
  await expect.poll(inAddress).toEqual({ tab: 'users' })
  await expect.element(filterOf('Role')).toHaveTextContent('All roles')
})

test('a filter takes several values: in words, in the URL, by keyboard, and one press clears it', async () => {
  await open('&q=ozturk')
  await chooseInFilter('Department', 'Botany', 'Zoology')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert'])
  await expect.element(count(/^2 of \d+$/)).toBeVisible()
  await expect.element(filterOf('Department')).toHaveAccessibleName('Department: Botany or Zoology')
  await expect.poll(() => inAddress()['department_id']).toBe(`${botany.id},${zoology.id}`)

  // The menu stays open while values are ticked, and focus is back on the filter afterwards.
  await expect.element(filterOf('Department')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toHaveAccessibleDescription('Choose one or more. Rows with any of them are shown.')
  await userEvent.keyboard('Bot')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Botany' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Botany' })).not.toBeChecked()
  await expect.poll(firstNames).toEqual(['Aylin'])
  await userEvent.keyboard('{Escape}')
  await expect.element(filterOf('Department')).toHaveFocus()
  await expect.poll(() => inAddress()['department_id']).toBe(String(zoology.id))

  await button('Clear the filter Department').click()
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert', 'Zeynep'])
  await expect.element(filterOf('Department')).toHaveFocus()
  expect(inAddress()).toEqual({ tab: 'users', q: 'ozturk' })
})

test('search, sorting and filters are in the URL, as ids and codes, and there again after another panel', async () => {
  await open()
  await searchBox().fill('Öztürk')
  await button('Name').click()
  await button('Name').click()
  await chooseInFilter('Department', 'Botany')
  await chooseInFilter('Title', 'Assistant Lecturer')
  const state = { tab: 'users', q: 'Öztürk', sort: '-name', department_id: String(botany.id), title: 'al' }
  await expect.poll(inAddress).toEqual(state)
  await panel('Departments').click()
  await expect.poll(inAddress).toEqual({ tab: 'departments' })
  await expect.element(page.getByRole('searchbox', { name: 'Search departments' })).toHaveValue('')
  await expect.element(button('Clear filters')).not.toBeInTheDocument()

  // The panel is left at once: the text that was typed last is not lost.
  await searchBox().fill('no such department')
  await panel('Users').click()
  await expect.element(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('Öztürk')
  await expect.poll(inAddress).toEqual(state)
  await expect.poll(firstNames).toEqual(['Mert'])
  await panel('Departments').click()
  await expect.element(page.getByRole('searchbox', { name: 'Search departments' })).toHaveValue('no such department')
})

test('a link opens the list as searched, sorted and filtered; what is not valid in it is ignored', async () => {
  await open('&q=ozturk&sort=-email&role_id=2&title=king')
  await expect.poll(firstNames).toEqual(['Aylin', 'Mert'])
  await expect.element(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  await expect.element(searchBox()).toHaveValue('ozturk')
  await expect.element(filterOf('Role')).toHaveTextContent('Staff')
  await expect.element(filterOf('Title')).toHaveTextContent('All titles')
})

test('on a phone, the empty state is visible however wide the table is', async () => {
  await open('&q=nobody is called so', { width: 390, height: 844 })
  await expect.element(page.getByText('No results match your search.')).toBeInViewport({ ratio: 1 })
  await expect.element(button('Show all')).toBeInViewport({ ratio: 1 })
})

test('of ten thousand rows only a few are rendered; the keys reach the last, and focus stays in its row', {
  timeout: 60_000,
}, async () => {
  intercept('GET', '/users', async (_, pass) => {
    const { users } = (await (await pass()).json()) as { users: { id: number }[] }
    const example = users.find(({ id }) => id === aylin.id)
    const crowd = Array.from({ length: 10_000 }, (_, index) => {
      const number = String(index + 1).padStart(5, '0')
      return { ...example, id: 1_000_000 + index, name: `Crowd ${number}`, username: `crowd-${number}` }
    })
    return Response.json({ users: [...users, ...crowd] })
  })
  await open()
  await expect.element(page.getByText(/^10,\d{3} staff/)).toBeVisible()
  await searchBox().fill('crowd')
  await expect.poll(() => names()[0]).toBe('Crowd 00001')
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  expect(tableRows()).toBeLessThan(100)

  const frame = page.getByRole('region', { name: 'Users', exact: true })
  const edit = button('Edit Crowd 00003').element() as HTMLElement
  edit.focus()
  frame.element().scrollTo({ top: frame.element().scrollHeight })
  await expect.poll(() => names().at(-1)).toBe('Crowd 10000')
  expect(edit.matches(':focus')).toBe(true)
  expect(tableRows()).toBeLessThan(100)

  // The first rows are of interest after sorting.
  await button('Name').click()
  await expect.poll(() => names()[0]).toBe('Crowd 00001')
  expect(frame.element().scrollTop).toBe(0)
  frame.element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => names().at(-1)).toBe('Crowd 10000')
  await userEvent.keyboard('{Home}')
  await expect.poll(() => names()[0]).toBe('Crowd 00001')
  expect(tableRows()).toBeLessThan(100)
})
