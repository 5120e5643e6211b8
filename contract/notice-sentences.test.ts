import { expect, test } from 'vitest'
import { ar } from './languages/ar.ts'
import { speaker } from './languages/catalogue.ts'
import { ckb } from './languages/ckb.ts'
import { noticeSentence } from './notice-sentences.ts'

test('a notice names its term in the language of the reader, and in English where it has no other name', () => {
  const notice = { kind: 'scored', term_name: 'Autumn', term_names: { ar: 'خريف' }, details: { field: 'tp', to: 5 } } as const
  expect(noticeSentence(speaker('ar', ar), 'ar', notice)).toContain('خريف')
  expect(noticeSentence(speaker('ckb', ckb), 'ckb', notice)).toContain('Autumn')
})

test('a notice names the account of the first start in the language of the reader', () => {
  const details = { by: 'Administrator', reason: 'One score was wrong' }
  const notice = { kind: 'term reopened', term_name: 'Autumn', term_names: {}, details } as const
  expect(noticeSentence(speaker('ar', ar), 'ar', notice)).toContain(ar.codes.firstAccount)
  expect(noticeSentence(speaker('ckb', ckb), 'ckb', notice)).toContain(ckb.codes.firstAccount)
})
