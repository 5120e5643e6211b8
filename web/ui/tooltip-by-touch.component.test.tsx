import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { emulateTouch, tap } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()

test('on a phone, a tap on an abbreviated heading sorts and explains it; a tap elsewhere closes the explanation', async () => {
  await portal.make.staff({ name: 'Aylin' })
  await portal.open('/admin-dashboard?tab=staff', await portal.make.admin(), { width: 390, height: 844, language: 'ar' })
  const heading = page.getByRole('button', { name: 'د.ح', exact: true })
  await expect.element(page.getByRole('rowheader', { name: 'Aylin' })).toBeVisible()
  await document.fonts.ready
  heading.element().scrollIntoView({ inline: 'center', block: 'center' })
  await tap(heading)
  const tooltip = page.getByRole('tooltip')
  await expect.element(tooltip).toHaveTextContent('درجة حضور الأنشطة: نقاط الأنشطة من نوع حضور')
  await expect.element(tooltip).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('columnheader', { name: 'د.ح', exact: true })).toHaveAttribute('aria-sort', 'descending')
  await tap(page.getByRole('heading', { level: 1 }))
  await expect.element(tooltip).not.toBeInTheDocument()
})
