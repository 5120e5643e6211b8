import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

test('who may do what is a table of this moment, with the calls behind each line', async () => {
  await portal.open('/admin-dashboard?tab=settings&open=policy', admin)
  const table = () => page.getByRole('table', { name: 'Who may do what' })
  const cells = (name: string) =>
    table()
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(table()).toBeVisible()
  expect(cells('Review activities and answer questions')).toEqual([
    '–',
    '–',
    'As the lender',
    'Department',
    'Faculty',
    '–',
    'Everyone',
    '–',
    'Everyone',
    'Everyone',
  ])
  expect(cells('Set teacher points and feedback')).toEqual([
    ...['–', '–', '–', '–', '–'],
    ...['Everyone', '–', '–', 'Everyone', 'Everyone'],
  ])
  await table().getByText('Delegate reviews').click()
  await expect.element(table().getByText('POST /delegations', { exact: true })).toBeVisible()
})

test('on a phone the table scrolls inside, and what a line is about stays in view', async () => {
  await portal.open('/admin-dashboard?tab=settings&open=policy', admin, { width: 390, height: 844 })
  const table = page.getByRole('table', { name: 'Who may do what' })
  await expect.element(table).toBeVisible()
  const first = page.getByRole('rowheader').filter({ hasText: 'Delegate reviews' }).element()
  const before = first.getBoundingClientRect().left
  table.element().parentElement?.scrollBy({ left: 400 })
  await expect.poll(() => table.element().parentElement?.scrollLeft).toBeGreaterThan(300)
  expect(Math.abs(first.getBoundingClientRect().left - before)).toBeLessThan(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
