import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const physics = await portal.make.department('Physics')
const law = await portal.make.department('Law')
await portal.make.staff({ name: 'Ann Lewis', department_id: physics.id })
await portal.make.staff({ name: 'Ben Karim', department_id: law.id })

test('names to sign are those of the filtered departments or of all, in a chosen language, and a refusal stands in the dialog', async () => {
  const asked: string[] = []
  intercept('GET', '/results/names', async (request) => {
    asked.push(new URL(request.url).search)
    return new Response(JSON.stringify({ message: 'busy', code: 'general.unavailable' }), { status: 503 })
  })
  await portal.open(`/admin-dashboard?tab=staff&department_id=${law.id}`, admin)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Names to sign' }).click()
  const dialog = page.getByRole('dialog', { name: /^Names to sign: / })
  await expect.element(dialog.getByLabelText('Departments')).toHaveDisplayValue('Law')
  await expect.element(dialog.getByText('Language of the PDF')).toBeVisible()
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabelText('Departments').selectOptions('All departments')
  await dialog.getByLabelText('Language of the PDF').selectOptions('ar')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect.poll(() => asked.length).toBe(2)
  await dialog.getByLabelText('Departments').selectOptions('Physics')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]).toContain(`department_id=${physics.id}`)
  expect(asked[0]).toContain(`department_id=${law.id}`)
  expect(asked[1]).not.toContain('department_id')
  expect(asked[1]).toContain('language=ar')
})
