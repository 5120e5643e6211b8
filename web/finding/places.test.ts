import { describe, expect, test } from 'vitest'
import { pages } from '../../contract/pages.ts'
import {
  listOfPerson,
  placeOfActivity,
  placeOfAll,
  placeOfDepartment,
  placeOfFaculties,
  placeOfPerson,
  placeOfTerm,
} from './places.ts'

const { adminDashboard: admin, staffDashboard: staff } = pages
const noDepartment = { other_name: null, department_name: null, department_names: {} }
const person = { id: 7, name: 'Sara Aziz', email: null, ...noDepartment, is_scored: true }
const department = { id: 3, name: 'Physics', names: {}, member_count: 2 }
const term = { id: 5, name: '2026', names: {}, start_date: '', end_date: '', status: 'open', is_current: true } as const
const activity = { id: 9, name: 'Talk', names: { ckb: 'وتار' }, type: 'Elective' } as const

describe('what was found is shown', () => {
  test('a person on their page', () => {
    expect(placeOfPerson(admin, person)).toEqual({ to: admin, search: { tab: 'person', id: 7 } })
    expect(placeOfPerson(staff, person)).toEqual({ to: staff, search: { tab: 'person', id: 7 } })
  })

  test('or in the list of the staff, or in Users if the current term does not have them', () => {
    expect(listOfPerson(admin, person)).toEqual({ to: admin, search: { tab: 'staff', q: 'Sara Aziz', found: 7 } })
    expect(listOfPerson(admin, { ...person, is_scored: false }).search.tab).toBe('users')
    expect(listOfPerson(staff, person)).toEqual({ to: staff, search: { tab: 'staff', q: 'Sara Aziz', found: 7 } })
  })

  test('a department by its members; a head has no other ones', () => {
    expect(placeOfDepartment(admin, department).search).toEqual({ tab: 'staff', department_id: 3 })
    expect(placeOfDepartment(staff, department).search).toEqual({ tab: 'staff' })
  })

  test('a faculty in the list of Settings, where it is edited', () => {
    expect(placeOfFaculties(admin)).toEqual({ to: admin, search: { tab: 'settings', open: 'faculties' } })
  })

  test('a term by its staff for administrators, by the own scores for others', () => {
    expect(placeOfTerm(admin, term).search).toEqual({ tab: 'staff', term: 5 })
    expect(placeOfTerm(staff, term).search).toEqual({ tab: 'your-activity', term: 5 })
  })

  test('an activity in the catalogue, under its name in the language of the page', () => {
    expect(placeOfActivity(staff, 'ckb', activity).search).toEqual({ tab: 'activity', q: 'وتار', found: 9 })
    expect(placeOfActivity(admin, 'ar', activity).search).toEqual({ tab: 'activity', q: 'Talk', found: 9 })
  })

  test('all of a kind in its own table, where the reader has one', () => {
    expect(placeOfAll(admin, 'people', 'sar')?.search).toEqual({ tab: 'users', q: 'sar' })
    expect(placeOfAll(staff, 'people', 'sar')?.search).toEqual({ tab: 'staff', q: 'sar' })
    expect(placeOfAll(admin, 'terms', '20')?.search).toEqual({ tab: 'terms', q: '20' })
    expect(placeOfAll(staff, 'terms', '20')).toBeUndefined()
    expect(placeOfAll(staff, 'departments', 'p')).toBeUndefined()
  })
})
