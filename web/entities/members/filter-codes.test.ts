import { expect, test } from 'vitest'
import { departmentCode, titleCode } from './filter-codes.ts'

test('a removed or missing department, and an unknown title, are none', () => {
  expect(departmentCode({ department_id: 7, department_name: 'Physics' })).toBe(7)
  expect(departmentCode({ department_id: 7, department_name: null })).toBe('none')
  expect(departmentCode({ department_id: null, department_name: null })).toBe('none')
  expect(titleCode('al')).toBe('al')
  expect(titleCode('x')).toBe('none')
  expect(titleCode(null)).toBe('none')
})
