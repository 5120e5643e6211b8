import { expect, test } from 'vitest'
import { decisionReason } from './chosen-reasons.ts'

const link = { id: 1, name: 'The link is dead.', names: { ckb: 'بەستەرەکە کار ناکات.', ar: 'الرابط لا يعمل.' } }
const date = { id: 2, name: 'The date is wrong.', names: { ckb: 'بەروارەکە هەڵەیە.' } }

test('the chosen reasons and the own words are one text in each language, and English stands in', () => {
  expect(decisionReason([link, date], 'See page 2.')).toEqual({
    returned_reason: 'The link is dead.\nThe date is wrong.\nSee page 2.',
    returned_reasons: {
      ckb: 'بەستەرەکە کار ناکات.\nبەروارەکە هەڵەیە.\nSee page 2.',
      ar: 'الرابط لا يعمل.\nThe date is wrong.\nSee page 2.',
    },
    return_reason_ids: [1, 2],
  })
})

test('own words alone have no translation', () => {
  expect(decisionReason([], 'Which day?')).toEqual({ returned_reason: 'Which day?', returned_reasons: {}, return_reason_ids: [] })
})
