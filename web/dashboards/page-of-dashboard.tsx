import type { ReactNode } from 'react'
import { roles } from '../../contract/codes.ts'
import { lazyComponent } from '../routing/lazy-component.tsx'
import { readSession, useSession } from '../session/session.ts'

// Each reader loads the dashboard that is theirs. The build preloads each as a script of its own, so neither is imported statically.
const StaffPage = lazyComponent(() => import('./staff-dashboard.tsx'), 'StaffPage')
const AdminPage = lazyComponent(() => import('./admin-dashboard.tsx'), 'AdminPage')

const isAdmin = (user: { role_id: number } | undefined) => user?.role_id === roles.admin

/** A page of its own with the bars of its reader's dashboard. */
export function PageOfDashboard({ staleTime, children }: { staleTime: number; children: ReactNode }) {
  const Page = isAdmin(useSession()) ? AdminPage : StaffPage
  return <Page page={{ content: children, staleTime }} />
}

/** Loads the frame, together with the page: one that came later would move the page. */
export async function loadFrame() {
  const Page = isAdmin(readSession()) ? AdminPage : StaffPage
  await Page.preload?.()
}
