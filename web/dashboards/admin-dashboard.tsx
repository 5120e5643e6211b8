import { getRouteApi } from '@tanstack/react-router'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { InboxCount } from '../entities/inbox/inbox-count.tsx'
import { QuestionsCount } from '../entities/questions/questions-count.tsx'
import { lazyComponent } from '../routing/lazy-component.tsx'
import { DashboardFrame, type FrameProps, type FrameRights, type PanelEntry, type PanelGroup } from './dashboard-frame.tsx'

/** The items of the sidebar in their order; each panel is loaded when it is first opened. */
const users: PanelEntry = {
  tab: 'users',
  label: messages.panels.users,
  Panel: lazyComponent(() => import('../users/users-panel.tsx'), 'UsersPanel'),
}
export const panels: readonly PanelEntry[] = [
  {
    tab: 'inbox',
    label: messages.panels.inbox,
    Panel: lazyComponent(() => import('../inbox/inbox-panel.tsx'), 'InboxPanel', 'all'),
    Count: InboxCount,
  },
  {
    tab: 'overview',
    label: messages.panels.overview,
    Panel: lazyComponent(() => import('../overview/overview-panel.tsx'), 'OverviewPanel'),
  },
  {
    tab: 'staff',
    label: messages.panels.staff,
    Panel: lazyComponent(() => import('../scoring/staff-panel.tsx'), 'StaffPanel', 'all'),
  },
  users,
  {
    tab: 'activity',
    label: messages.panels.activity,
    Panel: lazyComponent(() => import('../activities/activities-panel.tsx'), 'ActivitiesPanel'),
  },
  {
    tab: 'departments',
    label: messages.panels.departments,
    Panel: lazyComponent(() => import('../departments/departments-panel.tsx'), 'DepartmentsPanel', 'all'),
  },
  {
    tab: 'terms',
    label: messages.panels.terms,
    Panel: lazyComponent(() => import('../terms/terms-panel.tsx'), 'TermsPanel', 'all'),
  },
  {
    tab: 'settings',
    label: messages.panels.settings,
    Panel: lazyComponent(() => import('../settings/settings-panel.tsx'), 'SettingsPanel', 'all'),
  },
  {
    tab: 'review',
    label: messages.panels.review,
    Panel: lazyComponent(() => import('../review/review-panel.tsx'), 'ReviewPanel', 'all'),
    Count: QuestionsCount,
  },
  {
    tab: 'postings',
    label: messages.panels.postings,
    Panel: lazyComponent(() => import('../postings/postings-panel.tsx'), 'PostingsPanel', 'all'),
  },
  {
    tab: 'events',
    label: messages.panels.events,
    Panel: lazyComponent(() => import('../events/events-panel.tsx'), 'EventsPanel'),
  },
  {
    tab: 'messages',
    label: messages.panels.messages,
    Panel: lazyComponent(() => import('../messages/messages-panel.tsx'), 'MessagesPanel', 'all'),
  },
  {
    tab: 'audit',
    label: messages.panels.audit,
    Panel: lazyComponent(() => import('../audit/audit-panel.tsx'), 'AuditPanel', 'all'),
  },
  {
    tab: 'imports',
    label: messages.panels.imports,
    Panel: lazyComponent(() => import('../imports/imports-panel.tsx'), 'ImportsPanel', 'all'),
    isElsewhere: true,
  },
  {
    tab: 'person',
    label: messages.panels.person,
    Panel: lazyComponent(() => import('../person/person-panel.tsx'), 'PersonPanel', 'all'),
    isElsewhere: true,
  },
]

const ofReaders = new Set([
  'overview',
  'staff',
  'users',
  'activity',
  'departments',
  'terms',
  'settings',
  'postings',
  'events',
  'audit',
  'person',
])
const readable = panels.filter(({ tab }) => ofReaders.has(tab))

/** Readers have the panels that show something without anything to decide. */
function groupsOf({ isAdmin, isReader }: FrameRights): readonly PanelGroup[] {
  return [{ panels: isAdmin ? panels : isReader ? readable : [] }]
}

export function openPanel(tab: unknown): PanelEntry {
  return panels.find((panel) => panel.tab === tab) ?? users
}

const route = getRouteApi(pages.adminDashboard)

export function AdminDashboard() {
  const { tab } = route.useSearch()
  return <DashboardFrame dashboard={pages.adminDashboard} groupsOf={groupsOf} openPanel={openPanel} tab={tab} />
}

/** The frame of an administrator around a page of its own, which is about a member. */
export function AdminPage({ page }: Pick<FrameProps, 'page'>) {
  return <DashboardFrame dashboard={pages.adminDashboard} groupsOf={groupsOf} openPanel={openPanel} tab="staff" page={page} />
}
