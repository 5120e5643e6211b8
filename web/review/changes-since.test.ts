import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { changesSince, reasonIn } from './changes-since.ts'

test('several edits after a return are one change, with the reason of the return', () => {
  const edits = [
    {
      before: { state: 'returned', returned_reason: 'Wrong link', link: 'https://a.example', starting_date: '2026-11-01' },
      after: { state: 'posted', returned_reason: null, link: 'https://b.example', starting_date: '2026-11-02' },
    },
    { before: { image: null }, after: { image: 'abc' } },
    {
      before: { files: [{ name: 'old.pdf', checksum: 'a' }] },
      after: {
        files: [
          { name: 'old.pdf', checksum: 'b' },
          { name: 'hall.jpg', checksum: 'c' },
        ],
      },
    },
    {
      before: { link: 'https://b.example', starting_date: '2026-11-02' },
      after: { link: 'https://c.example', starting_date: '2026-11-01' },
    },
  ]
  expect(reasonIn('en', edits)).toBe('Wrong link')
  expect(reasonIn('ar', edits)).toBe('Wrong link')
  const [first] = edits
  const translated = { ...first?.before, returned_reasons: { ar: 'رابط خاطئ' } }
  expect(reasonIn('ar', [{ before: translated, after: {} }])).toBe('رابط خاطئ')
  expect(changesSince(speaker('en', en), 'en', edits, new Map())).toEqual([
    { label: 'Link', text: 'https://a.example → https://c.example' },
    { label: 'More evidence', text: 'added: old.pdf, hall.jpg; removed: old.pdf' },
    { label: 'Image', text: 'added' },
  ])
})
