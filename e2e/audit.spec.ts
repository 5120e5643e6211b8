import { readFile } from 'node:fs/promises'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

test('the filters survive a reload, and all records that match are exported, not only those shown', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff')
  await portal.sql`insert into audit (at, subject, kind, subject_name, person_id, before, after)
    select '2020-01-01'::timestamptz + n * interval '1 minute', 'activity', 'edited', 'Old ' || n, ${member.id},
      jsonb_build_object('score', n), jsonb_build_object('score', n + 1) from generate_series(1, 150) n`
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByLabel('Person').selectOption(String(member.id))
  await page.getByLabel('Subject').selectOption('Activities')
  const newest = page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1)
  await expect(newest).toContainText(/Activity Old 150 edited.*Score: 150 → 151/)
  await page.reload()
  await expect(page.getByLabel('Person')).toHaveValue(String(member.id))
  await expect(newest).toContainText(/Activity Old 150 edited.*Score: 150 → 151/)
  await expect(page.getByText('100 records shown')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(151)
})
