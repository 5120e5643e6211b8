import { actions } from './en/actions.ts'
import { activities } from './en/activities.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { bulkUsers } from './en/bulk-users.ts'
import { closings } from './en/closings.ts'
import { codes } from './en/codes.ts'
import { dates } from './en/dates.ts'
import { delegations } from './en/delegations.ts'
import { departments } from './en/departments.ts'
import { digest } from './en/digest.ts'
import { empty } from './en/empty.ts'
import { evidence } from './en/evidence.ts'
import { explanations } from './en/explanations.ts'
import { fields } from './en/fields.ts'
import { finding } from './en/finding.ts'
import { firstSteps } from './en/first-steps.ts'
import { forgottenPassword } from './en/forgotten-password.ts'
import { general } from './en/general.ts'
import { grading } from './en/grading.ts'
import { heads } from './en/heads.ts'
import { imports } from './en/imports.ts'
import { myDepartment } from './en/my-department.ts'
import { notices } from './en/notices.ts'
import { overview } from './en/overview.ts'
import { ownDetails } from './en/own-details.ts'
import { pages } from './en/pages.ts'
import { panels } from './en/panels.ts'
import { passkeySignIn } from './en/passkey-sign-in.ts'
import { password } from './en/password.ts'
import { passwordMail } from './en/password-mail.ts'
import { postedActivities } from './en/posted-activities.ts'
import { postingHistory } from './en/posting-history.ts'
import { questions } from './en/questions.ts'
import { record } from './en/record.ts'
import { removed } from './en/removed.ts'
import { results } from './en/results.ts'
import { review } from './en/review.ts'
import { rules } from './en/rules.ts'
import { scoring } from './en/scoring.ts'
import { secondFactor } from './en/second-factor.ts'
import { settings } from './en/settings.ts'
import { signInSecurity } from './en/sign-in-security.ts'
import { sso } from './en/sso.ts'
import { statements } from './en/statements.ts'
import { tables } from './en/tables.ts'
import { terms } from './en/terms.ts'
import { toDo } from './en/to-do.ts'
import { unsent } from './en/unsent.ts'
import { users } from './en/users.ts'
import { viewer } from './en/viewer.ts'
import { whatNext } from './en/what-next.ts'

/** Every sentence of the portal in English: those of the specification to the letter. {names} are values; a plural is chosen by {count}. */
export const en = {
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
} as const
