import { expect, test } from 'vitest'
import type { AuditRecord } from './audit.ts'
import { actorOf, explain } from './audit-sentence.ts'
import { valuesOf } from './audit-values.ts'
import { ar } from './languages/ar.ts'
import { speaker } from './languages/catalogue.ts'
import { ckb } from './languages/ckb.ts'
import { en } from './languages/en.ts'

const say = speaker('en', en)

const names = { user: { 8: 'Dr. Sara Aziz' }, department: { 1: 'Physics' }, term: { 3: 'Autumn 2026' } }

function record(
  subject: AuditRecord['subject'],
  kind: string,
  name: string | null,
  values: Partial<AuditRecord> = {},
): AuditRecord {
  const byRana = { actor_id: 7, actor_name: 'Rana Wahid', address: '127.0.0.1', subject_id: 3, person_id: null }
  return {
    id: 1,
    at: '2026-11-15T14:02:31.000Z',
    ...byRana,
    capacity: null,
    subject,
    kind,
    subject_name: name,
    before: null,
    after: null,
    ...values,
  }
}
const change = (before: AuditRecord['before'], after: AuditRecord['after']) => ({ before, after })
const sara = 'Dr. Sara Aziz'
const ofSara = { person_id: 8 }

/** The sentence, the note if there is one, and each field. */
function wordsOf(recorded: AuditRecord, inLanguage = say): string[] {
  const { sentence, note, changes } = explain(inLanguage, recorded, names)
  return [sentence, ...(note ? [note] : []), ...changes.map((one) => `${one.label}: ${valuesOf(inLanguage, one)}`)]
}

test.each<[string[], AuditRecord]>([
  [['Department Botany added'], record('department', 'added', 'Botany', change(null, { name: 'Botany' }))],
  [['User X deleted'], record('user', 'removed', 'X')],
  [
    ['Department Physics II edited', 'Name: Physics → Physics II'],
    record('department', 'edited', 'Physics II', change({ name: 'Physics' }, { name: 'Physics II' })),
  ],
  [
    ['Department Physics edited', 'Name (Kurdish): none → \u2068فیزیا\u2069'],
    // The former fields are recorded as the releases before did.
    record('department', 'edited', 'Physics', change({ name_ckb: null }, { name_ckb: 'فیزیا' })),
  ],
  [
    ['Department Physics edited', 'Name (Kurdish): none → \u2068فیزیا\u2069'],
    record('department', 'edited', 'Physics', change({ names: {} }, { names: { ckb: 'فیزیا' } })),
  ],
  [
    ['Department Physics edited', 'Name (Arabic): \u2068فيزياء\u2069 → none'],
    record('department', 'edited', 'Physics', change({ names: { ckb: 'فیزیا', ar: 'فيزياء' } }, { names: { ckb: 'فیزیا' } })),
  ],
  [['Department Physics head added', `Concerns ${sara}`], record('department', 'head added', 'Physics', ofSara)],
  [
    ['Activity Seminar added', 'Score: 2', 'Type: Elective'],
    record('activity', 'added', 'Seminar', change(null, { name: 'Seminar', score: 2, type: 'Elective' })),
  ],
  [
    ['User Y edited', 'Name: X → Y', 'Gender: Male → Other', 'Title: Professor → Lecturer', 'Degree: none → M.A.'],
    record(
      'user',
      'edited',
      'Y',
      change({ name: 'X', gender: 'Male', title: 'p', degree: null }, { name: 'Y', gender: 'Other', title: 'l', degree: 'M.A.' }),
    ),
  ],
  [
    ['User X edited', 'Department: Physics → no. 9'],
    record('user', 'edited', 'X', change({ department_id: 1 }, { department_id: 9 })),
  ],
  [
    ['User X edited', 'Password: changed'],
    record('user', 'edited', 'X', change({ password: 'changed' }, { password: 'changed' })),
  ],
  [
    ['User X added', 'Gender: Male'],
    record('user', 'added', 'X', change(null, { name: 'X', password: 'changed', gender: 'Male' })),
  ],
  [['User X role changed', 'Role: Staff → Admin'], record('user', 'role changed', 'X', change({ role_id: 2 }, { role_id: 1 }))],
  [
    ['User X account linked', 'Account: x@uni.example', 'Issuer: i'],
    record('user', 'linked', 'X', change(null, { account: 'x@uni.example', issuer: 'i', subject: '9f2' })),
  ],
  [['User X weekly email turned off'], record('user', 'digest off', 'X')],
  [['Weekly email for X turned off using the link in it'], record('user', 'digest off', 'X', { actor_id: null })],
  [
    ['Member Dr. Sara Aziz scored', 'Autumn 2026', 'Teacher points: not set → 4', 'Feedback: 0 → 3'],
    record('score', 'scored', sara, { ...ofSara, ...change({ tp: null, fb: 0 }, { tp: 4, fb: 3 }) }),
  ],
  [
    ['Term Autumn 2026 closed', 'Closing: 1', 'Members: 12'],
    record('term', 'closed', 'Autumn 2026', change({ status: 'open' }, { status: 'closed', closing: 1, members: 12 })),
  ],
  [['Term Next made current'], record('term', 'made current', 'Next', change({ is_current: false }, { is_current: true }))],
  [
    ['Term Next edited', 'End: 31 Aug 2027 → 30 Sep 2027', 'Current: no → yes'],
    record(
      'term',
      'edited',
      'Next',
      change({ end_date: '2027-08-31', is_current: false }, { end_date: '2027-09-30', is_current: true }),
    ),
  ],
  [
    ['Term Next rules changed', 'Rules version: 1 → 2'],
    record('term', 'rules changed', 'Next', change({ rules_version: 1 }, { rules_version: 2 })),
  ],
  [
    ['Posting Open day permanently deleted', `Concerns ${sara}`, 'Term: Autumn 2026', 'Starting date: 10 Oct 2026'],
    record('posting', 'deleted', 'Open day', {
      ...ofSara,
      before: { user_id: 8, activity_id: 4, activity_name: 'Open day', term_id: 3, starting_date: '2026-10-10' },
    }),
  ],
  [
    ['Posting Open day returned', `Concerns ${sara}`, 'Reason: none → Wrong date'],
    record('posting', 'returned', 'Open day', {
      ...ofSara,
      ...change({ state: 'posted', returned_reason: null }, { state: 'returned', returned_reason: 'Wrong date' }),
    }),
  ],
  [
    ['Posting Open day edited', `Concerns ${sara}`, 'State: returned → posted'],
    record('posting', 'edited', 'Open day', { ...ofSara, ...change({ state: 'returned' }, { state: 'posted' }) }),
  ],
  // The name of the member stands beside it, as that of the actor.
  [['Posting Open day posted'], record('posting', 'posted', 'Open day', { ...ofSara, actor_id: 8 })],
  [
    ['Posting Open day edited', 'Image: none → SHA-256 aaaaaaaaaaaa…', 'Other files: a.pdf (bbbbbbbbbbbb…)'],
    record('posting', 'edited', 'Open day', {
      before: { image: null },
      after: { image: 'a'.repeat(64), files: [{ name: 'a.pdf', checksum: 'b'.repeat(64) }] },
    }),
  ],
  [
    ['Settings edited', 'University name: none → Arden'],
    record('settings', 'edited', null, change({ university_name: null }, { university_name: 'Arden' })),
  ],
  [['Test email sent to a@b.example'], record('settings', 'mail tested', null, { after: { to: 'a@b.example' } })],
  [
    ['Rana Wahid delegated reviews to Dr. Sara Aziz until 31 Jan 2027'],
    record('delegation', 'lent', sara, {
      ...ofSara,
      after: { lender_id: 7, lender_name: 'Rana Wahid', last_day: '2027-01-31' },
    }),
  ],
  [
    ['Question from Dr. Sara Aziz about Teacher points asked', 'Autumn 2026', 'Text: Why?'],
    record('question', 'asked', sara, { ...ofSara, after: { line: 'tp', term_id: 3, text: 'Why?' } }),
  ],
  [
    ['Question from Dr. Sara Aziz about Seminar accepted', 'Autumn 2026', 'Answer: Right', 'New score: 4.5'],
    record('question', 'accepted', 'Seminar', {
      ...ofSara,
      after: { line: 'posting', term_id: 3, answer: 'Right', accepted_value: 4.5 },
    }),
  ],
  [['User X signed in', 'With: recovery code'], record('session', 'signed in', 'X', { after: { with: 'recovery code' } })],
  [['User X signed out', 'Sign-in service: Uni'], record('session', 'signed out', 'X', { after: { provider: 'Uni' } })],
  [
    ['Sign-in refused', 'Sign-in service: Uni', 'Reason: too late'],
    record('session', 'sign-in refused', null, { after: { provider: 'Uni', reason: 'too late' } }),
  ],
  [
    ['User X second factor added', 'Second factor: passkey', 'Name: Laptop'],
    record('session', 'factor added', 'X', { after: { factor: 'passkey', name: 'Laptop' } }),
  ],
  [
    ['X was denied access 3 times', 'Call: DELETE /users/:id', 'Action: Users: delete'],
    record('session', 'refused', 'X', { after: { call: 'DELETE /users/:id', action: 'Remove a user', count: 3 } }),
  ],
  // A record of another release.
  [
    ['Timetable Spring locked', 'Last hour: 18', 'Type: Lab'],
    record('timetable', 'locked', 'Spring', { after: { last_hour: 18, type: 'Lab' } }),
  ],
])('%s', (expected, recorded) => {
  expect(wordsOf(recorded)).toEqual(expected)
})

test('every language says subject, name, kind and fields in its order', () => {
  const edited = record('department', 'edited', 'Physics', change({ name: 'Optics' }, { name: 'Physics' }))
  const visible = (text: string) => text.replace(/[\u200f\u2068\u2069]/g, '')
  expect(wordsOf(edited, speaker('ckb', ckb)).map(visible)).toEqual(['بەشی Physics: دەستکاریکردن', 'ناو: Optics ← Physics'])
  expect(wordsOf(edited, speaker('ar', ar)).map(visible)).toEqual(['القسم Physics: تعديل', 'الاسم: Optics ← Physics'])
})

test('who acted', () => {
  expect(actorOf(say, record('user', 'added', 'X'))).toBe('Rana Wahid')
  expect(actorOf(say, record('user', 'added', 'X', { actor_name: null }))).toBe('The portal')
  expect(actorOf(say, record('session', 'sign-in refused', 'X', { actor_name: null }))).toBe('Unknown')
  const inCapacity = (capacity: AuditRecord['capacity']) => actorOf(say, record('posting', 'verified', 'X', { capacity }))
  expect(inCapacity({ as: 'head', department_id: 1, department_name: 'Physics' })).toBe('Rana Wahid, as head of Physics')
  expect(inCapacity({ as: 'delegate', for_id: 8, for_name: sara })).toBe('Rana Wahid, on behalf of Dr. Sara Aziz')
  expect(inCapacity({ as: 'dean', faculty_id: 1, faculty_name: 'Science' })).toBe('Rana Wahid, as dean of Science')
  // A capacity of another release.
  expect(inCapacity({ as: 'rector' })).toBe('Rana Wahid')
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
  expect(wordsOf(record('rules', 'published', null, { subject_id: 2, after }))).toEqual([
    'Rules version no. 2 published',
    'Note: Fairer',
    'Grade bands: Professor 0 / 6 / 20 / 45 / 60 / 80; Assistant Professor 0 / 6 / 20 / 35 / 50 / 70; ' +
      'Lecturer 0 / 6 / 15 / 24 / 35 / 55; Assistant Lecturer 0 / 6 / 12 / 18 / 25 / 45',
    'Limits: Seminar: counts at most twice, at most 10 points; All Elective activities: at most 7.5 points',
  ])
})

test('the account of the first start is named in the language of the reader, as actor and as the one who is concerned', () => {
  const kurdish = speaker('ckb', ckb)
  const byFirst = (values: Partial<AuditRecord> = {}) =>
    record('user', 'edited', 'Administrator', { actor_name: 'Administrator', ...values })
  const name = ckb.codes.firstAccount
  expect([actorOf(kurdish, byFirst()), actorOf(say, byFirst())]).toEqual([name, 'Administrator'])
  expect(
    actorOf(kurdish, byFirst({ capacity: { as: 'delegate', for_id: 1, for_name: 'Administrator' }, actor_name: sara })),
  ).toContain(name)
  expect(explain(kurdish, byFirst(), names).sentence).toContain(name)
  const ofFirst = record('posting', 'posted', 'Seminar', { person_id: 1 })
  expect(explain(kurdish, ofFirst, { user: { 1: 'Administrator' } }).note).toContain(name)
  const after = { lender_name: 'Administrator', last_day: '2026-11-30' }
  expect(explain(kurdish, record('delegation', 'lent', sara, { after }), names).sentence).toContain(name)
})
