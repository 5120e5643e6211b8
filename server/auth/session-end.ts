import { type Message, messages } from '../../contract/languages/catalogue.ts'

const { sessionEnds } = messages

/** What the owner of an ended session reads, by the reasons that database/functions/ended-sessions.sql and others write. */
const sentences = {
  'made staff': sessionEnds.madeStaff,
  'made administrator': sessionEnds.madeAdministrator,
  'rights changed': sessionEnds.rightsChanged,
  deleted: sessionEnds.deleted,
  'new password': sessionEnds.newPassword,
  'own password': sessionEnds.ownPassword,
  'password set': sessionEnds.passwordSet,
  'signed out elsewhere': sessionEnds.elsewhere,
  'signed out by administrator': sessionEnds.byAdministrator,
  'factors removed': sessionEnds.factorsRemoved,
  'provider unlinked': sessionEnds.unlinked,
} satisfies Readonly<Record<string, Message>>
export type SessionEndReason = keyof typeof sentences

export function sessionEndSentence(reason: SessionEndReason): Message {
  return sentences[reason]
}
