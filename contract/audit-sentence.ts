import { accountName } from './account-names.ts'
import type { AuditRecord } from './audit.ts'
import { capitalized, kindName, subjectName } from './audit-names.ts'
import { type Change, changesOf, type Names } from './audit-values.ts'
import { formatDay } from './dates.ts'
import { type Message, messages, type Say } from './languages/catalogue.ts'

export type Explanation = {
  /** "Department Physics edited". */
  sentence: string
  /** The fields that the sentence does not name. */
  changes: Change[]
  /** The term of a score or a question, otherwise the person concerned. */
  note: string | undefined
}

const { audit, general } = messages

/** A record in words: what it is about, what happened to it, and its fields. */
export function explain(say: Say, record: AuditRecord, names: Names): Explanation {
  const { message, fields = [] } = specialSentence(say, record, names) ?? {}
  const changes = changesOf(say, record, names).filter(({ field }) => !fields.includes(field))
  return { sentence: message ? say(message) : sentenceOf(say, record), changes, note: noteOf(say, record, names) }
}

function sentenceOf(say: Say, { subject, kind, subject_id, subject_name }: AuditRecord): string {
  const words = { subject: subjectName(say, subject), kind: kindName(kind) }
  if (subject_name !== null) return say(audit.line({ ...words, name: accountName(say, subject_name) }))
  // A sign-in with a username that belongs to no account.
  if (subject === 'session') return capitalized(say(words.kind))
  if (subject === 'settings' || subject_id === null) return say(audit.namelessLine(words))
  return say(audit.line({ ...words, name: general.numbered({ id: String(subject_id) }) }))
}

type SpecialSentence = { message: Message /** The fields that are named in it. */; fields?: readonly string[] }

/** A sentence of its own, for records of which subject, kind and fields would say less. */
function specialSentence(say: Say, record: AuditRecord, names: Names): SpecialSentence | undefined {
  const { subject, kind, subject_name, after } = record
  const name = subject_name === null ? general.somebody : accountName(say, subject_name)
  const textOf = (field: string) => String(after?.[field] ?? '')
  const lender = accountName(say, textOf('lender_name')) || general.somebody
  const lending = ['lender_name', 'last_day']
  switch (`${subject} ${kind}`) {
    case 'delegation lent':
      return { message: audit.delegation.lent({ lender, name, day: formatDay(say, textOf('last_day')) }), fields: lending }
    case 'delegation ended':
      return { message: audit.delegation.ended({ lender, name }), fields: lending }
    case 'session refused':
      return { message: audit.refused({ name, count: Number(after?.['count'] ?? 1) }), fields: ['count'] }
    case 'settings mail tested':
      return { message: mailSentence(textOf), fields: ['to', 'refusal', 'host', 'reason'] }
    case 'user digest off':
      // The link in the e-mail switches it off without a login.
      return record.actor_id === null ? { message: audit.digestOffByLink({ name }) } : undefined
    default:
      return subject === 'question' ? questionSentence(say, record, names) : undefined
  }
}

function mailSentence(textOf: (field: string) => string): Message {
  const address = textOf('to')
  const refusal = textOf('refusal')
  if (!refusal) return audit.mailTested({ address })
  return audit.mailNotSent({ address, reason: { key: refusal, values: { host: textOf('host'), reason: textOf('reason') } } })
}

/** A question about a posting is named after its activity, another one after its member. */
function questionSentence(
  say: Say,
  { kind, subject_name, person_id, after }: AuditRecord,
  names: Names,
): SpecialSentence | undefined {
  const member = personIn(say, names, person_id) ?? general.somebody
  const line = String(after?.['line'])
  const { lines } = messages.questions
  const about = line === 'tp' || line === 'fb' || line === 'missing' ? lines[line] : line === 'posting' && subject_name
  return about
    ? { message: audit.question({ member, line: about, kind: kindName(kind) }), fields: ['line', 'term_id'] }
    : undefined
}

function noteOf(say: Say, record: AuditRecord, names: Names): string | undefined {
  const { subject, subject_id, subject_name, person_id, actor_id, after } = record
  if (subject === 'score') return names['term']?.[String(subject_id)]
  if (subject === 'question') return names['term']?.[String(after?.['term_id'])]
  const person = personIn(say, names, person_id)
  // The name is left out where the line has it already.
  const isNamed =
    ['user', 'session', 'delegation'].includes(subject) ||
    person_id === actor_id ||
    names['user']?.[String(person_id)] === subject_name
  return person && !isNamed ? say(audit.concerns({ name: person })) : undefined
}

function personIn(say: Say, names: Names, id: number | null): string | undefined {
  const name = names['user']?.[String(id)]
  return name === undefined ? undefined : accountName(say, name)
}

/**
 * The actor of a record. Anyone can try to sign in, ask for a password link or open the link of an e-mail; any other record without an
 * actor is an action of the portal itself.
 */
export function actorOf(say: Say, { actor_name, kind, capacity }: Pick<AuditRecord, 'actor_name' | 'kind' | 'capacity'>): string {
  const isAnybody =
    kind === 'sign-in refused' || kind === 'password link requested' || /^(digest|notice mails|message mails) off$/.test(kind)
  const name = actor_name === null ? say(isAnybody ? audit.unknownActor : audit.portal) : accountName(say, actor_name)
  const { as, department_name, faculty_name, for_name, file_name } = capacity ?? {}
  if (as === 'dean') return say(audit.asDean({ name, faculty: String(faculty_name) }))
  if (as === 'head') return say(audit.asHead({ name, department: String(department_name) }))
  if (as === 'delegate') return say(audit.asDelegate({ name, lender: accountName(say, String(for_name)) }))
  if (as === 'import') return say(audit.byImport({ name, file: String(file_name) }))
  if (as === 'undo') return say(audit.byUndo({ name, file: String(file_name) }))
  return name
}
