import type { FindAction } from '../../contract/find-actions.ts'
import { pages } from '../../contract/pages.ts'
import type { Dashboard, OwnPage, Place } from './places.ts'

/** Actions that open a dialog over any panel. */
type Command = 'changePassword' | 'signInSecurity' | 'calendarAddress' | 'deviceNotices' | 'openingPanel' | 'openHandbook'
export type Commands = Readonly<Record<Command, () => void>>

type Search = Place['search']

/** The pages of the reader's own scores beside the dashboards, for the current term. */
const ownPages = {
  scoreStatement: { to: pages.statement },
  gradeScale: { to: pages.grade },
} as const satisfies Partial<Record<FindAction, OwnPage>>

/** Where an action is done: a panel, and in `open` what the panel opens at once (web/routing/open-from-address.ts). */
export const placesOfActions: Readonly<Record<Exclude<FindAction, Command | keyof typeof ownPages>, Search>> = {
  postActivity: { tab: 'your-activity', post: 1 },
  myRecord: { tab: 'your-activity' },
  askQuestion: { tab: 'your-activity' },
  whatWaits: { tab: 'inbox' },
  addUser: { tab: 'users', open: 'add' },
  addTerm: { tab: 'terms', open: 'add' },
  addActivity: { tab: 'activity', open: 'add' },
  addDepartment: { tab: 'departments', open: 'add' },
  addDegree: { tab: 'settings', open: 'degrees' },
  closeTerm: { tab: 'terms' },
  reopenTerm: { tab: 'terms' },
  releaseScores: { tab: 'terms', open: 'release' },
  termDays: { tab: 'terms' },
  reopenForOne: { tab: 'terms', open: 'extensions' },
  termReport: { tab: 'terms', open: 'results' },
  sendMessage: { tab: 'messages', open: 'write' },
  enterScores: { tab: 'staff' },
  exportScores: { tab: 'staff' },
  compareTerms: { tab: 'overview' },
  namesToSign: { tab: 'staff', open: 'names' },
  allPostings: { tab: 'postings' },
  whatWasDone: { tab: 'postings', section: 'done' },
  reviewPostings: { tab: 'review' },
  answerQuestions: { tab: 'review', questions: 'mine' },
  delegateReviews: { tab: 'review', open: 'lend' },
  importUsers: { tab: 'users', open: 'import' },
  importScores: { tab: 'staff', open: 'import' },
  importActivities: { tab: 'activity', open: 'import' },
  importDepartments: { tab: 'departments', open: 'import' },
  undoImport: { tab: 'imports' },
  inviteMembers: { tab: 'users', signed_in: 'never' },
  newPassword: { tab: 'users' },
  makeAdministrator: { tab: 'users' },
  restoreUser: { tab: 'users', removed: 1 },
  chooseHeads: { tab: 'departments' },
  changePoints: { tab: 'activity' },
  returnReasons: { tab: 'settings', open: 'return-reasons' },
  changeRules: { tab: 'settings', open: 'rules' },
  namePortal: { tab: 'settings' },
  changeLogo: { tab: 'settings', open: 'logo' },
  testEmail: { tab: 'settings', open: 'mail' },
  howSet: { tab: 'settings', open: 'installation' },
  exportAudit: { tab: 'audit' },
}

const isOwnPage = (action: FindAction): action is keyof typeof ownPages => Object.hasOwn(ownPages, action)
const isCommand = (action: FindAction, commands: Commands): action is Command => Object.hasOwn(commands, action)

/** What choosing the action does. */
export function targetOfAction(home: Dashboard, action: FindAction, commands: Commands): Place | OwnPage | (() => void) {
  if (isOwnPage(action)) return ownPages[action]
  if (isCommand(action, commands)) return commands[action]
  const search = placesOfActions[action]
  // Who has both dashboards has their own scores on that of staff.
  return { to: search.tab === 'your-activity' ? pages.staffDashboard : home, search }
}
