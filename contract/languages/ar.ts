import { actions } from './ar/actions.ts'
import { activities } from './ar/activities.ts'
import { audit } from './ar/audit.ts'
import { auth } from './ar/auth.ts'
import { bulkUsers } from './ar/bulk-users.ts'
import { closings } from './ar/closings.ts'
import { codes } from './ar/codes.ts'
import { dates } from './ar/dates.ts'
import { delegations } from './ar/delegations.ts'
import { departments } from './ar/departments.ts'
import { digest } from './ar/digest.ts'
import { empty } from './ar/empty.ts'
import { evidence } from './ar/evidence.ts'
import { explanations } from './ar/explanations.ts'
import { fields } from './ar/fields.ts'
import { finding } from './ar/finding.ts'
import { firstSteps } from './ar/first-steps.ts'
import { forgottenPassword } from './ar/forgotten-password.ts'
import { general } from './ar/general.ts'
import { grading } from './ar/grading.ts'
import { heads } from './ar/heads.ts'
import { imports } from './ar/imports.ts'
import { myDepartment } from './ar/my-department.ts'
import { notices } from './ar/notices.ts'
import { overview } from './ar/overview.ts'
import { ownDetails } from './ar/own-details.ts'
import { pages } from './ar/pages.ts'
import { panels } from './ar/panels.ts'
import { passkeySignIn } from './ar/passkey-sign-in.ts'
import { password } from './ar/password.ts'
import { passwordMail } from './ar/password-mail.ts'
import { postedActivities } from './ar/posted-activities.ts'
import { postingHistory } from './ar/posting-history.ts'
import { questions } from './ar/questions.ts'
import { record } from './ar/record.ts'
import { removed } from './ar/removed.ts'
import { results } from './ar/results.ts'
import { review } from './ar/review.ts'
import { rules } from './ar/rules.ts'
import { scoring } from './ar/scoring.ts'
import { secondFactor } from './ar/second-factor.ts'
import { settings } from './ar/settings.ts'
import { signInSecurity } from './ar/sign-in-security.ts'
import { sso } from './ar/sso.ts'
import { statements } from './ar/statements.ts'
import { tables } from './ar/tables.ts'
import { terms } from './ar/terms.ts'
import { toDo } from './ar/to-do.ts'
import { unsent } from './ar/unsent.ts'
import { users } from './ar/users.ts'
import { viewer } from './ar/viewer.ts'
import { whatNext } from './ar/what-next.ts'
import type { Catalogue } from './catalogue.ts'

/**
 * Arabic, with the terms of Iraqi universities (docs/glossary.md). \u2066 and \u2069 isolate Latin text that begins or ends with a sign, which would
 * move to the other side otherwise; \u200f gives a text that has only values the direction of Arabic, or they would
 * stand in the order of English.
 * A counted noun is plural from 3 to 10, singular accusative from 11 to 99, singular genitive from 100; a number with decimals takes `other`.
 */
export const ar: Catalogue = {
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
