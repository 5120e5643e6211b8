import { expect, test } from 'vitest'
import { validateAdminSearch, validateStaffSearch } from './search-params.ts'

test('the search parameters of a table stay ids and codes', () => {
  const search = { tab: 'staff', term: 3, q: 'öz', sort: '-total', department_id: 7, title: 'ap', grade: 'A+', posted: 'nothing' }
  expect(validateAdminSearch(search)).toEqual(search)
  expect(validateAdminSearch({ department_id: 'none', title: 'none', grade: '-', role_id: 1 })).toEqual({
    department_id: 'none',
    title: 'none',
    grade: '-',
    role_id: 1,
  })
  expect(validateStaffSearch({ q: 'talk', sort: 'name', type: 'Elective', activity: 4 })).toEqual({
    q: 'talk',
    sort: 'name',
    type: 'Elective',
    activity: 4,
  })
})

test('a value that is not valid is ignored, and so is an unknown name', () => {
  const wrong = {
    term: -1,
    department_id: 'Physics',
    title: 'Professor',
    grade: 'F',
    posted: true,
    role_id: '1',
    q: { a: 1 },
    x: 1,
  }
  expect(validateAdminSearch(wrong)).toEqual({})
  // The router merges the result over the URL, so that a value must be replaced, not only left out.
  expect({ ...wrong, ...validateAdminSearch(wrong) }).toEqual({ x: 1 })
  expect(validateStaffSearch({ type: 'Other', activity: 1.5, q: '' })).toEqual({})
})

test('a filter takes several codes between commas; those that are not valid are left out', () => {
  const search = { department_id: '7,none,9', title: 'ap,l', grade: 'A,A+,-', role_id: '1,2' }
  expect(validateAdminSearch(search)).toEqual(search)
  expect(validateAdminSearch({ department_id: '7,Physics,7', title: 'king,l', grade: 'F,G', signed_in: ',' })).toEqual({
    department_id: 7,
    title: 'l',
  })
})

test('a search for digits is text, although the router parses it as a number', () => {
  expect(validateAdminSearch({ q: 2026 })).toEqual({ q: '2026' })
})
