import { expect, test } from 'vitest'
import type { HandbookPageReply } from '../../contract/handbook.ts'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { pages } from '../../contract/pages.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { panels as adminPanels } from '../dashboards/admin-dashboard.tsx'
import { panels as staffPanels } from '../dashboards/staff-dashboard.tsx'
import { pageOfPanel } from './pages-of-panels.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const head = await portal.make.head((await portal.make.department('Physics')).id)
const say = speaker('en', en)

test.each([
  { dashboard: pages.adminDashboard, panels: adminPanels, reader: admin },
  { dashboard: pages.staffDashboard, panels: staffPanels, reader: head },
])('every panel of $dashboard has a page of the handbook that names it', async ({ dashboard, panels, reader }) => {
  const { body } = await portal.as(reader)('GET', '/handbook')
  const labels = new Map(
    (body as { pages: HandbookPageReply[] }).pages.map(({ page, blocks }) => [
      page,
      blocks.flatMap(({ spans }) => spans.flatMap(({ text, is_label }) => (is_label ? [text] : []))),
    ]),
  )
  expect(panels.length).toBeGreaterThan(5)
  for (const { tab, label } of panels) {
    const page = pageOfPanel(dashboard, tab)
    expect({ tab, page, labels: page && labels.get(page) }).toEqual({
      tab,
      page: expect.any(String),
      labels: expect.arrayContaining([say(label)]),
    })
  }
})
