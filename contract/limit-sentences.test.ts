import { expect, test } from 'vitest'
import { speaker } from './languages/catalogue.ts'
import { en } from './languages/en.ts'
import { exceededLimit, overLimitSentence } from './limit-sentences.ts'
import type { OverLimit } from './rules.ts'

const say = speaker('en', en)

test.each<[OverLimit, string]>([
  [{ of: 'activity', by: 'times', most: 1 }, 'this activity counts at most once a term'],
  [{ of: 'activity', by: 'points', most: 2.5 }, 'this activity counts at most 2.5 points a term'],
  [{ of: 'type', by: 'times', most: 2 }, 'activities of type Elective count at most twice a term'],
  [{ of: 'type', by: 'points', most: 10 }, 'activities of type Elective count at most 10 points a term'],
])('%o says whether the limit is of the activity or of its type', (exceeded, sentence) => {
  expect(say(exceededLimit(exceeded, 'Elective'))).toBe(sentence)
  expect(say(overLimitSentence(exceeded, 'Elective'))).toBe(`Over the limit: ${sentence}. It counts 0.`)
})
