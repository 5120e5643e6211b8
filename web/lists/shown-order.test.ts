import { expect, test } from 'vitest'
import { inShownOrder, personName, translatedName } from './shown-order.ts'

const department = (name: string, ckb?: string, ar?: string) => ({ name, names: { ckb, ar } })

test('a list is sorted by the names that the page shows, and in English stays as the server sorted it', () => {
  const fromServer = [
    department('Chemistry', 'کیمیا', 'الكيمياء'),
    department('Law', 'یاسا', 'القانون'),
    department('Theatre'),
    department('Agriculture', 'ڕووەک', 'الزراعة'),
    department('Zoology', 'زیندەوەر', 'الحيوان'),
  ]
  const shown = (language: 'en' | 'ckb' | 'ar') =>
    inShownOrder(language, fromServer, translatedName).map((row) => translatedName(row, language))
  expect(inShownOrder('en', fromServer, translatedName)).toBe(fromServer)
  expect(shown('ckb')).toEqual(['Theatre', 'ڕووەک', 'زیندەوەر', 'کیمیا', 'یاسا'])
  expect(shown('ar')).toEqual(['الحيوان', 'الزراعة', 'القانون', 'الكيمياء', 'Theatre'])
})

test('people are sorted by the alphabet of the language, and those of the same name stay as they are', () => {
  const people = [
    { id: 1, name: 'زانا' },
    { id: 2, name: 'ڕێبین' },
    { id: 3, name: 'زانا' },
  ]
  expect(inShownOrder('ckb', people, personName).map(({ id }) => id)).toEqual([2, 1, 3])
  expect(inShownOrder('ar', people, personName).map(({ id }) => id)).toEqual([1, 3, 2])
})

test('people are sorted without their academic titles', () => {
  const people = [{ name: 'م.م. ڕێبین' }, { name: 'ئازاد' }, { name: 'د. ئارام' }]
  expect(inShownOrder('ckb', people, personName).map(({ name }) => name)).toEqual(['د. ئارام', 'ئازاد', 'م.م. ڕێبین'])
})
