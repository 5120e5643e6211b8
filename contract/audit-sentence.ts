import type { AuditRecord } from './audit.ts'
import { type Change, changesOf, type Names, valuesOf } from './audit-values.ts'
import { listOf, type Message, messages, type Say } from './languages/catalogue.ts'

export type Told = {
  sentence: string
  /** Further changes that are not in the sentence. */
  rest: Change[]
  /** The term of a score, the owner of a posting. */
  note?: string | undefined
}

const { audit, general } = messages

/** A record as a sentence. */
export function tell(say: Say, record: AuditRecord, names: Names): Told {
  const changes = changesOf(say, record, names)
  switch (record.subject) {
    case 'session':
      // Why a sign-in was refused.
      return { sentence: say(sessionSentence(record)), rest: changes.filter(({ field }) => field === 'reason') }
    case 'score': {
      const note = record.subject_id === null ? undefined : names.terms.get(record.subject_id)
      return { sentence: say(scoreSentence(say, record.subject_name ?? general.somebody, changes)), rest: [], note }
    }
    case 'posting':
      return tellReview(say, record, changes, names) ?? tellPosting(say, record, changes, names)
    default:
      return tellRow(say, record, changes)
  }
}

/** A refused sign-in has no user; any other record without an actor is an action of the portal itself. */
export function actorOf(say: Say, { actor_name, kind }: AuditRecord): string {
  return actor_name ?? say(kind === 'sign-in refused' ? audit.unknownActor : audit.portal)
}

type Sentence = (values: { name: string | Message }) => Message

interface RowSentences {
  byKind: Readonly<Record<string, Sentence>>
  renamed: (values: { from: string; to: string }) => Message
  /** An edit of one field. */
  changed: (values: { field: string; name: string | Message; values: string }) => Message
}

const rowSentences: Readonly<Record<string, RowSentences>> = {
  user: {
    byKind: {
      added: audit.user.added,
      edited: audit.user.edited,
      removed: audit.user.removed,
      restored: audit.user.restored,
      deleted: audit.user.deleted,
      'role changed': audit.user.roleChanged,
    },
    renamed: audit.user.renamed,
    changed: audit.user.changed,
  },
  department: {
    byKind: {
      added: audit.department.added,
      edited: audit.department.edited,
      removed: audit.department.removed,
      restored: audit.department.restored,
      deleted: audit.department.deleted,
    },
    renamed: audit.department.renamed,
    changed: audit.department.changed,
  },
  activity: {
    byKind: {
      added: audit.activity.added,
      edited: audit.activity.edited,
      removed: audit.activity.removed,
      restored: audit.activity.restored,
      deleted: audit.activity.deleted,
    },
    renamed: audit.activity.renamed,
    changed: audit.activity.changed,
  },
  term: {
    byKind: {
      added: audit.term.added,
      edited: audit.term.edited,
      deleted: audit.term.deleted,
      'made current': audit.term.madeCurrent,
      closed: audit.term.closed,
      reopened: audit.term.reopened,
    },
    renamed: audit.term.renamed,
    changed: audit.term.changed,
  },
}

/** A row of users, departments, activities or terms. */
function tellRow(say: Say, record: AuditRecord, changes: Change[]): Told {
  const { subject, kind } = record
  const name = nameOf(record)
  if (subject === 'user' && (kind === 'linked' || kind === 'unlinked')) {
    const account = String((record.after ?? record.before)?.['account'] ?? '')
    return { sentence: say(audit.user[kind]({ name, account })), rest: [] }
  }
  const sentences = rowSentences[subject]
  const [first, ...others] = changes
  // A change of the role may change more; the role is what the sentence is about.
  const only =
    kind === 'role changed' ? changes.find(({ field }) => field === 'role_id') : others.length === 0 ? first : undefined
  if (sentences && only && (kind === 'edited' || kind === 'role changed'))
    return { sentence: say(onlyChange(say, only, sentences, name)), rest: changes.filter((change) => change !== only) }
  // "Closed" and "made current" express these two, and the sentence has the new name.
  const said = ['status', 'is_current', ...(kind === 'edited' ? [] : ['name'])]
  const sentence = say(sentences?.byKind[kind]?.({ name }) ?? otherRecord(record))
  return { sentence, rest: changes.filter(({ field }) => !said.includes(field)) }
}

function onlyChange(say: Say, change: Change, sentences: RowSentences, name: string | Message): Message {
  const { field, label, from = '', to = '' } = change
  if (field === 'name') return sentences.renamed({ from, to })
  if (field === 'password') return audit.user.passwordChanged({ name })
  return sentences.changed({ field: label, name, values: valuesOf(say, change) })
}

function nameOf({ subject_name, subject_id }: AuditRecord): string | Message {
  return subject_name ?? general.numbered({ id: String(subject_id) })
}

/** Of another release, with a subject or kind that this one does not know. */
function otherRecord(record: AuditRecord): Message {
  const { subject, kind } = record
  const subjectName = { key: `audit.subject.${subject}`, words: subject.charAt(0).toUpperCase() + subject.slice(1) }
  return audit.otherRecord({ subject: subjectName, name: nameOf(record), kind })
}

function sessionSentence(record: AuditRecord): Message {
  const { kind, subject_name, after } = record
  const { session } = audit
  const name = subject_name ?? general.somebody
  const provider = after?.['provider'] === undefined ? undefined : String(after['provider'])
  switch (kind) {
    case 'signed in':
      return provider ? session.signedInWith({ name, provider }) : session.signedIn({ name })
    case 'signed out':
      return provider ? session.signedOutBy({ name, provider }) : session.signedOut({ name })
    case 'sign-in refused':
      if (provider)
        return subject_name ? session.signInRefusedOfWith({ name, provider }) : session.signInRefusedWith({ provider })
      return subject_name ? session.signInRefusedOf({ name }) : session.signInRefused
    case 'refused': {
      const count = Number(after?.['count'] ?? 1)
      const action = after?.['action']
      return action ? session.refusedAction({ name, count, action: String(action) }) : session.refused({ name, count })
    }
    default:
      return otherRecord(record)
  }
}

function scoreSentence(say: Say, name: string | Message, changes: Change[]): Message {
  const [only, ...others] = changes
  if (!only) return audit.score.none({ name })
  if (others.length === 0) return audit.score.changed({ field: only.label, name, values: valuesOf(say, only) })
  const each = changes.map((change) => {
    const values = valuesOf(say, change)
    if (change.field === 'tp') return audit.score.tp({ values })
    return change.field === 'fb' ? audit.score.fb({ values }) : general.labelled({ label: change.label, value: values })
  })
  return audit.score.several({ name, changes: listOf(each) })
}

/** The decision of a reviewer; undefined for any other record. */
function tellReview(say: Say, record: AuditRecord, changes: Change[], names: Names): Told | undefined {
  const { kind, person_id, actor_id } = record
  const { posting } = audit
  const name = nameOf(record)
  const member = person_id === null ? undefined : names.users.get(person_id)
  if (kind === 'verified')
    return { sentence: say(member ? posting.verifiedOf({ name, member }) : posting.verified({ name })), rest: [] }
  if (kind === 'returned') {
    const reason = changes.find(({ field }) => field === 'returned_reason')?.to ?? ''
    return { sentence: say(member ? posting.returnedOf({ name, member, reason }) : posting.returned({ name, reason })), rest: [] }
  }
  const isOnlyReview = changes.length > 0 && changes.every(({ field }) => field === 'state' || field === 'returned_reason')
  // A member who edits a returned posting changes its state, too: that is an edit.
  if (kind !== 'edited' || !isOnlyReview || person_id === actor_id) return undefined
  return { sentence: say(member ? posting.takenBackOf({ name, member }) : posting.takenBack({ name })), rest: changes }
}

function tellPosting(say: Say, record: AuditRecord, changes: Change[], names: Names): Told {
  const { posting } = audit
  const { kind } = record
  const name = nameOf(record)
  const note = posterOf(say, record, names)
  const [only, ...others] = changes
  if (kind === 'edited' && only && others.length === 0)
    return { sentence: say(posting.changed({ field: only.label, name, values: valuesOf(say, only) })), rest: [], note }
  const sentences: Readonly<Record<string, Sentence>> = {
    posted: posting.posted,
    edited: posting.edited,
    deleted: posting.deleted,
  }
  return { sentence: say(sentences[kind]?.({ name }) ?? otherRecord(record)), rest: changes, note }
}

/** Only if another user acted: otherwise the name is shown beside it already. */
function posterOf(say: Say, { actor_id, person_id }: AuditRecord, names: Names): string | undefined {
  if (person_id === null || person_id === actor_id) return undefined
  const member = names.users.get(person_id)
  return member && say(audit.posting.postedBy({ member }))
}
