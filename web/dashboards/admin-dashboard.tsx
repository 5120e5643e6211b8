import { getRouteApi } from '@tanstack/react-router'
import { pages } from '../../contract/pages.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { DashboardFrame, type PanelEntry } from './dashboard-frame.tsx'

/** The items of the sidebar in their order; each panel is loaded when it is first opened. */
const users: PanelEntry = {
  tab: 'users',
  label: 'Users',
  Panel: lazyComponent(() => import('../users/users-panel.tsx'), 'UsersPanel'),
}
const panels: readonly PanelEntry[] = [
  {
    tab: 'overview',
    label: 'Overview',
    Panel: lazyComponent(() => import('../overview/overview-panel.tsx'), 'OverviewPanel'),
  },
  { tab: 'staff', label: 'Staff', Panel: lazyComponent(() => import('../scoring/staff-panel.tsx'), 'StaffPanel') },
  users,
  {
    tab: 'activity',
    label: 'Activity',
    Panel: lazyComponent(() => import('../activities/activities-panel.tsx'), 'ActivitiesPanel'),
  },
  {
    tab: 'departments',
    label: 'Departments',
    Panel: lazyComponent(() => import('../departments/departments-panel.tsx'), 'DepartmentsPanel'),
  },
  { tab: 'terms', label: 'Terms', Panel: lazyComponent(() => import('../terms/terms-panel.tsx'), 'TermsPanel') },
  { tab: 'review', label: 'Review', Panel: lazyComponent(() => import('../review/review-panel.tsx'), 'ReviewPanel') },
  { tab: 'audit', label: 'Audit', Panel: lazyComponent(() => import('../audit/audit-panel.tsx'), 'AuditPanel') },
]

export function openPanel(tab: unknown): PanelEntry {
  return panels.find((panel) => panel.tab === tab) ?? users
}

const route = getRouteApi(pages.adminDashboard)

export function AdminDashboard() {
  const { tab } = route.useSearch()
  return <DashboardFrame dashboard={pages.adminDashboard} panels={panels} openPanel={openPanel} tab={tab} />
}
