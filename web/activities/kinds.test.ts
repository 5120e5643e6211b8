import { expect, test } from 'vitest'
import type { Activity } from '../../contract/activities.ts'
import { byKind, isKind, membersOf } from './kinds.ts'

let id = 0
function activity(name: string, given: Partial<Activity> = {}): Activity {
  id += 1
  return { id, name, description: `About ${name}`, score: 1, type: 'Elective', names: {}, descriptions: {}, version: 1, ...given }
}

test('activities of a kind are one row where the first of them was; others stay as they are', () => {
  const talk = { kind: 'Talk', kinds: { ckb: 'وتار' } }
  const [paper, abroad, alone, here] = [
    activity('Paper'),
    activity('Talk abroad', { ...talk, place: 'abroad', score: 3 }),
    activity('Visit abroad', { kind: 'Visit', place: 'abroad' }),
    activity('Talk here', { ...talk, place: 'here', score: 2, descriptions: { ckb: 'لێرە' } }),
  ]
  const rows = byKind([paper, abroad, alone, here])
  expect(rows.map(({ name }) => name)).toEqual(['Paper', 'Talk', 'Visit abroad'])
  expect(rows[1]).toMatchObject({ id: abroad.id, names: talk.kinds, score: 3, members: [abroad, here] })
  expect(rows.map(isKind)).toEqual([false, true, false])
  // A search for a word of one of them finds the kind.
  for (const word of ['Talk here', 'About Talk abroad', 'لێرە']) expect(rows[1]?.description).toContain(word)
  expect(rows.flatMap(membersOf)).toEqual([paper, abroad, here, alone])
})

test('a kind with activities of two types is two rows, each in its type', () => {
  const rows = byKind([
    activity('A', { kind: 'Talk' }),
    activity('B', { kind: 'Talk', type: 'Attending' }),
    activity('C', { kind: 'Talk' }),
    activity('D', { kind: 'Talk', type: 'Attending' }),
  ])
  expect(rows.map(({ name, type }) => [name, type])).toEqual([
    ['Talk', 'Elective'],
    ['Talk', 'Attending'],
  ])
})
