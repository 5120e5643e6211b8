import { expect, test } from 'vitest'
import { historyOf, type PostingRecord } from './posting-history.ts'

const owner = 7
let id = 0
function record(kind: string, given: Partial<PostingRecord> = {}): PostingRecord {
  id += 1
  const at = new Date(Date.UTC(2026, 9, 1, 8, id)).toISOString()
  return {
    id,
    at,
    kind,
    actor_id: owner,
    openable_id: null,
    actor_name: 'Sara',
    capacity: null,
    before: null,
    after: null,
    ...given,
  }
}
const reviewer = { actor_id: 9, actor_name: 'Rana' }

test('a posting with its edits and decisions, in the words of people', () => {
  const entries = historyOf(
    [
      record('posted', { after: { link: 'a', image: 'ab12' } }),
      record('returned', {
        ...reviewer,
        before: { state: 'posted' },
        after: { state: 'returned', returned_reason: 'Wrong day' },
      }),
      record('edited', {
        before: { state: 'returned', returned_reason: 'Wrong day', starting_date: '2026-10-01' },
        after: { state: 'posted', returned_reason: null, starting_date: '2026-10-02' },
      }),
      record('verified', { ...reviewer, before: { state: 'posted' }, after: { state: 'verified' } }),
      record('edited', { ...reviewer, before: { state: 'verified' }, after: { state: 'posted' } }),
    ],
    owner,
  )
  expect(entries.map(({ kind, reason, before, after }) => ({ kind, reason, before, after }))).toEqual([
    { kind: 'posted', reason: null, before: {}, after: {} },
    { kind: 'returned', reason: 'Wrong day', before: {}, after: {} },
    { kind: 'edited', reason: null, before: { starting_date: '2026-10-01' }, after: { starting_date: '2026-10-02' } },
    { kind: 'verified', reason: null, before: {}, after: {} },
    { kind: 'taken back', reason: null, before: {}, after: {} },
  ])
})

test('the form and its image are one save; a second later it is another', () => {
  const link = { before: { link: 'a' }, after: { link: 'b' } }
  const image = { before: { image: null }, after: { image: 'ab12' } }
  const at = (second: string) => ({ at: `2026-10-01T08:00:${second}Z` })
  const entries = historyOf(
    [
      record('edited', { ...link, ...at('00.000') }),
      record('edited', { ...image, ...at('00.400') }),
      record('edited', { ...image, ...at('02.000') }),
    ],
    owner,
  )
  expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { link: 'a', image: null }, after: { link: 'b', image: 'ab12' } },
    { before: { image: null }, after: { image: 'ab12' } },
  ])
  // Two people at the same moment are two edits.
  const two = [record('edited', { ...link, ...at('10.000') }), record('edited', { ...image, ...reviewer, ...at('10.100') })]
  expect(historyOf(two, owner)).toHaveLength(2)
})

test('records of another release, of the portal itself, and columns that are nobody’s business are left out', () => {
  const byItself = record('edited', { actor_id: null, actor_name: null, before: { link: 'a' }, after: { link: 'b' } })
  const entries = historyOf([record('moved'), byItself, record('edited', { before: { secret: 1 }, after: { secret: 2 } })], owner)
  expect(entries).toMatchObject([{ kind: 'edited', before: {}, after: {} }])
})
