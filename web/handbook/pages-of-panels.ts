import type { HandbookPage } from '../../contract/handbook.ts'
import { pages } from '../../contract/pages.ts'

/** The page of the handbook about each panel: what an administrator reads about it differs from what a member does. */
const ofAdministrators: Readonly<Record<string, HandbookPage>> = {
  inbox: 'inbox',
  overview: 'members',
  staff: 'scoring',
  users: 'users',
  activity: 'catalogue',
  departments: 'departments',
  terms: 'terms',
  settings: 'settings',
  review: 'reviewing',
  postings: 'postings',
  events: 'organising',
  messages: 'messages',
  audit: 'audit',
  imports: 'imports',
  person: 'person',
}

const ofStaff: Readonly<Record<string, HandbookPage>> = {
  activity: 'posting',
  'your-activity': 'posting',
  events: 'events',
  notices: 'finding',
  inbox: 'inbox',
  staff: 'members',
  overview: 'members',
  person: 'person',
  review: 'reviewing',
  postings: 'postings',
}

export function pageOfPanel(dashboard: string, tab: string): HandbookPage | undefined {
  const ofPanels = dashboard === pages.adminDashboard ? ofAdministrators : ofStaff
  return ofPanels[tab]
}
