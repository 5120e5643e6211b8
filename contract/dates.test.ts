import { expect, test } from 'vitest'
import { writeOutDay, writeOutWeekday } from './dates.ts'
import { speaker } from './languages/catalogue.ts'
import { en } from './languages/en.ts'

const say = speaker('en', en)

test.each([
  ['2027-04-03', '3 April 2027', 'Saturday, 3 April 2027'],
  ['1900-01-01', '1 January 1900', 'Monday, 1 January 1900'],
  ['2028-02-29', '29 February 2028', 'Tuesday, 29 February 2028'],
])('%s is written out as %s, with its weekday as %s', (day, words, withWeekday) => {
  expect(writeOutDay(say, day)).toBe(words)
  expect(writeOutWeekday(say, day)).toBe(withWeekday)
})
