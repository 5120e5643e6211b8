import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPdf } from '../testing/pdf-text.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

test.use({ viewport: { width: 1280, height: 3000 } })

let year = 2110
async function addTerm({ sql }: Portal) {
  year += 1
  const name = `Year ${year}`
  const [term] = await sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${name}, ${`${year}-01-05`}, ${`${year}-11-12`}) returning id`
  return { ...term, name }
}

async function addDepartment(portal: Portal, people: readonly Person[]) {
  const name = unique('Physics')
  const [{ id }] = await portal.sql<[{ id: number }]>`insert into departments (name) values (${name}) returning id`
  for (const person of people) await portal.sql`update users set department_id = ${id} where id = ${person.id}`
  return name
}

async function openResults(page: Page, term: { name: string }, status: 'open' | 'closed') {
  await page.goto('/admin-dashboard?tab=terms')
  if (status === 'open') {
    await page.getByRole('button', { name: `More actions for ${term.name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Results' }).click()
  } else await page.getByRole('button', { name: `Results of ${term.name}`, exact: true }).click()
  return page.getByRole('dialog', { name: `Results of ${term.name}` })
}

async function downloaded(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  const download = await started
  const path = await download.path()
  return { name: download.suggestedFilename(), path, bytes: readFileSync(path) }
}

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
})

test('an open term has a preliminary report, and no archive yet', async ({ page, portal }) => {
  await addPerson(portal, 'staff')
  const term = await addTerm(portal)
  const dialog = await openResults(page, term, 'open')
  await expect(dialog.getByText('Only a closed term can be archived')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download the archive' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  const { name, bytes } = await downloaded(page, () => dialog.getByRole('button', { name: 'Download the report' }).click())
  expect(name).toBe(`report-${term.name}.pdf`)
  expect(readPdf(bytes).text).toContain('Preliminary')
})

test('all statements of a department are one PDF', async ({ page, portal }) => {
  const people = [
    await addPerson(portal, 'staff', { name: 'Aram Aziz' }),
    await addPerson(portal, 'staff', { name: 'Bana Omer' }),
  ]
  const department = await addDepartment(portal, people)
  const term = await addTerm(portal)
  const dialog = await openResults(page, term, 'open')
  await dialog.getByLabel('Whose').selectOption({ label: `${department} (2 members)` })
  const { name, bytes } = await downloaded(page, () => dialog.getByRole('button', { name: 'Download the statements' }).click())
  expect(name).toBe(`statements-${term.name}-${department}.pdf`)
  expect(readPdf(bytes).pages).toBe(2)
  expect(readPdf(bytes, 2).text).toContain('Bana Omer')
  await expect(page.getByText(`${name} was downloaded.`)).toBeVisible()
})

test('a download shows how far it is, and can be canceled', async ({ page, portal }) => {
  await addPerson(portal, 'staff')
  const term = await addTerm(portal)
  const dialog = await openResults(page, term, 'open')
  // The server does not answer before the test says so.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/results/statements*', async (route) => {
    await asked
    await route.continue().catch(() => {})
  })
  await dialog.getByRole('button', { name: 'Download the statements' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Reading the points of all members…' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download the report' })).toBeDisabled()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await expect(page.getByText('Canceled. Nothing was saved.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download the statements' })).toBeFocused()
  answer()
})

test('a closed term is archived, and anybody can check the archive on the public page', async ({ page, portal, browser }) => {
  await addPerson(portal, 'staff', { name: 'Aram Aziz' })
  const term = await addTerm(portal)
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  const dialog = await openResults(page, term, 'closed')
  await expectNoAxeViolations(page)
  const archive = await downloaded(page, () => dialog.getByRole('button', { name: 'Download the archive' }).click())
  expect(archive.name).toBe(`archive-${term.name}-closing-1.zip`)

  const visitors = await browser.newContext()
  const visitor = await visitors.newPage()
  await visitor.goto(new URL('/check', page.url()).href)
  await expectNoAxeViolations(visitor)
  await visitor
    .getByLabel('ZIP file of the archive')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: archive.bytes })
  await expect(visitor.getByRole('heading', { name: 'This archive is genuine' })).toBeVisible()
  await expect(visitor.getByText(term.name)).toBeVisible()
  await expect(visitor.getByText(createHash('sha256').update(archive.bytes).digest('hex'))).toBeVisible()

  await visitor.goto(new URL('/check', page.url()).href)
  const changed = Buffer.from(archive.bytes)
  changed[100] = (changed[100] ?? 0) ^ 1
  await visitor
    .getByLabel('ZIP file of the archive')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: changed })
  await expect(visitor.getByRole('heading', { name: 'This archive is not known' })).toBeVisible()
  await visitors.close()
})
