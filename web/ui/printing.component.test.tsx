import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '../../testing/components/devtools.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department('Physics')
await portal.sql`insert into users (name, username, email, role_id, title, department_id)
  select 'Member ' || n, 'm' || n, 'm' || n || '@physics.example', 2, 'l', ${department.id} from generate_series(1, 120) n`

afterEach(() => emulateMedia('screen'))

const rowsOf = (caption: string) => page.getByRole('table', { name: caption }).element().querySelectorAll('tbody tr').length

async function open(tab: string) {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin)
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeEnabled()
}

test('printed, the staff are a document: all rows as filtered, no buttons, and headings that repeat on each page', async () => {
  await open(`staff&department_id=${department.id}`)
  await expect.element(page.getByText(/^120 of \d+$/)).toBeVisible()
  expect(rowsOf('Staff')).toBeLessThan(40)

  await emulateMedia('print')
  await expect.poll(() => rowsOf('Staff')).toBe(120)
  await expect.element(page.getByText(/^Department: Physics · 120 of \d+$/)).toBeVisible()
  await expect.element(page.getByText(/^Printed \d+ \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect.element(page.getByText(/is open until/)).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  for (const name of ['Export', 'Import']) await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Activities' })).not.toBeInTheDocument()
  // A browser repeats the headings of a table on each page, unless they stick to something.
  await expect.element(page.getByRole('columnheader', { name: 'Title' })).toHaveStyle({ position: 'static' })
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)

  await emulateMedia('screen')
  await expect.poll(() => rowsOf('Staff')).toBeLessThan(40)
})

test('printed, the users are all there', async () => {
  await open('users')
  await emulateMedia('print')
  const everybody = await portal.sql`select from users`
  await expect.poll(() => rowsOf('Users')).toBe(everybody.length)
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('printed, the audit says that it is not whole', async () => {
  await open('audit&subject=user')
  await expect.element(page.getByText('100 records shown')).toBeVisible()
  await emulateMedia('print')
  const note = 'Subject: Users · Showing the newest 100 records; export to get them all'
  await expect.element(page.getByText(note, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('printed, the activities have no buttons', async () => {
  await portal.make.activity()
  await open('activity')
  await emulateMedia('print')
  await expect.element(page.getByRole('table', { name: 'Activity List' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('printed, the overview has its charts in colour and nothing to choose', async () => {
  await portal.open('/admin-dashboard?tab=overview', admin)
  const chart = page.getByRole('group', { name: 'Grade with feedback by department', exact: true })
  await expect.element(chart).toBeVisible()
  await emulateMedia('print')
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await expect.element(chart).toBeVisible()
  expect(getComputedStyle(chart.element()).printColorAdjust).toBe('exact')
})
