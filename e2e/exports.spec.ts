import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique, uniqueMark } from './steps.ts'

// The files have the rows of all tests.
test.use({ ownPortal: true })

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

test('a list is downloaded as CSV and as XLSX', async ({ page, portal }) => {
  const { name } = await addPerson(portal, 'staff', { name: unique('Omar') })
  await page.goto('/admin-dashboard?tab=users')
  await page.getByLabel('Search users').fill(name)
  await expect(page.getByRole('rowheader')).toHaveText(name)
  const csv = await exported(page, 'CSV')
  expect(csv.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  // The byte order mark by which Excel detects UTF-8.
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(csv.bytes.toString()).toContain(`\r\n${name},,PhD,Professor,`)

  const xlsx = await exported(page, 'Excel (XLSX)')
  expect(xlsx.name).toMatch(/^users-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheet: unknown[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(xlsx.bytes))) sheet.push(values)
  expect(sheet.map(([first]) => first)).toEqual(['Name', name])
})

test.describe('in another time zone than the portal', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('Audit: the table and the file have the times of the portal', async ({ page, portal }) => {
    const member = await addPerson(portal, 'staff', { name: unique('Layla Hassan') })
    await portal.sql`insert into audit (at, subject, kind, subject_name, person_id) values
      ('2026-10-04 23:30:11Z', 'session', 'sign-in refused', ${member.name}, ${member.id})`
    await page.goto(`/admin-dashboard?tab=audit&person=${member.id}`)
    await expect(page.getByRole('cell', { name: '4 Oct 2026, 23:30:11 UTC' })).toBeVisible()
    const { name, bytes } = await exported(page, 'CSV')
    expect(name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    expect(bytes.toString()).toContain('\r\n2026-10-04 23:30:11,')
  })
})

test('printed, a list is laid out with all its rows on landscape pages', async ({ page, portal }) => {
  const mark = uniqueMark()
  const [department] = await portal.sql<[{ id: number }]>`insert into departments (name) values (${`Dept ${mark}`}) returning id`
  await portal.sql`insert into users (name, username, email, role_id, title, department_id)
    select 'Member ' || n, 'm' || n || '-' || ${mark}::text, 'm' || n || ${mark}::text || '@test.example', 2, 'l', ${department.id} from generate_series(1, 120) n`
  const rows = page.getByRole('table', { name: 'Staff' }).locator('tbody tr')
  await page.goto(`/admin-dashboard?tab=staff&department_id=${department.id}`)
  await expect(page.getByText(/^120 of \d+$/)).toBeVisible()
  expect(await rows.count()).toBeLessThan(40)
  // The number of rows when the browser lays out the pages.
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
  await expect(page.locator('html')).toHaveAttribute('data-printed-rows', '120')
  const pages = pdf.match(/\/Type \/Page\b(?!s)/g)?.length
  expect(pages).toBeGreaterThan(2)
  expect(pages).toBeLessThan(15)
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(sizes.every(([, width, height]) => Number(width) > Number(height))).toBe(true)
  await expect.poll(() => rows.count()).toBeLessThan(40)
})
