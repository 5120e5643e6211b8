import { expect, test } from 'vitest'
import { speaker } from './languages/catalogue.ts'
import { en } from './languages/en.ts'
import { exceededLimit, overLimitSentence } from './limit-sentences.ts'
import type { OverLimit } from './rules.ts'

const say = speaker('en', en)

test.each<[OverLimit, string]>([
  [{ of: 'activity', by: 'times', most: 1 }, 'this activity counts at most once per term'],
  [{ of: 'activity', by: 'points', most: 2.5 }, 'this activity counts for at most 2.5 points per term'],
  [{ of: 'type', by: 'times', most: 2 }, 'Elective activities count at most twice per term'],
  [{ of: 'type', by: 'points', most: 10 }, 'Elective activities count for at most 10 points per term'],
])('%o says whether the limit is of the activity or of its type', (exceeded, sentence) => {
  expect(say(exceededLimit(exceeded, 'Elective'))).toBe(sentence)
  expect(say(overLimitSentence(exceeded, 'Elective'))).toBe(`Over the limit: ${sentence}. It counts as 0.`)
})
