import type { ReactNode } from 'react'
import { roles } from '../../contract/codes.ts'
import { lazyComponent } from '../routing/lazy-component.tsx'
import { readSession, useSession } from '../session/session.ts'
import { StaffPage } from './staff-dashboard.tsx'

/** A part of the dashboard of administrators, which members do not load. */
const AdminPage = lazyComponent(() => import('./admin-dashboard.tsx'), 'AdminPage')

const isAdmin = (user: { role_id: number } | undefined) => user?.role_id === roles.admin

/** A page of its own with the bars of its reader's dashboard. */
export function PageOfDashboard({ staleTime, children }: { staleTime: number; children: ReactNode }) {
  const Page = isAdmin(useSession()) ? AdminPage : StaffPage
  return <Page page={{ content: children, staleTime }} />
}

/** Loads the frame, together with the page: one that came later would move the page. */
export async function loadFrame() {
  if (isAdmin(readSession())) await AdminPage.preload?.()
}
