import type { HandbookPage } from '../../contract/handbook.ts'
import { pages } from '../../contract/pages.ts'

/** The page of the handbook about each panel: what an administrator reads about it differs from what a member does. */
const ofAdministrators: Readonly<Record<string, HandbookPage>> = {
  overview: 'members',
  staff: 'scoring',
  users: 'users',
  activity: 'catalogue',
  departments: 'departments',
  terms: 'terms',
  settings: 'settings',
  review: 'reviewing',
  audit: 'audit',
  imports: 'imports',
}

const ofStaff: Readonly<Record<string, HandbookPage>> = {
  activity: 'posting',
  'your-activity': 'posting',
  notices: 'finding',
  staff: 'members',
  overview: 'members',
  review: 'reviewing',
}

export function pageOfPanel(dashboard: string, tab: string): HandbookPage {
  const ofPanels = dashboard === pages.adminDashboard ? ofAdministrators : ofStaff
  return ofPanels[tab] ?? 'signing-in'
}
