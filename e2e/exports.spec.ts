import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { streamXlsxRows } from 'hucre/xlsx'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, signIn, unique, uniqueMark } from './steps.ts'

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
})

async function exported(page: Page, format: 'CSV' | 'Excel (XLSX)') {
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const download = await downloading
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The shown table, cell by cell; a second line in a cell has its own column in the file. */
async function shown(page: Page, caption: string, columns: number) {
  const rows = await page.getByRole('table', { name: caption }).getByRole('row').all()
  return Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').or(row.getByRole('rowheader')).allInnerTexts()).slice(0, columns)),
  )
}

const cellsOf = (csv: Buffer) =>
  csv
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

async function addUsers({ sql }: Portal, mark: string) {
  const [department] = await sql<[{ id: number }]>`insert into departments (name) values (${`Dept ${mark}`}) returning id`
  for (const [name, title] of [
    ['=HYPERLINK("http://x")', 'p'],
    ['سارة عزيز', 'l'],
    ['Omar', null],
  ] as const)
    await sql`insert into users (name, username, email, role_id, degree, title, gender, department_id)
      values (${name}, ${`${title}-${mark}`}, ${`${title}-${mark}@test.example`}, 2, 'PhD', ${title}, 'Male', ${department.id})`
}

test('users: the file has the rows, the order and the columns that are shown, and no formula', async ({ page, portal }) => {
  const mark = uniqueMark()
  await addUsers(portal, mark)
  await page.goto('/admin-dashboard?tab=users')
  await page.getByLabel('Search users').fill(mark)
  await page.getByRole('button', { name: 'UserName' }).click()
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(4)
  const { name, bytes } = await exported(page, 'CSV')
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  // The byte order mark by which Excel detects UTF-8.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const row = (who: string, title: string, code: string) =>
    `${who},PhD,${title},Dept ${mark},${code}-${mark}@test.example,Male,${code}-${mark},,Staff`
  expect(bytes.toString().slice(1)).toBe(
    [
      'Name,Degree,Title,Department,Email,Gender,UserName,Password,Role',
      row('سارة عزيز', 'Lecturer', 'l'),
      row('Omar', 'Unknown', 'null'),
      row(`"'=HYPERLINK(""http://x"")"`, 'Professor', 'p'),
      '',
    ].join('\r\n'),
  )

  const xlsx = await exported(page, 'Excel (XLSX)')
  const sheet: unknown[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(xlsx.bytes))) sheet.push(values)
  expect(sheet).toHaveLength(4)
  expect(sheet[3]?.slice(0, 3)).toEqual(['=HYPERLINK("http://x")', 'PhD', 'Professor'])
  // A text, not a formula.
  expect(xlsx.bytes.includes('<f>')).toBe(false)

  // The exported file can be imported, and changes nothing.
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
  await expect(page.getByText('Everything in this file is so already.')).toBeVisible()
})

test('staff: numbers have the type number, one that is not set is empty, and a second sheet names the filter', async ({
  page,
  portal,
}) => {
  const member = await addPerson(portal, 'staff', { name: unique('Dr. Layla Hassan') })
  await portal.sql`insert into term_scores (user_id, term_id, tp) select ${member.id}, id, 7.5 from terms where is_current`
  await page.goto('/admin-dashboard?tab=staff')
  await page.getByLabel('Search staff').fill(member.name)
  await expect(page.getByRole('row', { name: member.name })).toBeVisible()
  const { name, bytes } = await exported(page, 'Excel (XLSX)')
  const [term] = await portal.sql<[{ name: string }]>`select name from terms where is_current`
  expect(name).toMatch(/^staff-\d{4}-\d{4}-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(name).toContain(term.name.replace('/', '-'))
  const sheets: unknown[][][] = []
  for (const sheet of [0, 1]) {
    const rows: unknown[][] = []
    for await (const { values } of streamXlsxRows(new Uint8Array(bytes), { sheet })) rows.push(values)
    sheets.push(rows)
  }
  expect(sheets[1]).toEqual([['Filtered by'], ['Search', member.name]])
  expect(sheets[0]).toEqual([
    ['Name', 'Email', 'Degree', 'Title', 'Department', 'T P.', 'F B.', 'ATT S.', 'ACT S.', 'E S.', 'Total', 'Grade', 'Review'],
    [
      member.name,
      `${member.username}@test.example`,
      'PhD',
      'Professor',
      'Unknown Department',
      7.5,
      null,
      0,
      0,
      0,
      7.5,
      'D',
      '0 new, 0 verified, 0 returned',
    ],
  ])
})

for (const [tab, caption, columns] of [
  ['activity', 'Activity List', 4],
  ['departments', 'Departments', 2],
  ['terms', 'Terms', 1],
] as const)
  test(`${caption}: the file has the texts of the table`, async ({ page, portal }) => {
    const [department, activity] = [unique('Physics'), unique('Seminar')]
    await portal.sql`insert into departments (name) values (${department})`
    await portal.sql`insert into activities (name, description, score, type) values (${activity}, 'What it is', 2.5, 'Elective')`
    await page.goto(`/admin-dashboard?tab=${tab}`)
    await expect(page.getByRole('table', { name: caption }).getByRole('row').nth(1)).toBeVisible()
    for (const height of [56, 40]) {
      const heights = await page.locator('tbody tr[aria-rowindex]').evaluateAll((rows) => rows.map((row) => row.clientHeight))
      expect(new Set(heights)).toEqual(new Set([height]))
      await page.getByRole('button', { name: 'Compact rows' }).click()
      await page.reload()
      await expect(page.getByRole('table', { name: caption }).getByRole('row').nth(1)).toBeVisible()
    }
    const { bytes } = await exported(page, 'CSV')
    const inFile = cellsOf(bytes).map((row) => row.slice(0, columns).join('|'))
    const drawn = (await shown(page, caption, columns)).slice(1).map((row) => row.join('|'))
    // Other tests' rows may contain commas and line breaks, and only visible rows are rendered.
    const inBoth = drawn.filter((row) => inFile.includes(row))
    expect(inBoth.length).toBeGreaterThan(0)
    expect(inFile.filter((row) => inBoth.includes(row))).toEqual(inBoth)
    if (tab === 'departments') expect(inFile).toContain(`${department}|0`)
    if (tab === 'terms') expect(cellsOf(bytes)[1]?.slice(1, 3).join()).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/)
    if (tab === 'activity') expect(inFile).toContain(`${activity}|What it is|2.5|Elective`)
  })

test.describe('in another time zone than the server', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('Audit: the file has the texts of the table, and its time zone', async ({ page, portal }) => {
    const member = await addPerson(portal, 'staff', { name: unique('Layla Hassan') })
    const change = async (method: 'put' | 'delete', path: string, data?: object) =>
      expect((await page.request[method](path, data ? { data } : {})).ok()).toBe(true)
    await change('put', `/users/edit-tp/${member.id}`, { tp: 4.5 })
    await change('put', `/users/toggle-role/${member.id}`)
    await change('put', `/users/toggle-role/${member.id}`)
    await change('delete', `/users/${member.id}`)
    await portal.sql`insert into audit (at, subject, kind, subject_name, person_id, before, after) values
      ('2026-10-04 23:30:09Z', 'user', 'edited', ${member.name}, ${member.id},
       '{"title": "ap", "role_id": 2, "name": "=1+1"}', '{"title": "p", "role_id": 1, "name": "X"}'),
      ('2026-10-04 23:30:10Z', 'posting', 'deleted', 'Open day', ${member.id}, '{"starting_date": "2026-10-01"}', null),
      ('2026-10-04 23:30:11Z', 'session', 'sign-in refused', ${member.name}, ${member.id}, null, null)`
    await page.goto(`/admin-dashboard?tab=audit&person=${member.id}`)
    await expect(page.getByText('8 records shown')).toBeVisible()
    const table = page.getByRole('table', { name: 'Audit' })
    const headers = await table.getByRole('columnheader').allInnerTexts()
    const drawn = (await shown(page, 'Audit', 4)).slice(1)
    expect(drawn.map(([when]) => when)).toContain('5 Oct 2026, 13:30:09')

    const xlsx = await exported(page, 'Excel (XLSX)')
    expect(xlsx.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.xlsx$/)
    const sheet: string[][] = []
    for await (const { values } of streamXlsxRows(new Uint8Array(xlsx.bytes)))
      sheet.push(Array.from({ length: 6 }, (_, column) => String(values[column] ?? '')))
    expect(sheet[0]).toEqual([...headers, 'Note', 'Changes'])
    // The note and the changes are below the sentence.
    const asDrawn = ([when, who, what, from, ...below]: string[]) => [
      when,
      who,
      [what, ...below.filter(Boolean)].join('\n'),
      from,
    ]
    // Times are ISO in a file, and of the same clock.
    expect(sheet.map(([when]) => when)).toContain('2026-10-05 13:30:09')
    expect(sheet.slice(1).map((row) => asDrawn(row).slice(1))).toEqual(drawn.map((row) => row.slice(1)))

    const csv = await exported(page, 'CSV')
    expect(csv.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
    expect(csv.bytes.toString().slice(1)).toBe(sheet.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''))
  })
})

test('printed, a panel is a document: all rows as filtered, headings on each page, no buttons', async ({ page, portal }) => {
  const mark = uniqueMark()
  const [department] = await portal.sql<[{ id: number }]>`insert into departments (name) values (${`Dept ${mark}`}) returning id`
  await portal.sql`insert into users (name, username, email, role_id, title, department_id)
    select 'Member ' || n, 'm' || n || '-' || ${mark}::text, 'm' || n || ${mark}::text || '@test.example', 2, 'l', ${department.id} from generate_series(1, 120) n`
  /** What the browser lays out: the number of rows when the pages are made, and the pages. */
  const print = async () => {
    await page.evaluate(() =>
      addEventListener(
        'beforeprint',
        () => {
          document.documentElement.dataset['printedRows'] = String(document.querySelectorAll('[data-table] tbody tr').length)
        },
        { once: true },
      ),
    )
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    return {
      rows: Number(await page.locator('html').getAttribute('data-printed-rows')),
      pages: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
      isLandscape: sizes.every(([, width, height]) => Number(width) > Number(height)),
    }
  }
  const rows = (caption: string) => page.getByRole('table', { name: caption }).locator('tbody tr')

  await page.goto(`/admin-dashboard?tab=staff&department_id=${department.id}`)
  await expect(page.getByText(/^120 of \d+$/)).toBeVisible()
  expect(await rows('Staff').count()).toBeLessThan(40)
  const { rows: printed, pages, isLandscape } = await print()
  expect(printed).toBe(120)
  expect(pages).toBeGreaterThan(2)
  expect(pages).toBeLessThan(15)
  expect(isLandscape).toBe(true)
  await expect.poll(() => rows('Staff').count()).toBeLessThan(40)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(rows('Staff')).toHaveCount(120)
  await expect(page.getByText(/^Department: Dept \w+ · 120 of \d+$/)).toBeVisible()
  await expect(page.getByText(/^Printed \d+ \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/is open until/)).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  for (const name of ['Export', 'Import']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Activities' })).toBeHidden()
  // A browser repeats the headings of a table on each page, unless they stick to something.
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveCSS('position', 'static')
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(pageWidth).toBe(0)

  await page.emulateMedia({ media: 'screen' })
  for (const [tab, caption] of [
    ['users', 'Users'],
    ['activity', 'Activity List'],
    ['audit', 'Audit'],
  ] as const) {
    await page.goto(`/admin-dashboard?tab=${tab}${tab === 'audit' ? '&subject=user' : ''}`)
    await expect(page.getByRole('table', { name: caption }).getByRole('row').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
    if (tab === 'users') await expect.poll(() => rows(caption).count()).toBeGreaterThan(119)
    if (tab === 'audit')
      await expect(page.getByText(/^Subject: Users · The newest 100 records; an export has all of them$/)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }

  await page.goto('/admin-dashboard?tab=overview')
  await page.emulateMedia({ media: 'print' })
  const chart = page.getByRole('group', { name: 'Grades by department', exact: true })
  await expect(chart).toBeVisible()
  await expect(chart).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.getByRole('combobox')).toHaveCount(0)
})

test('a member exports their postings', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff')
  const name = unique('Seminar')
  await portal.sql`insert into activities (name, description, score, type) values (${name}, 'What it is', 2.5, 'Elective')`
  await signIn(page, member)
  const posted = await page.request.post('/posted-activities', {
    multipart: { activity_name: name, starting_date: '2026-10-05', link: 'https://example.org/x', user_id: String(member.id) },
  })
  expect(posted.status()).toBe(201)
  const { term_name } = (await posted.json()).postedActivity
  await page.goto('/staff-dashboard?tab=your-activity')
  const { bytes } = await exported(page, 'CSV')
  expect(cellsOf(bytes).slice(1)).toEqual([
    [name, '2026-10-05', 'Elective', '2.5', '2.5', term_name, 'https://example.org/x', 'posted'],
  ])
})

test('ten thousand rows are exported without blocking the page', async ({ page }) => {
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
  await page.route('**/users', (route) => route.fulfill({ json: { users } }))
  await page.goto('/admin-dashboard?tab=users')
  await expect(page.getByText('10,000 staff')).toBeVisible()
  // The module that writes the file is loaded once.
  await exported(page, 'Excel (XLSX)')
  for (const format of ['CSV', 'Excel (XLSX)'] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    // Counts event loop turns during the export: a blocking export would have one.
    await page.evaluate(() => {
      const turns = { count: 0 }
      Object.assign(window, { turns })
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        turns.count += 1
        port2.postMessage(undefined)
      }
      port2.postMessage(undefined)
    })
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    const file = await readFile(await (await downloading).path())
    expect(await page.evaluate(() => (window as unknown as { turns: { count: number } }).turns.count)).toBeGreaterThan(3)
    if (format === 'CSV') expect(cellsOf(file)).toHaveLength(10_001)
  }
})
