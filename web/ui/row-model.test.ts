import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNamesIn } from './name-order.ts'
import { type ModelColumn, RowModel, type TableQuery } from './row-model.ts'

type Person = { id: number; name: string; points: number | null; unit: string | null }

const columns: ModelColumn<Person>[] = [
  { id: 'name', value: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'points', value: ({ points }) => points, sortBy: ({ points }) => points },
  { id: 'unit', value: ({ unit }) => unit, sortBy: ({ unit }) => unit },
]
const everything: TableQuery = { search: '', filters: {}, sort: undefined }
const run = (rows: Person[], query: Partial<TableQuery>) =>
  new RowModel(rows, columns, undefined).run({ ...everything, ...query }).map(({ id }) => id)
const person = (id: number, name: string, points: number | null = 0, unit: string | null = 'Physics'): Person => ({
  id,
  name,
  points,
  unit,
})

describe('the rows of a table', () => {
  const rows = [person(1, 'Öztürk, Ayşe', 4), person(2, 'adam', null), person(3, 'Zoe', 10, 'History'), person(4, 'Adam', 9)]

  test('are searched by all words in any order, ignoring case and accents', () => {
    expect(run(rows, { search: 'ayse ozturk' })).toEqual([1])
    expect(run(rows, { search: 'ADAM' })).toEqual([2, 4])
    expect(run(rows, { search: 'adam zoe' })).toEqual([])
  })

  test('are found by what a column searches in besides its value', () => {
    const translated: ModelColumn<Person>[] = [
      { id: 'name', value: () => 'سیمپۆزیۆم', sortBy: ({ name }) => name, searchBy: ({ name }) => `سیمپۆزیۆم ${name}` },
    ]
    const model = new RowModel([person(1, 'Symposium')], translated, undefined, 'ckb')
    for (const search of ['symposium', 'سیمپۆزیۆم', 'سیم sym']) expect(model.run({ ...everything, search })).toHaveLength(1)
    expect(model.run({ ...everything, search: 'seminar' })).toEqual([])
  })

  test('are searched in Kurdish and Arabic, from any keyboard', () => {
    const people = [person(1, 'ڕێبوار کەریم', 7), person(2, 'أحمد علي'), person(3, 'ئارام')]
    expect(run(people, { search: 'كه‌ريم ريبوار' })).toEqual([1])
    expect(run(people, { search: 'احمد علی' })).toEqual([2])
    expect(run(people, { search: 'آرام' })).toEqual([3])
    expect(run(people, { search: '٧' })).toEqual([1])
  })

  test('are found in another spelling if none has the one that is searched', () => {
    const people = [person(1, 'محەمەد کەریم'), person(2, 'محمد سليم'), person(3, 'عومەر')]
    const model = new RowModel(people, columns, undefined)
    const found = (search: string) => [
      model.run({ ...everything, search }).map(({ id }) => id),
      model.isOtherSpelling(search) ? 'other spelling' : 'as typed',
    ]
    expect(found('محمد')).toEqual([[2], 'as typed'])
    expect(found('محمد كريم')).toEqual([[1], 'other spelling'])
    expect(found('عمر')).toEqual([[3], 'other spelling'])
    expect(found('حسين')).toEqual([[], 'as typed'])
    expect(found('')).toEqual([[1, 2, 3], 'as typed'])
  })

  test('are sorted in the language of the page', () => {
    const people = [person(1, 'زانا'), person(2, 'ڕزگار')]
    const sorted = (language?: 'ckb') =>
      new RowModel(people, columns, undefined, language).run({ ...everything, sort: { id: 'name', isDescending: false } })
    expect(sorted().map(({ id }) => id)).toEqual([1, 2])
    expect(sorted('ckb').map(({ id }) => id)).toEqual([2, 1])
  })

  test('are filtered by the whole value', () => {
    expect(run(rows, { filters: { unit: ['History'] } })).toEqual([3])
    expect(run(rows, { filters: { unit: ['Hist'] } })).toEqual([])
    expect(run(rows, { filters: { unit: ['History', 'Physics'] } })).toEqual([1, 2, 3, 4])
    expect(run(rows, { filters: { unknown: ['x'] } })).toEqual([1, 2, 3, 4])
  })

  test('are filtered by several options of one column', () => {
    const graded: ModelColumn<Person>[] = [
      {
        id: 'points',
        value: ({ points }) => points,
        sortBy: ({ points }) => points,
        filterBy: ({ points }) => (points === null ? ['not set', 'to do'] : points < 5 ? ['to do'] : []),
      },
    ]
    const found = (option: string) =>
      new RowModel(rows, graded, undefined).run({ ...everything, filters: { points: [option] } }).map(({ id }) => id)
    expect(found('not set')).toEqual([2])
    expect(found('to do')).toEqual([1, 2])
  })

  test('are sorted naturally, with empty values last in both directions', () => {
    expect(run(rows, { sort: { id: 'points', isDescending: false } })).toEqual([1, 4, 3, 2])
    expect(run(rows, { sort: { id: 'points', isDescending: true } })).toEqual([3, 4, 1, 2])
    expect(run(rows, { sort: { id: 'name', isDescending: false } })).toEqual([2, 4, 1, 3])
  })

  test('in any number, are sorted like a plain sort, and the sort is stable', () => {
    const value = fc.record({
      name: fc.string({ maxLength: 3 }),
      points: fc.option(fc.integer({ min: 0, max: 20 })),
      unit: fc.constant('x'),
    })
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 1500, size: 'max' }),
        fc.constantFrom('name', 'points'),
        fc.boolean(),
        (values, id, isDescending) => {
          const many = values.map((one, index) => ({ ...one, id: index }))
          const key = (row: Person) => (id === 'name' ? row.name : row.points)
          const expected = many.toSorted((a, b) => {
            const [left, right] = [key(a), key(b)]
            if (left === null || right === null) return Number(left === null) - Number(right === null)
            const order = typeof left === 'number' ? left - Number(right) : compareNamesIn()(left, String(right))
            return isDescending ? -order : order
          })
          expect(run(many, { sort: { id, isDescending } })).toEqual(expected.map((row) => row.id))
        },
      ),
      { numRuns: 40 },
    )
  })
})
