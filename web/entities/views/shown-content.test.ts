import { expect, test } from 'vitest'
import type { ViewContent } from '../../../contract/views.ts'
import type { Column } from '../../ui/data-table-model.ts'
import { knownContent, missingParts } from './open-view.ts'
import { addressOf, contentIn, isSameContent } from './shown-content.ts'

const params = ['department_id', 'grade']
const content: ViewContent = {
  search: '2026',
  filters: { department_id: '7,9', grade: 'A+' },
  sort: '-total',
  columns: ['fb', 'tp'],
}

test('a view becomes the address of the list, and the address the same view', () => {
  const address = addressOf(content, params)
  expect(address).toEqual({ q: '2026', sort: '-total', columns: 'fb,tp', department_id: '7,9', grade: 'A+' })
  expect(contentIn({ tab: 'staff', term: 3, ...address }, params, ['fb', 'tp'])).toEqual(content)
  expect(addressOf({ filters: { department_id: '7' }, columns: [] }, params)).toEqual({ department_id: 7, columns: 'none' })
})

test('the order of the filters makes no other view; that of the columns does', () => {
  expect(isSameContent(content, { ...content, filters: { grade: 'A+', department_id: '7,9' } })).toBe(true)
  expect(isSameContent(content, { ...content, columns: ['tp', 'fb'] })).toBe(false)
  expect(isSameContent({}, { filters: {} })).toBe(true)
})

const columns: Column<never>[] = [
  { id: 'name', header: 'Name', width: 1, second: { id: 'email', header: 'Email', value: () => '' } },
  { id: 'department', header: 'Department', width: 1, filter: 'All', filterParam: 'department_id' },
  { id: 'grade', header: 'Grade', width: 1, filter: 'All' },
]

test('what a list no longer has is left out and counted; what it has stays', () => {
  const saved = { filters: { department_id: '7,9,none', grade: 'A', gone: 'x' }, sort: 'email', columns: ['grade', 'lost', 'tp'] }
  const known = knownContent(saved, columns, new Set(['7']))
  expect(known).toEqual({ filters: { department_id: '7,none', grade: 'A' }, sort: 'email', columns: ['grade'] })
  expect(missingParts(saved, known, columns).map(({ key, values }) => [key, values?.['count']])).toEqual([
    ['savedViews.missingColumns', 2],
    ['savedViews.missingFilters', 1],
    ['savedViews.missingValues', 1],
  ])
  // A sorting by a column that is gone is none.
  expect(knownContent({ sort: '-lost' }, columns, undefined)).toEqual({})
})

test('departments that could not be read are not missing', () => {
  const saved = { filters: { department_id: '999' } }
  expect(knownContent(saved, columns, undefined)).toEqual(saved)
})
