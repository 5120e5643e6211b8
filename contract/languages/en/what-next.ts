/** What brings a member to the next grade. */
export const whatNext = {
  title: 'The way to {grade}',
  open: 'What brings you there',
  needed: '{name}: you need {points} more for {grade}. Feedback does not count here.',
  enough: 'Enough alone',
  further: 'Adds up with others',
  noneAlone: 'None of these is enough alone; several together are.',
  outOfReach: 'What is left to post adds {points} at most, within the limits. That does not reach {grade}.',
  nothingLeft: 'Nothing is left to post in {term}.',
  othersCount: 'Teacher points count, too; an administrator gives them.',
  overLimit: {
    one: '{count} activity is not listed: it would count 0 because of a limit.',
    other: '{count} activities are not listed: they would count 0 because of a limit.',
  },
  chooseDay: 'Choose a starting date from {from} to {to}, so that it counts in {term}.',
} as const
