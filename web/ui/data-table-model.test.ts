import { expect, test } from 'vitest'
import { type Column, describeQuery } from './data-table-model.ts'

const columns: Column<object>[] = [
  { id: 'name', header: 'Name', width: 1, second: { id: 'email', header: 'Email', value: () => '' } },
  { id: 'department', header: 'Department', width: 1 },
]

test('a printed list says what it was searched, filtered and sorted by, in the words of its headings', () => {
  expect(describeQuery(columns, { search: '', filters: {}, sort: undefined })).toEqual([])
  expect(
    describeQuery(columns, { search: 'ali', filters: { department: 'Physics' }, sort: { id: 'email', isDescending: true } }),
  ).toEqual(['Search: ali', 'Department: Physics', 'Sorted by Email, descending'])
})
