import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { chooseDensity } from './density.ts'

/** The rows of all tables of the panels: they overlap where the content of a cell is higher than its row. */
const portal = await startPortal()
const long = 'English Language, Literature and Translation Studies of the Evening Programme'
const longKurdish = 'بەشی زمان و وەرگێڕان و ئەدەبی ئینگلیزیی خوێندنی ئێواران لە کۆلیژی پەروەردە'
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department(long, { names: { ckb: longKurdish } })
const gone = await portal.make.department(`${long} (former)`, { names: { ckb: `${longKurdish} پێشوو` } })
const activity = await portal.make.activity({ name: `Workshop on ${long}`, names: { ckb: longKurdish } })
await portal.sql`update activities set description = ${long.repeat(3)}, descriptions = ${JSON.stringify({ ckb: longKurdish.repeat(3) })}`
const member = await portal.make.staff({
  name: `Dr. Aylin ${long}`,
  title: 'ap',
  department_id: department.id,
  username: `aylin.${'very.'.repeat(8)}long`,
})
await portal.sql`update users set password_hash = null where id = ${member.id}`
const [removed, retired] = [await portal.make.staff({ department_id: gone.id }), await portal.make.activity({ name: long })]
await portal.make.head(department.id)
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
await portal.make.posting(member.id, activity, today)
const term = await portal.make.term(`Term of ${long}`.slice(0, 100), '1951-01-01', '1951-12-31')
const as = portal.as(admin)
await as('PUT', `/terms/close/${term.id}`, {})
await as('PUT', `/terms/reopen/${term.id}`, { reason: long.repeat(3) })
await as('PUT', `/users/edit-tp/${member.id}`, { tp: 12.5 })
for (const address of [`/users/${removed.id}`, `/departments/${gone.id}`, `/activities/${retired.id}`])
  expect((await as('DELETE', address)).status).toBe(200)

afterEach(() => chooseDensity('comfortable'))

/** The visible part of a text: without what its cell or an element in it cuts off. */
function seen(text: Text, row: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(text)
  return [...range.getClientRects()].flatMap((line) => {
    let [top, bottom] = [line.top, line.bottom]
    for (let element = text.parentElement; element && element !== row; element = element.parentElement) {
      const { overflowY, position, width } = getComputedStyle(element)
      // The text is for screen readers.
      if (position === 'absolute' && width === '1px') return []
      if (overflowY === 'visible') continue
      const clip = element.getBoundingClientRect()
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return bottom - top > 0 ? [new DOMRect(line.x, top, line.width, bottom - top)] : []
  })
}

function outside(row: Element): string[] {
  const { top, bottom } = row.getBoundingClientRect()
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (seen(text, row).some((line) => line.top < top - 1 || line.bottom > bottom + 1)) found.push(text.data)
  }
  return found
}

const panels = ['staff', 'users', 'departments', 'activity', 'terms', 'audit']
const removedPanels = ['users', 'departments', 'activity'].map((panel) => `${panel}&removed=1`)

test.each([...panels, ...removedPanels])(
  'compact rows of %s have one height, and nothing in them covers another row',
  async (panel) => {
    chooseDensity('compact')
    for (const language of ['en', 'ckb'] as const) {
      await portal.open(`/admin-dashboard?tab=${panel}`, admin, { language })
      await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
      await expect.poll(() => document.querySelectorAll('tbody tr[aria-rowindex]').length).toBeGreaterThan(0)
      const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
      expect(new Set(rows.map((row) => row.getBoundingClientRect().height))).toEqual(new Set([40]))
      expect(rows.flatMap(outside)).toEqual([])
    }
  },
)

test('a long department is cut, and is whole on hover and for a screen reader', async () => {
  chooseDensity('compact')
  await portal.open('/admin-dashboard?tab=staff&q=Aylin', admin)
  const link = page.getByRole('link', { name: `Members of ${long}`, exact: true })
  await expect.element(link).toHaveAttribute('title', long)
  expect(link.element().scrollHeight).toBeGreaterThan(link.element().clientHeight)
})
