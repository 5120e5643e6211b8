import type { AuditRecord } from './audit.ts'
import { type Change, changesOf, type Names, valuesOf } from './audit-values.ts'
import { formatDay } from './dates.ts'
import { listOf, type Message, messages, type Say } from './languages/catalogue.ts'
import { formatPoints } from './points.ts'

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
    case 'rules':
      return tellRules(say, record, changes)
    case 'delegation':
      return { sentence: say(delegationSentence(say, record)), rest: [] }
    case 'question':
      return tellQuestion(say, record, names)
    case 'department':
      return tellHead(say, record, names) ?? tellRow(say, record, changes)
    case 'settings':
      return tellSettings(say, record, changes)
    case 'posting':
      return tellReview(say, record, changes, names) ?? tellPosting(say, record, changes, names)
    default:
      return tellRow(say, record, changes)
  }
}

/** A version of the rules, named by its number. */
function tellRules(say: Say, record: AuditRecord, changes: Change[]): Told {
  const isPublished = record.kind === 'published'
  const sentence = isPublished ? audit.rules.published({ number: record.subject_id ?? 0 }) : otherRecord(record)
  return { sentence: say(sentence), rest: changes }
}

/**
 * Anybody can try to sign in, ask for a password link or open the link of an e-mail; any other record without an actor is an action of the
 * portal itself.
 */
export function actorOf(say: Say, { actor_name, kind, capacity }: Pick<AuditRecord, 'actor_name' | 'kind' | 'capacity'>): string {
  const isAnybody = kind === 'sign-in refused' || kind === 'password link requested' || kind === 'digest off'
  const name = actor_name ?? say(isAnybody ? audit.unknownActor : audit.portal)
  const { as, department_name, for_name } = capacity ?? {}
  if (as === 'head') return say(audit.asHead({ name, department: String(department_name) }))
  if (as === 'delegate') return say(audit.asDelegate({ name, lender: String(for_name) }))
  return name
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
      'digest on': audit.user.digestOn,
      'digest off': audit.user.digestOff,
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
      confirmed: audit.term.confirmed,
      archived: audit.term.archived,
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
  // The link in the e-mail switches it off without a login.
  if (kind === 'digest off' && record.actor_id === null) return { sentence: say(audit.user.digestOffByLink({ name })), rest: [] }
  const sentences = rowSentences[subject]
  const [first, ...others] = changes
  // A change of the role may change more; the role is what the sentence is about.
  const only =
    kind === 'role changed' ? changes.find(({ field }) => field === 'role_id') : others.length === 0 ? first : undefined
  if (sentences && only && ['edited', 'role changed', 'rules changed'].includes(kind))
    return { sentence: say(onlyChange(say, only, sentences, name)), rest: changes.filter((change) => change !== only) }
  // "Closed" and "made current" express these two, and the sentence has the new name.
  const said = ['status', 'is_current', ...(kind === 'edited' ? [] : ['name'])]
  const sentence = say(sentences?.byKind[kind]?.({ name }) ?? otherRecord(record))
  return { sentence, rest: changes.filter(({ field }) => !said.includes(field)) }
}

/** The settings of the portal, which have no name. */
function tellSettings(say: Say, record: AuditRecord, changes: Change[]): Told {
  const { settings } = audit
  if (record.kind === 'mail tested') {
    const address = String(record.after?.['to'] ?? '')
    const { refusal, host = '', reason = '' } = record.after ?? {}
    if (refusal === undefined) return { sentence: say(settings.mailTested({ address })), rest: [] }
    const why = { key: String(refusal), values: { host: String(host), reason: String(reason) } }
    return { sentence: say(settings.mailNotSent({ address, reason: why })), rest: [] }
  }
  const [only, ...others] = changes
  if (only && others.length === 0)
    return { sentence: say(settings.changed({ field: only.label, values: valuesOf(say, only) })), rest: [] }
  return { sentence: say(settings.edited), rest: changes }
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
      if (provider) return session.signedInWith({ name, provider })
      return signedInWith[String(after?.['with'])]?.({ name }) ?? session.signedIn({ name })
    case 'signed out':
      return provider ? session.signedOutBy({ name, provider }) : session.signedOut({ name })
    case 'factor added':
    case 'factor removed':
    case 'factor renamed':
    case 'recovery codes made':
      return factorSentence(record, name)
    case 'sign-in refused':
      if (after?.['step']) return session.secondStepRefused({ name })
      if (provider)
        return subject_name ? session.signInRefusedOfWith({ name, provider }) : session.signInRefusedWith({ provider })
      return subject_name ? session.signInRefusedOf({ name }) : session.signInRefused
    case 'password link requested':
      return subject_name ? session.passwordLinkRequestedOf({ name }) : session.passwordLinkRequested
    case 'password reset':
      return session.passwordReset({ name })
    case 'refused': {
      const count = Number(after?.['count'] ?? 1)
      const action = after?.['action']
      return action ? session.refusedAction({ name, count, action: String(action) }) : session.refused({ name, count })
    }
    default:
      return otherRecord(record)
  }
}

/** Who began or stopped to head a department; undefined for any other record. */
function tellHead(say: Say, record: AuditRecord, names: Names): Told | undefined {
  const sentence = { 'head added': audit.department.headAdded, 'head ended': audit.department.headEnded }[record.kind]
  if (!sentence) return undefined
  const person = (record.person_id === null ? undefined : names.users.get(record.person_id)) ?? general.somebody
  return { sentence: say(sentence({ person, name: nameOf(record) })), rest: [] }
}

/** Named after the delegate. */
function delegationSentence(say: Say, record: AuditRecord): Message {
  const { kind, subject_name, before, after } = record
  const name = subject_name ?? general.somebody
  const lender = String((after ?? before)?.['lender_name'] ?? '') || general.somebody
  const day = formatDay(say, String(after?.['last_day'] ?? ''))
  if (kind === 'lent') return audit.delegation.lent({ lender, name, day })
  return kind === 'ended' ? audit.delegation.ended({ lender, name }) : otherRecord(record)
}

/** A step of a question about a score. Its term is the note. */
function tellQuestion(say: Say, record: AuditRecord, names: Names): Told {
  const { kind, person_id, subject_name, after } = record
  const { line, text = '', answer = '', accepted_value, term_id } = after ?? {}
  const lineName = lineOf(String(line), subject_name)
  const member = (person_id === null ? undefined : names.users.get(person_id)) ?? general.somebody
  const about = { member, line: lineName ?? '' }
  const { question } = audit
  const answered = { ...about, text: String(answer) }
  const sentences: Readonly<Record<string, Message>> = {
    asked: question.asked({ ...about, text: String(text) }),
    written: question.written({ ...about, text: String(text) }),
    accepted:
      accepted_value === undefined
        ? question.accepted(answered)
        : question.acceptedWith({ ...answered, points: formatPoints(Number(accepted_value)) }),
    declined: question.declined(answered),
    withdrawn: question.withdrawn(about),
    unanswered: question.unanswered(about),
  }
  // The evidence of the one who asked.
  const rest = changesOf(say, record, names).filter(({ field }) => field === 'link' || field === 'image')
  const sentence = say((lineName === undefined ? undefined : sentences[kind]) ?? otherRecord(record))
  return { sentence, rest, note: names.terms.get(Number(term_id)) }
}

function lineOf(line: string, activityName: string | null): string | Message | undefined {
  if (line === 'posting') return activityName ?? general.somebody
  return line === 'tp' || line === 'fb' || line === 'missing' ? messages.questions.lines[line] : undefined
}

/** Where it was not the password alone. */
const signedInWith: Readonly<Record<string, Sentence>> = {
  passkey: audit.session.signedInWithPasskey,
  code: audit.session.signedInWithCode,
  'recovery code': audit.session.signedInWithRecoveryCode,
}

function factorSentence(record: AuditRecord, name: string | Message): Message {
  const { kind, after } = record
  const { session } = audit
  const factor = after?.['factor']
  const passkey = String(after?.['name'] ?? '')
  if (kind === 'recovery codes made') return session.recoveryCodesMade({ name })
  if (kind === 'factor renamed') return session.passkeyRenamed({ name, from: String(after?.['from'] ?? ''), to: passkey })
  if (factor === 'passkey') return (kind === 'factor added' ? session.passkeyAdded : session.passkeyRemoved)({ name, passkey })
  if (factor === 'app') return (kind === 'factor added' ? session.appAdded : session.appRemoved)({ name })
  return factor === 'all' ? session.factorsRemoved({ name }) : otherRecord(record)
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
