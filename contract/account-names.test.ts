import { expect, test } from 'vitest'
import { accountName, firstAccountName } from './account-names.ts'
import { speaker } from './languages/catalogue.ts'
import { catalogues } from './languages/catalogues.ts'
import { languages } from './languages/languages.ts'

test('the account of the first start has a name in each language, and another person keeps theirs', () => {
  const named = (name: string) => languages.map((language) => accountName(speaker(language, catalogues[language]), name))
  expect(named(firstAccountName)).toEqual(['Administrator', 'بەڕێوەبەری سیستەم', 'مدير النظام'])
  expect(named('Administrator Aziz')).toEqual(['Administrator Aziz', 'Administrator Aziz', 'Administrator Aziz'])
})
