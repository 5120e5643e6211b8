import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ckb } from '../../contract/languages/ckb.ts'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { savedFile } from '../../testing/components/saved-file.ts'

type Format = 'CSV' | 'Excel (XLSX)'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const exportButton = () => page.getByRole('button', { name: 'Export' })
const compactRows = () => page.getByRole('button', { name: 'Compact rows' })
const bodyRows = () => [...document.querySelectorAll('tbody tr[aria-rowindex]')]

async function choose(format: Format) {
  await exportButton().click()
  await page.getByRole('menuitem', { name: format }).click()
}

async function exported(format: Format): Promise<File> {
  const file = await savedFile(() => choose(format))
  await expect.element(exportButton()).toHaveFocus()
  return file
}

const cellsOf = async (csv: File) =>
  (await csv.text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

async function sheetOf(xlsx: File, sheet = 0): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(await xlsx.arrayBuffer()), { sheet })) rows.push(values)
  return rows
}

test('users: the file has the rows, the order and the columns that are shown, and no formula', async () => {
  const department = await portal.make.department('Optics')
  for (const [name, title, code] of [
    ['=HYPERLINK("http://x")', 'p', 'z1'],
    ['سارة عزيز', 'l', 'z2'],
    ['Omar', null, 'z3'],
  ] as const)
    await portal.sql`insert into users (name, username, email, role_id, degree, title, gender, department_id)
      values (${name}, ${code}, ${`${code}@optics.example`}, 2, 'PhD', ${title}, 'Male', ${department.id})`
  await portal.sql`update users set other_name = 'عومەر' where username = 'z3'`
  await portal.open('/admin-dashboard?tab=users&q=optics.example&sort=-username', admin)
  await expect.element(page.getByRole('rowheader')).toHaveLength(3)
  const csv = await exported('CSV')
  expect(csv.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  // The byte order mark by which Excel detects UTF-8.
  expect([...new Uint8Array(await csv.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf])
  const row = (name: string, title: string, code: string) =>
    `${name},${name === 'Omar' ? 'عومەر' : ''},PhD,${title},Optics,${code}@optics.example,Male,${code},,Staff`
  expect(await csv.text()).toBe(
    [
      'Name,Other spelling,Degree,Title,Department,Email,Gender,UserName,Password,Role',
      row('Omar', 'Unknown', 'z3'),
      row('سارة عزيز', 'Lecturer', 'z2'),
      row(`"'=HYPERLINK(""http://x"")"`, 'Professor', 'z1'),
      '',
    ].join('\r\n'),
  )

  const xlsx = await exported('Excel (XLSX)')
  const sheet = await sheetOf(xlsx)
  expect(sheet).toHaveLength(4)
  expect(sheet[3]?.slice(0, 4)).toEqual(['=HYPERLINK("http://x")', null, 'PhD', 'Professor'])
  // The cell is a text, not a formula.
  expect(await xlsx.text()).not.toContain('<f>')

  // The exported file can be imported, and changes nothing.
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabelText('File to import').upload(csv)
  await expect.element(page.getByText('Everything in this file is already up to date.')).toBeVisible()
})

test('staff: numbers have the type number, one that is not set is empty, and a second sheet names the filter', async () => {
  const member = await portal.make.staff({ name: 'Dr. Layla Hassan', other_name: 'لەیلا حەسەن' })
  await portal.sql`insert into term_scores (user_id, term_id, tp) select ${member.id}, id, 7.5 from terms where is_current`
  await portal.open('/admin-dashboard?tab=staff&q=Layla Hassan', admin)
  await expect.element(page.getByRole('rowheader')).toHaveLength(1)
  const xlsx = await exported('Excel (XLSX)')
  const [term] = (await portal.sql`select name from terms where is_current`) as [{ name: string }]
  expect(xlsx.name).toMatch(/^staff-\d{4}-\d{4}-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(xlsx.name).toContain(term.name.replace('/', '-'))
  expect(await sheetOf(xlsx, 1)).toEqual([['Filtered by'], ['Search', 'Layla Hassan']])
  const facts = [member.name, 'لەیلا حەسەن', member.email, 'PhD', 'Professor', 'Unknown Department']
  expect(await sheetOf(xlsx)).toEqual([
    [
      'Name',
      'Other spelling',
      'Email',
      'Degree',
      'Title',
      'Department',
      'T P.',
      'F B.',
      'ATT S.',
      'ACT S.',
      'E S.',
      'Total',
      'Grade with feedback',
      'Review',
    ],
    [...facts, 7.5, null, 0, 0, 0, 7.5, 'D', '0 new, 0 verified, 0 returned'],
  ])
})

test('a workbook in a right-to-left language begins at the right, and no cell has an invisible mark of a direction', async () => {
  await portal.make.staff({ name: 'Dr. Layla Hassan' })
  await portal.open('/admin-dashboard?tab=staff&q=Layla', admin, { language: 'ckb' })
  await expect.element(page.getByRole('rowheader')).toHaveLength(1)
  const xlsx = await savedFile(async () => {
    await page.getByRole('button', { name: ckb.actions.export }).click()
    await page.getByRole('menuitem', { name: /XLSX/ }).click()
  })
  const { sheets } = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()))
  expect(sheets.map(({ view }) => view?.rightToLeft)).toEqual([true, true])
  expect(JSON.stringify(sheets.map(({ rows }) => rows))).not.toMatch(/[\u200e\u200f\u061c\u2066-\u2069]/)
})

test.each([
  ['activity', 'Activity List', 4, 'Seminar|What it is|2.5|Elective'],
  ['departments', 'Departments', 2, 'Physics|0'],
  ['terms', 'Terms', 1, ''],
])('%s: the file has the texts of the table, whose rows are as high as each other', async (tab, caption, columns, expected) => {
  if (tab === 'activity') await portal.make.activity({ name: 'Seminar', type: 'Elective', score: 2.5 })
  if (tab === 'departments') await portal.make.department('Physics')
  await portal.make.activity({ name: `Lecture for ${tab}` })
  await portal.make.department(`Institute for ${tab}`)
  await portal.make.term(`Term for ${tab}`, `${2150 + columns}-01-01`, `${2150 + columns}-12-31`)
  await portal.open(`/admin-dashboard?tab=${tab}`, admin)
  await expect.element(page.getByRole('table', { name: caption }).getByRole('row').nth(1)).toBeVisible()
  const heights = () => [...new Set(bodyRows().map(({ clientHeight }) => clientHeight))]
  expect(heights()).toEqual([56])
  await compactRows().click()
  await expect.element(compactRows()).toHaveAttribute('aria-pressed', 'true')
  expect(heights()).toEqual([40])
  await compactRows().click()

  const inFile = (await cellsOf(await exported('CSV'))).slice(1)
  const drawn = bodyRows().map((row) => [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText))
  const start = (rows: string[][]) => rows.map((row) => row.slice(0, columns).join('|'))
  expect(drawn.length).toBeGreaterThan(1)
  expect(start(inFile)).toEqual(start(drawn))
  if (expected) expect(start(inFile)).toContain(expected)
  else expect(inFile.map((row) => row.slice(0, 3))).toContainEqual(['Term for terms', '2151-01-01', '2151-12-31'])
})

test('a member exports their postings', async () => {
  const member = await portal.make.staff()
  const activity = await portal.make.activity({ name: 'Open day', type: 'Elective', score: 2.5 })
  await portal.make.posting(member.id, activity, '2026-10-05', 'https://example.org/x')
  const [term] = (await portal.sql`select t.name from terms t where t.id = term_of('2026-10-05')`) as [{ name: string }]
  await portal.open('/staff-dashboard?tab=your-activity', member)
  const csv = await exported('CSV')
  expect((await cellsOf(csv)).slice(1)).toEqual([
    ['Open day', '2026-10-05', 'Elective', '2.5', '2.5', term.name, 'https://example.org/x', 'posted'],
  ])
})

test('ten thousand rows are exported without blocking the page', async () => {
  const users = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    name: `Member ${index}`,
    email: `member${index}@test.example`,
    degree: 'PhD',
    title: 'p',
    username: `member${index}`,
    department_id: 1,
    department_name: 'Physics',
    role_id: 2,
    gender: 'Male',
    can_sign_in: true,
    version: 1,
  }))
  intercept('GET', '/users', replyWith(200, { users }))
  await portal.open('/admin-dashboard?tab=users', admin)
  await expect.element(page.getByText('10,000 staff')).toBeVisible()
  // The module that writes the file is loaded once.
  await exported('Excel (XLSX)')
  for (const format of ['CSV', 'Excel (XLSX)'] as const) {
    await exportButton().click()
    const item = page.getByRole('menuitem', { name: format })
    await expect.element(item).toBeVisible()
    // The event loop turns are counted until the file is made: a blocking export would have a few, whatever the number of rows. Each row
    // takes a tenth of a millisecond, however fast this computer is.
    let [turns, turnsOfExport, now] = [0, 0, performance.now()]
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      turns += 1
      port2.postMessage(undefined)
    }
    const { createObjectURL } = URL
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      turnsOfExport = turns
      return createObjectURL.call(URL, blob)
    })
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 0.1
      return now
    })
    const file = await savedFile(async () => {
      port2.postMessage(undefined)
      ;(item.element() as HTMLElement).click()
    })
    port1.close()
    vi.restoreAllMocks()
    expect(turnsOfExport).toBeGreaterThan(50)
    if (format === 'CSV') expect(await cellsOf(file)).toHaveLength(10_001)
    else expect(file.size).toBeGreaterThan(100_000)
  }
})
