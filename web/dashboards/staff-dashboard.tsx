import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { loadAccountDrafts } from '../drafts/account-drafts.ts'
import { InboxCount } from '../entities/inbox/inbox-count.tsx'
import { QuestionsCount } from '../entities/questions/questions-count.tsx'
import { lazyComponent } from '../routing/lazy-component.tsx'
import { readSession } from '../session/session.ts'
import {
  type BarProps,
  DashboardFrame,
  type FrameProps,
  type FrameRights,
  type PanelEntry,
  type PanelGroup,
} from './dashboard-frame.tsx'
import { StaffBar } from './staff-bar.tsx'

const outbox = () => import('../outbox/sender.ts')

/** Loads a panel with the drafts and the outbox. If they arrived later, the page would move, or show the Suspense fallback first. */
async function withDrafts<Module>(loading: Promise<Module>): Promise<Module> {
  const userId = readSession()?.id
  if (userId) await Promise.all([loadAccountDrafts(userId), outbox().then((of) => of.refreshOutbox())])
  return loading
}

/** The items of the sidebar in their order; each panel is loaded when it is first opened. */
const activity: PanelEntry = {
  tab: 'activity',
  label: messages.panels.activity,
  Panel: lazyComponent(() => import('../activities/catalogue-panel.tsx'), 'CataloguePanel'),
}
const notices: PanelEntry = {
  tab: 'notices',
  label: messages.panels.notices,
  Panel: lazyComponent(() => import('../notices/notices-panel.tsx'), 'NoticesPanel'),
  isElsewhere: true,
}
const own: readonly PanelEntry[] = [
  activity,
  {
    tab: 'your-activity',
    label: messages.panels.yourActivity,
    Panel: lazyComponent(() => withDrafts(import('../posted-activities/your-activity-panel.tsx')), 'YourActivityPanel'),
  },
  {
    tab: 'events',
    label: messages.panels.events,
    Panel: lazyComponent(() => import('../events/events-panel.tsx'), 'EventsPanel'),
  },
  notices,
]

const inbox: PanelEntry = {
  tab: 'inbox',
  label: messages.panels.inbox,
  Panel: lazyComponent(() => import('../inbox/inbox-panel.tsx'), 'InboxPanel', 'all'),
  Count: InboxCount,
  missingRight: messages.myDepartment.notReviewer,
}

/** The panels of administrators of which heads of department and deans see their own part. */
const ofMembers: readonly PanelEntry[] = [
  {
    tab: 'staff',
    label: messages.fields.members,
    Panel: lazyComponent(() => import('../scoring/staff-panel.tsx'), 'StaffPanel', 'all'),
    missingRight: messages.myDepartment.notHead,
  },
  {
    tab: 'overview',
    label: messages.panels.overview,
    Panel: lazyComponent(() => import('../overview/overview-panel.tsx'), 'OverviewPanel'),
    missingRight: messages.myDepartment.notHead,
  },
  {
    tab: 'person',
    label: messages.panels.person,
    Panel: lazyComponent(() => import('../person/person-panel.tsx'), 'PersonPanel', 'all'),
    isElsewhere: true,
    missingRight: messages.myDepartment.notHead,
  },
]
const postings: PanelEntry = {
  tab: 'postings',
  label: messages.panels.postings,
  Panel: lazyComponent(() => import('../postings/postings-panel.tsx'), 'PostingsPanel', 'all'),
  missingRight: messages.myDepartment.notHead,
}
const review: PanelEntry = {
  tab: 'review',
  label: messages.panels.review,
  Panel: lazyComponent(() => import('../review/review-panel.tsx'), 'ReviewPanel', 'all'),
  Count: QuestionsCount,
  missingRight: messages.myDepartment.notReviewer,
}

/**
 * The groups of the sidebar. What waits and Review belong to the department of a head, or the faculty of a dean; score keepers and reviewers
 * have them for all members; a user to whom Review was lent has them among their own items.
 */
function groupsOf(rights: FrameRights, language: Language): readonly PanelGroup[] {
  const { scope, faculty, review: mayReview, sees_everybody } = rights
  if (sees_everybody) {
    const heading = { title: messages.dashboards.everybody }
    return [{ panels: own }, { heading, panels: mayReview ? [inbox, ...ofMembers, review, postings] : [...ofMembers, postings] }]
  }
  if (scope) {
    const title = faculty ? messages.myDepartment.facultyTitle : messages.myDepartment.title
    const heading = { title, name: localized(language, scope, 'name') }
    return [{ panels: own }, { heading, panels: [inbox, ...ofMembers, review, postings] }]
  }
  return [{ panels: mayReview ? [...own, inbox, review] : own }]
}

/** All of them, whoever may open which. */
export const panels: readonly PanelEntry[] = [...own, inbox, ...ofMembers, review, postings]

export function openPanel(tab: unknown): PanelEntry {
  return panels.find((panel) => panel.tab === tab) ?? activity
}

/** The bar, and the outbox, which is sent from every panel. Its script is loaded after the page, and without it nothing is sent. */
function BarAndOutbox(props: BarProps) {
  const queryClient = useQueryClient()
  useEffect(() => {
    // The last dashboard is the one that counts, so a timer of one that was left does no harm.
    setTimeout(
      () =>
        outbox().then(
          (of) => of.sendFor(queryClient),
          () => {},
        ),
      1000,
    )
  }, [queryClient])
  return <StaffBar {...props} />
}

const route = getRouteApi(pages.staffDashboard)

export function StaffDashboard() {
  const { tab } = route.useSearch()
  return (
    <DashboardFrame dashboard={pages.staffDashboard} groupsOf={groupsOf} openPanel={openPanel} tab={tab} Bar={BarAndOutbox} />
  )
}

/** The frame of a member around a page of its own, which is a part of Your Activity. */
export function StaffPage({ page }: Pick<FrameProps, 'page'>) {
  return (
    <DashboardFrame
      dashboard={pages.staffDashboard}
      groupsOf={groupsOf}
      openPanel={openPanel}
      tab="your-activity"
      Bar={BarAndOutbox}
      page={page}
    />
  )
}
