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

const frame = () => document.querySelector('table details')?.closest('table')?.parentElement
const shadow = () => document.querySelector('[data-more-beyond]')

test('a wide screen shows all columns, whose headings stand on one line', async () => {
  await portal.open('/admin-dashboard?tab=settings&open=policy', admin)
  await expect.element(page.getByRole('table', { name: 'Who may do what' })).toBeVisible()
  expect(frame()?.scrollWidth).toBeLessThanOrEqual(frame()?.clientWidth ?? 0)
  expect(shadow()).toBeNull()
  const headings = page.getByRole('table', { name: 'Who may do what' }).getByRole('columnheader').elements()
  expect(new Set(headings.map((heading) => getComputedStyle(heading).verticalAlign))).toEqual(new Set(['bottom']))
})

test.each(['en', 'ckb'] as const)(
  'in %s a shadow shows on a phone that there are more columns, until the last one is in view',
  async (language) => {
    await portal.open('/admin-dashboard?tab=settings&open=policy', admin, { width: 390, height: 844, language })
    await expect.poll(shadow).not.toBeNull()
    const [edge, box] = [shadow(), frame()].map((element) => element?.getBoundingClientRect())
    const side = language === 'en' ? 'right' : 'left'
    expect(Math.abs((edge?.[side] ?? 0) - (box?.[side] ?? 0))).toBeLessThan(3)
    frame()?.scrollTo({ left: language === 'en' ? 2000 : -2000 })
    await expect.poll(shadow).toBeNull()
  },
)
