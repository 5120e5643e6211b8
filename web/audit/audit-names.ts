import { auditKinds, auditSubjects } from '../../contract/audit.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'

const { kinds, subjects } = messages.audit

const kindNames = {
  added: kinds.added,
  edited: kinds.edited,
  removed: kinds.removed,
  restored: kinds.restored,
  deleted: kinds.deleted,
  'role changed': kinds.roleChanged,
  scored: kinds.scored,
  posted: kinds.posted,
  verified: kinds.verified,
  returned: kinds.returned,
  'made current': kinds.madeCurrent,
  closed: kinds.closed,
  reopened: kinds.reopened,
  archived: kinds.archived,
  'signed in': kinds.signedIn,
  'signed out': kinds.signedOut,
  'sign-in refused': kinds.signInRefused,
  refused: kinds.refused,
  'head added': kinds.headAdded,
  'head ended': kinds.headEnded,
  lent: kinds.lent,
  ended: kinds.ended,
  'factor added': kinds.factorAdded,
  'factor removed': kinds.factorRemoved,
  'factor renamed': kinds.factorRenamed,
  'recovery codes made': kinds.recoveryCodesMade,
  'password link requested': kinds.passwordLinkRequested,
  'password reset': kinds.passwordReset,
  linked: kinds.linked,
  unlinked: kinds.unlinked,
  published: kinds.published,
  'rules changed': kinds.rulesChanged,
  confirmed: kinds.confirmed,
  'mail tested': kinds.mailTested,
  'digest on': kinds.digestOn,
  'digest off': kinds.digestOff,
  asked: kinds.asked,
  accepted: kinds.accepted,
  declined: kinds.declined,
  withdrawn: kinds.withdrawn,
  unanswered: kinds.unanswered,
  written: kinds.written,
} satisfies Record<(typeof auditKinds)[number], Message>

/** The names of the filters. A code in the URL that does not exist is shown as it is. */
export function kindName(kind: string): Message {
  const known = auditKinds.find((code) => code === kind)
  return known ? kindNames[known] : { key: `audit.kinds.${kind}`, words: kind }
}

export function subjectName(subject: string): Message {
  const known = auditSubjects.find((code) => code === subject)
  return known ? subjects[known] : { key: `audit.subjects.${subject}`, words: subject }
}
