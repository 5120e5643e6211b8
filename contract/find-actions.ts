import { z } from 'zod'
import type { Action } from './endpoint.ts'

/** What Find offers to do, in the order in which it is shown, each with the right that it needs. Where it leads: web/finding/actions.ts. */
export const findActions = {
  postActivity: 'staff',
  myRecord: 'staff',
  askQuestion: 'staff',
  scoreStatement: 'staff',
  gradeScale: 'staff',
  whatWaits: 'review',
  addUser: 'admin',
  addTerm: 'admin',
  addActivity: 'admin',
  addDepartment: 'admin',
  addDegree: 'admin',
  closeTerm: 'admin',
  reopenTerm: 'admin',
  releaseScores: 'admin',
  termDays: 'admin',
  reopenForOne: 'admin',
  termReport: 'admin',
  sendMessage: 'admin',
  enterScores: 'score',
  exportScores: 'see-members',
  compareTerms: 'see-members',
  namesToSign: 'see-members',
  allPostings: 'see-members',
  whatWasDone: 'see-members',
  reviewPostings: 'review',
  answerQuestions: 'review',
  delegateReviews: 'lend',
  importUsers: 'admin',
  importScores: 'admin',
  importActivities: 'admin',
  importDepartments: 'admin',
  undoImport: 'admin',
  inviteMembers: 'admin',
  newPassword: 'admin',
  makeAdministrator: 'admin',
  restoreUser: 'admin',
  chooseHeads: 'admin',
  changePoints: 'admin',
  changeRules: 'admin',
  returnReasons: 'admin',
  namePortal: 'admin',
  changeLogo: 'admin',
  testEmail: 'admin',
  howSet: 'admin',
  exportAudit: 'admin',
  changePassword: 'signed-in',
  signInSecurity: 'signed-in',
  calendarAddress: 'signed-in',
  deviceNotices: 'signed-in',
  openingPanel: 'signed-in',
  openHandbook: 'signed-in',
} as const satisfies Record<string, Action | 'signed-in'>

export type FindAction = keyof typeof findActions
export const findActionNames = Object.keys(findActions) as [FindAction, ...FindAction[]]

/** The label is in the language of the reader: the words of administrators are not loaded for a search. */
export const FoundAction = z.object({ action: z.enum(findActionNames), label: z.string() })
