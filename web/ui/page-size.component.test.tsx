import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

test('the size of the page is read when it changes, not when a table is rendered', async () => {
  await portal.make.staff({ name: 'Aylin' })
  await portal.open('/admin-dashboard?tab=staff', await portal.make.admin())
  await expect.element(page.getByRole('rowheader', { name: 'Aylin' })).toBeVisible()
  const search = page.getByRole('searchbox').element() as HTMLInputElement
  const styles = vi.spyOn(window, 'getComputedStyle')
  onTestFinished(() => styles.mockRestore())
  for (const text of ['A', 'Ay', 'Ayl', 'Ayli', 'Aylin']) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, text)
    search.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise(requestAnimationFrame)
  }
  expect(search.value).toBe('Aylin')
  expect(styles.mock.calls.filter(([element]) => element === document.documentElement)).toEqual([])
})
