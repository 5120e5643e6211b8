import { expect, test } from 'vitest'
import { languages } from '../../contract/languages/languages.ts'
import { compareNamesIn, compareOptionsIn } from './name-order.ts'

test('names are sorted in the language of the page, in English by default', () => {
  const names = ['زانا', 'ڕزگار', 'Adam']
  expect(names.toSorted(compareNamesIn())).toEqual(['Adam', 'زانا', 'ڕزگار'])
  expect(names.toSorted(compareNamesIn('ckb'))).toEqual(['Adam', 'ڕزگار', 'زانا'])
  expect(names.toSorted(compareNamesIn('ar'))).toEqual(['زانا', 'ڕزگار', 'Adam'])
})

test.each(languages)('the options of a filter are sorted by their numbers in %s', (language) => {
  const options = ['Semester 10', 'semester 2', 'Art']
  expect(options.toSorted(compareOptionsIn(language))).toEqual(['Art', 'semester 2', 'Semester 10'])
})
