import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { type Column, describeQuery, labelOfCode, stickyColumns } from './data-table-model.ts'

const say = speaker('en', en)

test('a printed list says what it was searched, filtered and sorted by, in the words of its headings', () => {
  const columns: Column<object>[] = [
    { id: 'name', header: 'Name', width: 1, second: { id: 'email', header: 'Email', value: () => '' } },
    { id: 'department', header: 'Department', width: 1 },
  ]
  expect(describeQuery(say, columns, { search: '', filters: {}, sort: undefined })).toEqual([])
  expect(
    describeQuery(say, columns, {
      search: 'ali',
      filters: { department: ['Physics', 'Chemistry', 'Law'] },
      sort: { id: 'email', isDescending: true },
    }),
  ).toEqual(['Search: ali', 'Department: Physics or Chemistry or Law', 'Sorted by Email, descending'])
})

const columns: Column<object>[] = [
  { id: 'name', header: 'Name', width: 190, rowHeader: true },
  { id: 'description', header: 'Description', width: 230 },
  { id: 'actions', header: 'Actions', width: 84, pinned: 'sm' },
]
const everywhere = { sm: true, xl: true }

test('the row header and the pinned column are sticky if every other column fits between them', () => {
  expect(stickyColumns(columns, 504, everywhere)).toEqual(['name', 'actions'])
  expect(stickyColumns(columns, 503, everywhere)).toEqual(['name'])
  expect(stickyColumns(columns, 420, everywhere)).toEqual(['name'])
  expect(stickyColumns(columns, 419, everywhere)).toEqual([])
})

test('below its breakpoint a pinned column is not sticky', () => {
  expect(stickyColumns(columns, 504, { sm: false, xl: false })).toEqual(['name'])
})

test('a filter in the URL is a code: rows with the same label belong to it, whatever their code', () => {
  const department: Column<{ id: number; name: string }> = {
    id: 'department',
    header: 'Department',
    width: 100,
    value: ({ name }) => name,
    filterCode: ({ id }) => id,
  }
  const rows = [
    { id: 3, name: 'Physics' },
    { id: 9, name: 'Physics' },
  ]
  expect(labelOfCode('9', department, rows)).toBe('Physics')
  expect(labelOfCode('4', department, rows)).toBe('4')
})

test('an option that a link chooses has its name also when no row has it any more', () => {
  const scores: Column<object> = {
    id: 'tp',
    header: 'TP',
    width: 50,
    filterBy: () => [],
    filterCodes: [{ code: 'any', label: 'Not scored' }],
  }
  expect(labelOfCode('any', scores, [{}])).toBe('Not scored')
  expect(labelOfCode('all', scores, [{}])).toBe('all')
})
