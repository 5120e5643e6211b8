import type { FindAction } from '../../contract/find-actions.ts'
import type { Dashboard, Place } from './places.ts'

/** Actions that open a dialog over any panel. */
type Command = 'changePassword' | 'signInSecurity' | 'calendarAddress' | 'openingPanel' | 'openHandbook'
export type Commands = Readonly<Record<Command, () => void>>

type Search = Place['search']

/** Where an action is done: a panel, and in `open` what the panel opens at once (web/routing/open-from-address.ts). */
export const placesOfActions: Readonly<Record<Exclude<FindAction, Command>, Search>> = {
  postActivity: { tab: 'your-activity', post: 1 },
  myRecord: { tab: 'your-activity' },
  askQuestion: { tab: 'your-activity' },
  scoreStatement: { tab: 'your-activity' },
  gradeScale: { tab: 'your-activity' },
  whatWaits: { tab: 'inbox' },
  addUser: { tab: 'users', open: 'add' },
  addTerm: { tab: 'terms', open: 'add' },
  addActivity: { tab: 'activity', open: 'add' },
  addDepartment: { tab: 'departments', open: 'add' },
  addDegree: { tab: 'settings', open: 'degrees' },
  closeTerm: { tab: 'terms' },
  reopenTerm: { tab: 'terms' },
  releaseScores: { tab: 'terms' },
  termDays: { tab: 'terms' },
  reopenForOne: { tab: 'terms' },
  termReport: { tab: 'terms' },
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

const isCommand = (action: FindAction, commands: Commands): action is Command => Object.hasOwn(commands, action)

/** What choosing the action does. The grade scale has a page of its own beside the dashboards. */
export function targetOfAction(home: Dashboard, action: FindAction, commands: Commands): Place | (() => void) {
  return isCommand(action, commands) ? commands[action] : { to: home, search: placesOfActions[action] }
}
