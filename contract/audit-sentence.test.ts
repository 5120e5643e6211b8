import { describe, expect, test } from 'vitest'
import type { AuditRecord } from './audit.ts'
import { actorOf, tell } from './audit-sentence.ts'
import { valuesOf } from './audit-values.ts'
import { speaker } from './languages/catalogue.ts'
import { en } from './languages/en.ts'

const say = speaker('en', en)

const names = {
  users: new Map([[8, 'Dr. Sara Aziz']]),
  departments: new Map([[1, 'Physics']]),
  terms: new Map([[3, 'Autumn 2026']]),
}

function record(
  subject: AuditRecord['subject'],
  kind: string,
  name: string | null,
  given: Partial<AuditRecord> = {},
): AuditRecord {
  const nobody = { actor_id: 7, actor_name: 'Rana Wahid', address: '127.0.0.1', subject_id: 3, person_id: 8 }
  return {
    id: 1,
    at: '2026-11-15T14:02:31.000Z',
    ...nobody,
    capacity: null,
    subject,
    kind,
    subject_name: name,
    before: null,
    after: null,
    ...given,
  }
}
const change = (before: AuditRecord['before'], after: AuditRecord['after']) => ({ before, after })
const sara = 'Dr. Sara Aziz'

test.each<[string, AuditRecord]>([
  ['Teacher points of Dr. Sara Aziz: 4.5 → 6', record('score', 'scored', sara, change({ tp: 4.5 }, { tp: 6 }))],
  ['Feedback of Dr. Sara Aziz: 0 → 3', record('score', 'scored', sara, change({ fb: 0 }, { fb: 3 }))],
  [
    'Scores of Dr. Sara Aziz: teacher points 0 → 4, feedback 0 → 3',
    record('score', 'scored', sara, change({ tp: 0, fb: 0 }, { tp: 4, fb: 3 })),
  ],
  [
    'Dr. Sara Aziz questioned Teacher points: Why?',
    record('question', 'asked', sara, change(null, { line: 'tp', term_id: 3, text: 'Why?' })),
  ],
  [
    'Question of Dr. Sara Aziz about Seminar declined: No list',
    record('question', 'declined', 'Seminar', change(null, { line: 'posting', term_id: 3, answer: 'No list' })),
  ],
  [
    'Question of Dr. Sara Aziz about Feedback accepted with the score 4.5: Right',
    record('question', 'accepted', sara, change(null, { line: 'fb', term_id: 3, answer: 'Right', accepted_value: 4.5 })),
  ],
  [
    'Question of Dr. Sara Aziz about Something missing withdrawn',
    record('question', 'withdrawn', sara, change(null, { line: 'missing', term_id: 3 })),
  ],
  ['Role of X: Staff → Admin', record('user', 'role changed', 'X', change({ role_id: 2 }, { role_id: 1 }))],
  ['Title of X: Professor → Lecturer', record('user', 'edited', 'X', change({ title: 'p' }, { title: 'l' }))],
  ['Degree of X: none → PhD', record('user', 'edited', 'X', change({ degree: null }, { degree: 'PhD' }))],
  ['Department of X: Physics → no. 9', record('user', 'edited', 'X', change({ department_id: 1 }, { department_id: 9 }))],
  ['Password of X changed', record('user', 'edited', 'X', change({ password: 'changed' }, { password: 'changed' }))],
  ['User X renamed to Y', record('user', 'edited', 'Y', change({ name: 'X' }, { name: 'Y' }))],
  ['User X removed', record('user', 'removed', 'X')],
  ['X signed in', record('session', 'signed in', 'X')],
  ['X signed in with a passkey', record('session', 'signed in', 'X', change(null, { with: 'passkey' }))],
  ['X signed in with a password and a code', record('session', 'signed in', 'X', change(null, { with: 'code' }))],
  ['Second step of X refused', record('session', 'sign-in refused', 'X', change(null, { step: 'code' }))],
  ['Passkey Laptop of X added', record('session', 'factor added', 'X', change(null, { factor: 'passkey', name: 'Laptop' }))],
  ['Authenticator app of X turned off', record('session', 'factor removed', 'X', change(null, { factor: 'app' }))],
  ['All second factors of X removed', record('session', 'factor removed', 'X', change(null, { factor: 'all' }))],
  [
    'Passkey Laptop of X renamed to Office PC',
    record('session', 'factor renamed', 'X', change(null, { factor: 'passkey', from: 'Laptop', name: 'Office PC' })),
  ],
  ['New recovery codes of X made', record('session', 'recovery codes made', 'X')],
  ['Account x@uni.example linked to X', record('user', 'linked', 'X', change(null, { account: 'x@uni.example', issuer: 'i' }))],
  [
    'Account x@uni.example unlinked from X',
    record('user', 'unlinked', 'X', change({ account: 'x@uni.example', issuer: 'i' }, null)),
  ],
  ['Weekly e-mail of X switched on', record('user', 'digest on', 'X')],
  ['Weekly e-mail of X switched off', record('user', 'digest off', 'X')],
  ['Weekly e-mail of X switched off with the link in it', record('user', 'digest off', 'X', { actor_id: null })],
  ['X signed in with Uni', record('session', 'signed in', 'X', change(null, { provider: 'Uni' }))],
  ['X was signed out by Uni', record('session', 'signed out', 'X', change(null, { provider: 'Uni' }))],
  [
    'Name (Kurdish) of department Physics: \u2068none → \u2068فیزیا\u2069\u2069',
    record('department', 'edited', 'Physics', change({ name_ckb: null }, { name_ckb: 'فیزیا' })),
  ],
  ['Dr. Sara Aziz made head of department Physics', record('department', 'head added', 'Physics')],
  ['Dr. Sara Aziz no longer head of department Physics', record('department', 'head ended', 'Physics')],
  ['Somebody made head of department Physics', record('department', 'head added', 'Physics', { person_id: 99 })],
  [
    'Review of Rana Wahid lent to Dr. Sara Aziz until 31 Jan 2027',
    record('delegation', 'lent', sara, change(null, { lender_name: 'Rana Wahid', last_day: '2027-01-31' })),
  ],
  [
    'Review of Rana Wahid no longer lent to Dr. Sara Aziz',
    record('delegation', 'ended', sara, change(null, { lender_name: 'Rana Wahid', last_day: '2027-01-31' })),
  ],
  [
    'Rules version of term Next: 1 → 2',
    record('term', 'rules changed', 'Next', change({ rules_version: 1 }, { rules_version: 2 })),
  ],
  ['Rules version 2 published', record('rules', 'published', null, { subject_id: 2 })],
  ['Department Botany added', record('department', 'added', 'Botany', change(null, { name: 'Botany' }))],
  [
    'Department Physics renamed to Physics II',
    record('department', 'edited', 'Physics II', change({ name: 'Physics' }, { name: 'Physics II' })),
  ],
  ['Points of activity Seminar: 1 → 1.25', record('activity', 'edited', 'Seminar', change({ score: 1 }, { score: 1.25 }))],
  ['Term Autumn 2026 closed', record('term', 'closed', 'Autumn 2026', change({ status: 'open' }, { status: 'closed' }))],
  ['Term Next made current', record('term', 'made current', 'Next', change({ is_current: false }, { is_current: true }))],
  [
    'End of term Next: 31 Aug 2027 → 30 Sep 2027',
    record('term', 'edited', 'Next', change({ end_date: '2027-08-31' }, { end_date: '2027-09-30' })),
  ],
  ['X signed in', record('session', 'signed in', 'X')],
  ['X signed out', record('session', 'signed out', 'X')],
  ['Sign-in refused', record('session', 'sign-in refused', null)],
  ['Sign-in of X refused', record('session', 'sign-in refused', 'X')],
  [
    'X was refused: Remove a user',
    record('session', 'refused', 'X', change(null, { call: 'DELETE /users/:id', action: 'Remove a user' })),
  ],
  ['X was refused', record('session', 'refused', 'X', change(null, { call: 'DELETE /users/:id' }))],
  [
    'Date of the posted Open day: 1 Oct 2026 → 2 Oct 2026',
    record('posting', 'edited', 'Open day', change({ starting_date: '2026-10-01' }, { starting_date: '2026-10-02' })),
  ],
  [
    'Posting Open day of Dr. Sara Aziz verified',
    record('posting', 'verified', 'Open day', change({ state: 'posted' }, { state: 'verified' })),
  ],
  [
    'Posting Open day verified',
    record('posting', 'verified', 'Open day', { person_id: 99, ...change({ state: 'posted' }, { state: 'verified' }) }),
  ],
  [
    'Posting Open day of Dr. Sara Aziz returned: Wrong date',
    record(
      'posting',
      'returned',
      'Open day',
      change({ state: 'posted', returned_reason: null }, { state: 'returned', returned_reason: 'Wrong date' }),
    ),
  ],
])('%s', (sentence, given) => {
  expect(tell(say, given, names)).toMatchObject({ sentence, rest: [] })
})

describe('what the sentence has no room for', () => {
  const restOf = (given: AuditRecord) => tell(say, given, names).rest.map((one) => `${one.label}: ${valuesOf(say, one)}`)

  test('several changes, and the values of what is new or gone', () => {
    const edited = record('user', 'edited', 'Y', change({ name: 'X', gender: 'Male' }, { name: 'Y', gender: 'Other' }))
    expect(tell(say, edited, names).sentence).toBe('User Y edited')
    expect(restOf(edited)).toEqual(['Name: X → Y', 'Gender: Male → Other'])
    expect(restOf(record('activity', 'added', 'A', change(null, { name: 'A', score: 2, type: 'Elective' })))).toEqual([
      'Points: 2',
      'Type: Elective',
    ])
    expect(restOf(record('user', 'added', 'X', change(null, { name: 'X', password: 'changed', gender: 'Male' })))).toEqual([
      'Gender: Male',
    ])
    const posted = { user_id: 8, activity_id: 4, activity_name: 'Open day', term_id: 3, starting_date: '2026-10-10' }
    const gone = record('posting', 'deleted', 'Open day', change(posted, null))
    expect(tell(say, gone, names)).toMatchObject({ sentence: 'Posted Open day deleted', note: 'Posted by Dr. Sara Aziz' })
    expect(restOf(gone)).toEqual(['Term: Autumn 2026', 'Date: 10 Oct 2026'])
    expect(
      restOf(record('user', 'role changed', 'X', change({ role_id: 2, degree: 'PhD' }, { role_id: 1, degree: null }))),
    ).toEqual(['Degree: PhD → none'])
  })

  test('a review that is taken back, and an edit that makes a returned posting count again', () => {
    const back = change({ state: 'returned', returned_reason: 'Wrong date' }, { state: 'posted', returned_reason: null })
    const taken = record('posting', 'edited', 'Open day', back)
    expect(tell(say, taken, names).sentence).toBe('Review of posting Open day of Dr. Sara Aziz taken back')
    expect(restOf(taken)).toEqual(['State: returned → posted', 'Reason: Wrong date → none'])
    const edited = record('posting', 'edited', 'Open day', { ...back, actor_id: 8 })
    expect(tell(say, edited, names).sentence).toBe('Posted Open day edited')
  })

  test('a score says its term', () => {
    expect(tell(say, record('score', 'scored', sara, change({ tp: 1 }, { tp: 2 })), names).note).toBe('Autumn 2026')
  })
})

test('who acted', () => {
  expect(actorOf(say, record('user', 'added', 'X'))).toBe('Rana Wahid')
  expect(actorOf(say, record('user', 'added', 'X', { actor_name: null }))).toBe('The portal')
  expect(actorOf(say, record('session', 'sign-in refused', 'X', { actor_name: null }))).toBe('Unknown')
  const inCapacity = (capacity: AuditRecord['capacity']) => actorOf(say, record('posting', 'verified', 'X', { capacity }))
  expect(inCapacity({ as: 'head', department_id: 1, department_name: 'Physics' })).toBe('Rana Wahid, as head of Physics')
  expect(inCapacity({ as: 'delegate', for_id: 8, for_name: sara })).toBe('Rana Wahid, for Dr. Sara Aziz')
  // Of another release.
  expect(inCapacity({ as: 'dean' })).toBe('Rana Wahid')
})

test('a sign-in that was refused has its reason beside the sentence', () => {
  const values = change(null, { provider: 'Uni', reason: 'too late' })
  const rest = [{ field: 'reason', label: 'Reason', from: undefined, to: 'too late' }]
  expect(tell(say, record('session', 'sign-in refused', null, values), names)).toEqual({
    sentence: 'Sign-in with Uni refused',
    rest,
  })
  const ofX = tell(say, record('session', 'sign-in refused', 'X', values), names)
  expect(ofX).toEqual({ sentence: 'Sign-in of X with Uni refused', rest })
})

test('a version of the rules is recorded with its bands and limits in words', () => {
  const after = {
    note: 'Fairer',
    bands: { p: [0, 6, 20, 45, 60, 80], ap: [0, 6, 20, 35, 50, 70], l: [0, 6, 15, 24, 35, 55], al: [0, 6, 12, 18, 25, 45] },
    limits: [
      { activity_id: 4, activity_name: 'Seminar', type: null, most_times: 2, most_points: 10 },
      { activity_id: null, activity_name: null, type: 'Elective', most_times: null, most_points: 7.5 },
    ],
  }
  const { rest } = tell(say, record('rules', 'published', null, { subject_id: 2, after }), names)
  expect(rest.map(({ label, to }) => [label, to])).toEqual([
    ['Note', 'Fairer'],
    [
      'Grade bands',
      'Professor 0 / 6 / 20 / 45 / 60 / 80; Assistant Professor 0 / 6 / 20 / 35 / 50 / 70; Lecturer 0 / 6 / 15 / 24 / 35 / 55; ' +
        'Assistant Lecturer 0 / 6 / 12 / 18 / 25 / 45',
    ],
    ['Limits', 'Seminar: counts at most twice, at most 10 points; All activities of type Elective: at most 7.5 points'],
  ])
})
