import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPdf } from '../testing/pdf-text.ts'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

async function downloaded(page: Page, button: string) {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await started
  return { name: download.suggestedFilename(), buffer: readFileSync(await download.path()) }
}

test('a closed term is archived, with the statements of a department beside it, and anybody can check the archive', async ({
  page,
  portal,
  browser,
}) => {
  const department = unique('Physics')
  await portal.sql`insert into departments (name) values (${department})`
  for (const name of ['Aram Aziz', 'Bana Omer']) {
    const { id } = await addPerson(portal, 'staff', { name })
    await portal.sql`update users set department_id = (select id from departments where name = ${department}) where id = ${id}`
  }
  const [term] = await portal.sql<[{ id: number; name: string }]>`
    insert into terms (name, start_date, end_date) values ('Year 2111', '2111-01-05', '2111-11-12') returning id, name`
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await page.goto('/admin-dashboard?tab=terms')
  await page.getByRole('button', { name: `Results for ${term.name}`, exact: true }).click()
  await page.getByLabel('Members included').selectOption({ label: `${department} (2 members)` })
  const statements = await downloaded(page, 'Download statements')
  expect(statements.name).toBe(`statements-${term.name}-${department}.pdf`)
  expect(readPdf(statements.buffer).pages).toBe(2)
  expect(readPdf(statements.buffer, 2).text).toContain('Bana Omer')
  const archive = await downloaded(page, 'Download archive')
  expect(archive.name).toBe(`archive-${term.name}-closing-1.zip`)

  const visitors = await browser.newContext()
  const visitor = await visitors.newPage()
  const file = visitor.getByLabel('Archive ZIP file')
  await visitor.goto(new URL('/check', page.url()).href)
  await file.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: archive.buffer })
  await expect(visitor.getByRole('heading', { name: 'This archive is genuine' })).toBeVisible()
  await expect(visitor.getByText(term.name)).toBeVisible()
  await expect(visitor.getByText(createHash('sha256').update(archive.buffer).digest('hex'))).toBeVisible()

  await visitor.goto(new URL('/check', page.url()).href)
  const changed = Buffer.from(archive.buffer)
  changed[100] = (changed[100] ?? 0) ^ 1
  await file.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: changed })
  await expect(visitor.getByRole('heading', { name: 'Archive not found' })).toBeVisible()
  await visitors.close()
})
