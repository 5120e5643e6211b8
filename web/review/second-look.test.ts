import { expect, test } from 'vitest'
import type { SameEvidence } from '../../contract/same-evidence.ts'
import { needsSecondLook } from './second-look.ts'

const plain = {
  same_image: [],
  same_link: [],
  more: { same_image: 0, same_link: 0, same_link_notes: 0 },
  same_image_elsewhere: false,
  same_link_elsewhere: false,
}
const other: SameEvidence = {
  posting_id: 1,
  user_id: 2,
  member_name: 'Sara Aziz',
  activity_name: 'Open day',
  activity_names: {},
  starting_date: '2026-10-05',
  state: 'posted',
  term_id: 1,
  term_status: 'open',
  can_open: true,
  is_note: false,
}

test('up to 20 plain postings are verified without a question, more ask first', () => {
  expect(needsSecondLook([])).toBe(false)
  expect(needsSecondLook(Array(20).fill(plain))).toBe(false)
  expect(needsSecondLook(Array(21).fill(plain))).toBe(true)
})

test('one posting with a warning asks, one with a note does not', () => {
  expect(needsSecondLook([plain, { ...plain, same_image: [other] }])).toBe(true)
  expect(needsSecondLook([{ ...plain, same_link_elsewhere: true }])).toBe(true)
  expect(needsSecondLook([{ ...plain, same_link: [{ ...other, is_note: true }] }])).toBe(false)
})
