import { getRouteApi } from '@tanstack/react-router'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { DashboardFrame, type PanelEntry } from './dashboard-frame.tsx'

/** The items of the sidebar in their order; each panel is loaded when it is first opened. */
const activity: PanelEntry = {
  tab: 'activity',
  label: messages.panels.activity,
  Panel: lazyComponent(() => import('../activities/catalogue-panel.tsx'), 'CataloguePanel'),
}
const panels: readonly PanelEntry[] = [
  activity,
  {
    tab: 'your-activity',
    label: messages.panels.yourActivity,
    Panel: lazyComponent(() => import('../posted-activities/your-activity-panel.tsx'), 'YourActivityPanel'),
  },
]

export function openPanel(tab: unknown): PanelEntry {
  return panels.find((panel) => panel.tab === tab) ?? activity
}

const route = getRouteApi(pages.staffDashboard)

export function StaffDashboard() {
  const { tab } = route.useSearch()
  return <DashboardFrame dashboard={pages.staffDashboard} panels={panels} openPanel={openPanel} tab={tab} />
}
