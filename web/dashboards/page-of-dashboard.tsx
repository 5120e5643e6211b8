import type { ReactNode } from 'react'
import { homeOf } from '../../contract/landing.ts'
import { pages } from '../../contract/pages.ts'
import { lazyComponent } from '../routing/lazy-component.tsx'
import { lastKnownRights, readSession, useSession } from '../session/session.ts'

// Each reader loads the dashboard that is theirs. The build preloads each as a script of its own, so neither is imported statically.
const StaffPage = lazyComponent(() => import('./staff-dashboard.tsx'), 'StaffPage')
const AdminPage = lazyComponent(() => import('./admin-dashboard.tsx'), 'AdminPage')

const isAdmin = () => homeOf(readSession(), lastKnownRights()) === pages.adminDashboard

/** A page of its own with the bars of its reader's dashboard. */
export function PageOfDashboard({ staleTime, children }: { staleTime: number; children: ReactNode }) {
  // Another user of this tab may have the other dashboard.
  useSession()
  const Page = isAdmin() ? AdminPage : StaffPage
  return <Page page={{ content: children, staleTime }} />
}

/** Loads the frame, together with the page: one that came later would move the page. */
export async function loadFrame() {
  const Page = isAdmin() ? AdminPage : StaffPage
  await Page.preload?.()
}
