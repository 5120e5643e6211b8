import type { AuditRecord } from './audit.ts'
import { type Change, changesOf, type Names, valuesOf } from './audit-values.ts'
import { messages } from './languages/catalogue.ts'

export type Told = {
  sentence: string
  /** Further changes that are not in the sentence. */
  rest: Change[]
  /** The term of a score, the owner of a posting. */
  note?: string | undefined
}

const subjectNames: Readonly<Record<string, readonly [string, string]>> = messages.audit.subjects

function subjectName(subject: string): string {
  return subjectNames[subject]?.[0] ?? `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`
}

/** A record as a sentence. */
export function tell(record: AuditRecord, names: Names): Told {
  const { subject, subject_name, kind } = record
  const changes = changesOf(record, names)
  const name = subject_name ?? 'somebody'
  if (subject === 'session') return { sentence: sessionSentence(record), rest: [] }
  if (subject === 'score') {
    const note = record.subject_id === null ? undefined : names.terms.get(record.subject_id)
    return { sentence: scoreSentence(name, changes), rest: [], note }
  }
  if (subject === 'posting')
    return tellReview(record, changes, names) ?? { ...tellPosting(name, kind, changes), note: posterOf(record, names) }

  const thing = `${subjectName(subject)} ${subject_name ?? `no. ${record.subject_id}`}`
  if (kind === 'role changed') {
    const role = changes.find(({ field }) => field === 'role_id')
    if (role) return { sentence: `Role of ${name}: ${valuesOf(role)}`, rest: changes.filter((change) => change !== role) }
  }
  if (kind === 'edited') {
    const [only, ...others] = changes
    if (only && others.length === 0)
      return { sentence: onlyChange(only, subject === 'user' ? name : `${subject} ${name}`, subject), rest: [] }
  }
  // "Closed" and "made current" express these two, and the sentence has the new name.
  const said = ['status', 'is_current', ...(kind === 'edited' ? [] : ['name'])]
  return { sentence: `${thing} ${kind}`, rest: changes.filter(({ field }) => !said.includes(field)) }
}

/** A refused sign-in has no user; any other record without an actor is an action of the portal itself. */
export function actorOf({ actor_name, kind }: AuditRecord): string {
  return actor_name ?? (kind === 'sign-in refused' ? 'Unknown' : 'The portal')
}

function sessionSentence({ kind, subject_name, after }: AuditRecord): string {
  if (kind === 'sign-in refused') return subject_name ? `Sign-in of ${subject_name} refused` : 'Sign-in refused'
  const who = subject_name ?? 'Somebody'
  if (kind !== 'refused') return `${who} ${kind}`
  const times = Number(after?.['count'] ?? 1)
  return `${who} was refused${times > 1 ? ` ${times} times` : ''}${after?.['action'] ? `: ${after['action']}` : ''}`
}

function scoreSentence(name: string, changes: Change[]): string {
  const [only, ...others] = changes
  if (only && others.length === 0) return `${only.label} of ${name}: ${valuesOf(only)}`
  const each = changes.map((change) => `${change.label.toLowerCase()} ${valuesOf(change)}`)
  return `Scores of ${name}${each.length > 0 ? `: ${each.join(', ')}` : ''}`
}

/** The decision of a reviewer; undefined for any other record. */
function tellReview({ kind, subject_name, ...record }: AuditRecord, changes: Change[], names: Names): Told | undefined {
  const poster = record.person_id === null ? undefined : names.users.get(record.person_id)
  const posting = `${subject_name ?? `no. ${record.subject_id}`}${poster ? ` of ${poster}` : ''}`
  const reason = changes.find(({ field }) => field === 'returned_reason')
  if (kind === 'verified') return { sentence: `Posting ${posting} verified`, rest: [] }
  if (kind === 'returned') return { sentence: `Posting ${posting} returned${reason ? `: ${reason.to}` : ''}`, rest: [] }
  const isOnlyReview = changes.length > 0 && changes.every(({ field }) => field === 'state' || field === 'returned_reason')
  // A member who edits a returned posting changes its state, too: that is an edit.
  if (kind !== 'edited' || !isOnlyReview || record.person_id === record.actor_id) return undefined
  return { sentence: `Review of posting ${posting} taken back`, rest: changes }
}

function tellPosting(name: string, kind: string, changes: Change[]): Told {
  const [only, ...others] = changes
  if (kind === 'edited' && only && others.length === 0)
    return { sentence: `${only.label} of the posted ${name}: ${valuesOf(only)}`, rest: [] }
  return { sentence: kind === 'posted' ? `${name} posted` : `Posted ${name} ${kind}`, rest: changes }
}

/** Only if another user acted: otherwise the name is shown beside it already. */
function posterOf({ actor_id, person_id }: AuditRecord, names: Names): string | undefined {
  if (person_id === null || person_id === actor_id) return undefined
  const poster = names.users.get(person_id)
  return poster && `Posted by ${poster}`
}

function onlyChange(change: Change, of: string, subject: string): string {
  if (change.field === 'name') return `${subjectName(subject)} ${change.from} renamed to ${change.to}`
  if (change.field === 'password') return `Password of ${of} changed`
  return `${change.label} of ${of}: ${valuesOf(change)}`
}
