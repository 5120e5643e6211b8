import { describe, expect, test } from 'vitest'
import { roles } from '../../contract/codes.ts'
import type { Action } from '../../contract/endpoint.ts'
import { can, ownCapacity, reviewGrantsOf, rightsOf, scopesOf, scoringScopesOf, type Viewer } from './policy.ts'

const physics = { id: 4, name: 'Physics', names: {} }
const science = { id: 9, name: 'Science', names: {} }
const lent = { department: null, faculty: null, last_day: '2027-01-31' }
const fromAdmin = { ...lent, id: 1, lender_id: 20, lender_name: 'An Administrator' }
const fromHead = { ...lent, id: 2, lender_id: 30, lender_name: 'A Head', department: physics }
const fromDean = { ...lent, id: 3, lender_id: 40, lender_name: 'A Dean', faculty: science }

const none = { department: null, faculty: null, delegations: [], rights: [], dashboard: null }
const member: Viewer = { id: 7, role_id: roles.staff, ...none, headsMayScore: false }
const viewers = {
  member,
  delegate: { ...member, delegations: [fromHead] },
  head: { ...member, department: physics },
  'head who scores': { ...member, department: physics, headsMayScore: true },
  dean: { ...member, faculty: science },
  'dean who scores': { ...member, faculty: science, headsMayScore: true },
  'score keeper': { ...member, rights: ['score_keeper'] },
  reviewer: { ...member, rights: ['reviewer'] },
  reader: { ...member, rights: ['reader'] },
  administrator: { ...member, role_id: roles.admin },
  'administrator by right': { ...member, rights: ['administrator'] },
  'who gives rights': { ...member, rights: ['administrator', 'give_rights'] },
} satisfies Record<string, Viewer>

const offices = ['head', 'head who scores', 'dean', 'dean who scores'] as const
const scored = [
  ...(['member', 'delegate'] as const),
  ...offices,
  ...(['score keeper', 'reviewer', 'reader', 'administrator by right', 'who gives rights'] as const),
]
const administrators = ['administrator', 'administrator by right', 'who gives rights'] as const
const table: Record<Action, (keyof typeof viewers)[]> = {
  admin: [...administrators],
  'read-all': ['reader', ...administrators],
  staff: scored,
  'see-members': [...offices, 'score keeper', 'reviewer', 'reader', ...administrators],
  'see-member': [...offices, 'score keeper', 'reviewer', 'reader', ...administrators],
  review: ['delegate', ...offices, 'reviewer', ...administrators],
  score: ['head who scores', 'dean who scores', 'score keeper', ...administrators],
  lend: [...offices, 'reviewer', ...administrators],
  'add-events': [...offices, ...administrators],
  'give-rights': ['who gives rights'],
}

test.each(Object.entries(table))('%s: %s', (action, allowed) => {
  const may = Object.entries(viewers).filter(([, viewer]) => can(viewer, action as Action))
  expect(may.map(([name]) => name)).toEqual(allowed)
})

test('that heads may score gives nobody else a right', () => {
  expect(can({ ...viewers.delegate, headsMayScore: true }, 'score')).toBe(false)
})

describe('the grants of a reviewer', () => {
  test('an administrator reviews everybody by the own role, whatever was lent', () => {
    expect(reviewGrantsOf({ ...viewers.administrator, delegations: [fromHead] })).toEqual([
      { scope: null, lenderId: null, capacity: null },
    ])
  })

  test('a head comes first as head, and then for those who lent', () => {
    expect(reviewGrantsOf({ ...viewers.head, delegations: [fromAdmin, fromHead] })).toEqual([
      { scope: { departmentId: 4 }, lenderId: null, capacity: { as: 'head', department_id: 4, department_name: 'Physics' } },
      { scope: null, lenderId: 20, capacity: { as: 'delegate', for_id: 20, for_name: 'An Administrator' } },
      { scope: { departmentId: 4 }, lenderId: 30, capacity: { as: 'delegate', for_id: 30, for_name: 'A Head' } },
    ])
  })

  test('what a dean lends is the faculty, and never everybody', () => {
    expect(reviewGrantsOf({ ...viewers.member, delegations: [fromDean] })).toEqual([
      { scope: { facultyId: 9 }, lenderId: 40, capacity: { as: 'delegate', for_id: 40, for_name: 'A Dean' } },
    ])
  })

  test('a dean who also heads a department acts there as its head, and a delegate of theirs has both', () => {
    const both = { department: physics, faculty: science }
    expect(reviewGrantsOf({ ...viewers.member, ...both }).map(({ scope, capacity }) => [scope, capacity?.as])).toEqual([
      [{ departmentId: 4 }, 'head'],
      [{ facultyId: 9 }, 'dean'],
    ])
    expect(reviewGrantsOf({ ...viewers.member, delegations: [{ ...fromDean, ...both }] }).map(({ scope }) => scope)).toEqual([
      { departmentId: 4 },
      { facultyId: 9 },
    ])
  })
})

test('only a head and a dean have another capacity than the own role', () => {
  expect(ownCapacity(viewers.administrator)).toBeNull()
  expect(ownCapacity(viewers.delegate)).toBeNull()
  expect(ownCapacity(viewers.head)).toEqual({ as: 'head', department_id: 4, department_name: 'Physics' })
  expect(ownCapacity(viewers.dean)).toEqual({ as: 'dean', faculty_id: 9, faculty_name: 'Science' })
})

test('the pages get what the viewer may do', () => {
  expect(rightsOf(viewers.delegate)).toEqual({
    department: null,
    faculty: null,
    see_members: false,
    review: true,
    score: false,
    lend: false,
    delegations: [fromHead],
    is_administrator: false,
    is_reader: false,
    give_rights: false,
    sees_everybody: false,
    dashboard: null,
  })
})

describe('rights beside being scored', () => {
  const { reader, head } = viewers

  test('a reader reads what administrators read; an administrator is no reader', () => {
    expect(rightsOf(reader)).toMatchObject({ is_administrator: false, is_reader: true, see_members: true, sees_everybody: true })
    expect(rightsOf({ ...reader, rights: ['administrator', 'reader'] })).toMatchObject({
      is_administrator: true,
      is_reader: false,
    })
  })

  test('a head who reads everything goes on reviewing and scoring their department alone', () => {
    const both: Viewer = { ...head, headsMayScore: true, rights: ['reader'] }
    expect(scopesOf(both)).toEqual([null])
    expect(scoringScopesOf(both)).toEqual([{ departmentId: 4 }])
    expect(reviewGrantsOf(both).map(({ scope }) => scope)).toEqual([{ departmentId: 4 }])
  })

  test('a head who reviews everybody scores nobody but their department', () => {
    const both: Viewer = { ...head, headsMayScore: true, rights: ['reviewer'] }
    expect(reviewGrantsOf(both)).toEqual([{ scope: null, lenderId: null, capacity: null }])
    expect(scoringScopesOf(both)).toEqual([{ departmentId: 4 }])
  })

  test('giving rights is nothing without being an administrator', () => {
    expect(can({ ...member, rights: ['give_rights'] }, 'give-rights')).toBe(false)
  })
})
