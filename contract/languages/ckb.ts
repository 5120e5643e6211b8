import type { Catalogue } from './catalogue.ts'
import { actions } from './ckb/actions.ts'
import { activities } from './ckb/activities.ts'
import { audit } from './ckb/audit.ts'
import { auth } from './ckb/auth.ts'
import { bulkUsers } from './ckb/bulk-users.ts'
import { closings } from './ckb/closings.ts'
import { codes } from './ckb/codes.ts'
import { dates } from './ckb/dates.ts'
import { delegations } from './ckb/delegations.ts'
import { departments } from './ckb/departments.ts'
import { digest } from './ckb/digest.ts'
import { empty } from './ckb/empty.ts'
import { evidence } from './ckb/evidence.ts'
import { explanations } from './ckb/explanations.ts'
import { fields } from './ckb/fields.ts'
import { finding } from './ckb/finding.ts'
import { firstSteps } from './ckb/first-steps.ts'
import { forgottenPassword } from './ckb/forgotten-password.ts'
import { general } from './ckb/general.ts'
import { grading } from './ckb/grading.ts'
import { heads } from './ckb/heads.ts'
import { imports } from './ckb/imports.ts'
import { myDepartment } from './ckb/my-department.ts'
import { notices } from './ckb/notices.ts'
import { overview } from './ckb/overview.ts'
import { ownDetails } from './ckb/own-details.ts'
import { pages } from './ckb/pages.ts'
import { panels } from './ckb/panels.ts'
import { passkeySignIn } from './ckb/passkey-sign-in.ts'
import { password } from './ckb/password.ts'
import { passwordMail } from './ckb/password-mail.ts'
import { postedActivities } from './ckb/posted-activities.ts'
import { postingHistory } from './ckb/posting-history.ts'
import { questions } from './ckb/questions.ts'
import { record } from './ckb/record.ts'
import { removed } from './ckb/removed.ts'
import { results } from './ckb/results.ts'
import { review } from './ckb/review.ts'
import { rules } from './ckb/rules.ts'
import { scoring } from './ckb/scoring.ts'
import { secondFactor } from './ckb/second-factor.ts'
import { settings } from './ckb/settings.ts'
import { signInSecurity } from './ckb/sign-in-security.ts'
import { sso } from './ckb/sso.ts'
import { statements } from './ckb/statements.ts'
import { tables } from './ckb/tables.ts'
import { terms } from './ckb/terms.ts'
import { toDo } from './ckb/to-do.ts'
import { unsent } from './ckb/unsent.ts'
import { users } from './ckb/users.ts'
import { viewer } from './ckb/viewer.ts'
import { whatNext } from './ckb/what-next.ts'

/**
 * Kurdish (Sorani), with the terms of docs/glossary.md. \u2066 and \u2069 isolate Latin text that begins or ends with a sign, which would move to
 * the other side otherwise. No suffix stands after a {value}: it may be a name in another script. A plural without `one` has the same words
 * for every count.
 */
export const ckb: Catalogue = {
  general,
  actions,
  fields,
  panels,
  codes,
  dates,
  tables,
  auth,
  password,
  passkeySignIn,
  secondFactor,
  signInSecurity,
  forgottenPassword,
  passwordMail,
  sso,
  users,
  bulkUsers,
  removed,
  ownDetails,
  departments,
  activities,
  terms,
  scoring,
  postedActivities,
  grading,
  whatNext,
  explanations,
  rules,
  review,
  postingHistory,
  questions,
  notices,
  heads,
  delegations,
  myDepartment,
  audit,
  pages,
  imports,
  closings,
  finding,
  overview,
  toDo,
  unsent,
  digest,
  statements,
  record,
  settings,
  firstSteps,
  empty,
  results,
  evidence,
  viewer,
}
