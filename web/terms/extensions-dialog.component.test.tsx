import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.sql`update terms set name = 'Autumn', start_date = '2026-09-01', end_date = '2199-01-31', posting_until = '2026-09-02'`
const [term] = (await portal.sql<{ id: number; name: string }>`select id, name from terms`) as [{ id: number; name: string }]
const physics = await portal.make.department('Physics')
const member = await portal.make.staff({ name: 'Lana Rashid', department_id: physics.id })

const dialog = page.getByRole('dialog')
const openNow = dialog.getByRole('region', { name: 'Open now' })

async function openDialog() {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await page.getByRole('button', { name: `More actions for ${term.name}` }).click()
  await page.getByRole('menuitem', { name: 'Reopen for…' }).click()
}

test('posting is reopened for one person and for one department, listed and withdrawn; errors are at their fields', async () => {
  await openDialog()
  await expect.element(openNow).toHaveTextContent('Nothing is reopened.')
  const save = dialog.getByRole('button', { name: 'Reopen', exact: true })
  await save.click()
  await expect.element(dialog.getByRole('combobox', { name: 'Person' })).toHaveAccessibleDescription('Choose a person.')
  await dialog.getByRole('combobox', { name: 'Person' }).fill('lana')
  await page.getByRole('option', { name: /Lana Rashid/ }).click()
  await dialog.getByRole('textbox', { name: 'Until' }).fill('2026-09-02')
  await save.click()
  await expect.element(dialog.getByRole('textbox', { name: 'Until' })).toHaveAccessibleDescription(/^This day has passed\./)
  await dialog.getByRole('textbox', { name: 'Until' }).fill('2199-01-03')
  await save.click()
  await expect.element(openNow).toHaveTextContent('Posting for Lana Rashid until 3 Jan 2199')
  await expect.element(openNow.getByRole('link', { name: 'Lana Rashid' })).toBeVisible()
  await expect.element(openNow.getByRole('link')).toHaveLength(2)

  await dialog.getByLabelText('For', { exact: true }).selectOptions('One department')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('2199-01-04')
  await save.click()
  await expect.element(dialog.getByLabelText('Department')).toHaveAccessibleDescription('Choose a department.')
  await dialog.getByLabelText('Department').selectOptions('Physics')
  await save.click()
  await expect.element(openNow).toHaveTextContent('Posting for Physics until 4 Jan 2199')

  await dialog.getByRole('button', { name: 'Withdraw: Posting for Lana Rashid until 3 Jan 2199' }).click()
  await expect.element(openNow).not.toHaveTextContent('Lana Rashid')
  await expect.element(openNow).toHaveTextContent('Physics')
})

test('a member reads the day that counts for them, and after it why nothing is posted', async () => {
  await portal.sql`update term_extensions set withdrawn_at = now(), withdrawn_by = ${admin.id}`
  const panel = '/staff-dashboard?tab=your-activity'
  await portal.open(panel, member)
  await expect.element(page.getByText(/Posting ended on 2 Sep 2026/).first()).toBeVisible()
  await page.getByLabelText('Starting date').fill('2026-10-05')
  await expect
    .element(page.getByText('Posting in Autumn ended on 2 Sep 2026. Ask an administrator to reopen it for you.'))
    .toBeVisible()
  await portal.as(admin)('POST', `/terms/extensions/${term.id}`, { part: 'posting', user_id: member.id, last_day: '2199-01-05' })
  await portal.open(panel, member)
  await expect.element(page.getByText(/Posting until 5 Jan 2199 \([\d,]+ days left\)/)).toBeVisible()
})
