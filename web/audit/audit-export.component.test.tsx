import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { savedFile } from '../../testing/components/saved-file.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

async function exported(format: string): Promise<File> {
  await page.getByRole('button', { name: 'Export' }).click()
  return savedFile(() => page.getByRole('menuitem', { name: format }).click())
}

test('the file has the texts of the table', async () => {
  const member = await portal.make.staff({ name: 'Layla Hassan' })
  const call = portal.as(admin)
  expect((await call('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })).status).toBe(200)
  for (const _ of ['to administrator', 'and back'])
    expect((await call('PUT', `/users/toggle-role/${member.id}`)).status).toBe(200)
  expect((await call('DELETE', `/users/${member.id}`)).status).toBe(200)
  await portal.sql`insert into audit (at, subject, kind, subject_name, person_id, before, after) values
    ('2026-10-04 23:30:09Z', 'user', 'edited', ${member.name}, ${member.id},
     '{"title": "ap", "role_id": 2, "name": "=1+1"}', '{"title": "p", "role_id": 1, "name": "X"}'),
    ('2026-10-04 23:30:10Z', 'posting', 'deleted', 'Open day', ${member.id}, '{"starting_date": "2026-10-01"}', null),
    ('2026-10-04 23:30:11Z', 'session', 'sign-in refused', ${member.name}, ${member.id}, null, null)`
  await portal.open(`/admin-dashboard?tab=audit&person=${member.id}`, admin)
  await expect.element(page.getByText(/^8 records shown$/)).toBeVisible()
  await expect.element(page.getByRole('row')).toHaveLength(9)
  const textsIn = (selector: string, parent: ParentNode = document) =>
    [...parent.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText)
  // The end of a line that must not be cut is a box beside it.
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
  const drawn = () =>
    [...document.querySelectorAll('tbody tr[aria-rowindex]')].map((row) => textsIn('th, td', row).slice(1, 4).map(inOneLine))

  const xlsx = await exported('Excel (XLSX)')
  expect(xlsx.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheet: string[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(await xlsx.arrayBuffer())))
    sheet.push(Array.from({ length: 6 }, (_, column) => String(values[column] ?? '')))
  expect(sheet[0]).toEqual([...textsIn('thead th'), 'Note', 'Changes'])
  // The note and the changes are below the sentence. Times are ISO in a file.
  const asDrawn = ([, who, what, from, ...below]: string[]) => [who, [what, ...below.filter(Boolean)].join(' '), from]
  // Names of members and terms arrive after the records.
  await expect.poll(drawn).toEqual(sheet.slice(1).map(asDrawn))

  const csv = await exported('CSV')
  expect(csv.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
  expect(await csv.text()).toBe(sheet.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''))
})
