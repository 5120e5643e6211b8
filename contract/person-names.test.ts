import { describe, expect, test } from 'vitest'
import { bothNames, searchedNames, shownName, withShownName } from './person-names.ts'

const arabic = { name: 'محەمەد عەلی', other_name: 'Mohammed Ali' }
const latin = { name: 'Mohammed Ali', other_name: 'محەمەد عەلی' }

describe('the name that a reader sees', () => {
  test.each([
    ['en', arabic, 'Mohammed Ali'],
    ['ckb', arabic, 'محەمەد عەلی'],
    ['ar', arabic, 'محەمەد عەلی'],
    ['en', latin, 'Mohammed Ali'],
    ['ckb', latin, 'محەمەد عەلی'],
    ['ar', { name: 'Dr. Mohammed', other_name: 'د. محمد' }, 'د. محمد'],
    // Only one was entered, or both are in one script.
    ['ckb', { name: 'Mohammed', other_name: null }, 'Mohammed'],
    ['ckb', { name: 'Mohammed' }, 'Mohammed'],
    ['en', { name: 'محمد', other_name: 'محەمەد' }, 'محمد'],
    ['ckb', { name: 'محمد', other_name: 'محەمەد' }, 'محمد'],
  ] as const)('in %s, of %j, is %s', (language, row, shown) => expect(shownName(language, row)).toBe(shown))

  test('stands in the name of a row, and the other one beside it', () => {
    expect(withShownName('en', { id: 1, ...arabic })).toEqual({ id: 1, ...latin })
    expect(withShownName('ckb', arabic)).toBe(arabic)
  })
})

test('a document has both, that of the reader first', () => {
  expect(bothNames('en', arabic)).toBe('Mohammed Ali · محەمەد عەلی')
  expect(bothNames('ckb', latin)).toBe('محەمەد عەلی · Mohammed Ali')
  expect(bothNames('ckb', { name: 'Mohammed', other_name: null })).toBe('Mohammed')
})

test('a search compares both', () => {
  expect(searchedNames(arabic)).toBe('محەمەد عەلی Mohammed Ali')
  expect(searchedNames({ name: 'Mohammed', other_name: null })).toBe('Mohammed')
})
