import { expect, test } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { describeEffect } from './posting-effect.ts'

const say = speaker('en', en)
const posted = { counted_points: 4, over_limit: null, type: 'Elective', term_name: 'Spring 2027' } as PostedActivity
const same = { points: 4, grade_before: 'D', grade: 'D' }
const overLimit = { of: 'type', by: 'times', most: 2 } as const

test.each([
  ['+4 points.', posted, same, true],
  ['+4 points. Your current grade (without feedback) is now C.', posted, { ...same, grade: 'C' }, true],
  [
    '+4 points in Spring 2027. Your current grade (without feedback) in Spring 2027 is now C.',
    posted,
    { ...same, grade: 'C' },
    false,
  ],
  [
    'Over the limit: Elective activities count at most twice per term. It counts as 0.',
    { ...posted, counted_points: 0, over_limit: overLimit },
    { ...same, points: 0 },
    true,
  ],
  [
    'It counts 4 points. Activities with a later date are over the limit now, so your total changes by -1. Your current grade (without feedback) is now E.',
    posted,
    { points: -1, grade_before: 'D', grade: 'E' },
    true,
  ],
  [
    'It counts 4 points. Activities with a later date are over the limit now, so your total changes by +1.5.',
    posted,
    { ...same, points: 1.5 },
    true,
  ],
])('%s', (sentence, posting, effect, isOfCurrentTerm) => {
  expect(describeEffect(posting, effect, isOfCurrentTerm).map(say).join(' ')).toBe(sentence)
})
