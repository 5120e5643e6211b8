export const grading = {
  withoutFeedback: 'without feedback',
  pointsTo: '{points} to {grade}',
  highest: 'The highest grade',
  unknownTitle: 'No grade without a title',
  nothingYet: 'Nothing scored or posted yet',
  scaleTitle: 'Grade scale',
  scaleRule: 'A grade begins at the points written below it.',
  /** Members with nothing scored and nothing posted, as a group. */
  nothingYetName: 'Nothing yet',
  you: 'You',
  youAt: 'You, {points}',
  scaleWithYou: 'Grade scale. You, {position}',
  /** The position of a member: {counted} is one of the two below, {next} is `pointsTo` or `isHighest`. */
  position: '{title}: {counted}, grade {grade}, {next}',
  positionUntitled: '{counted}, no grade without a title',
  counted: '{points} without feedback',
  countedIn: '{points} without feedback in {term}',
  isHighest: 'the highest grade',
  bandFrom: '{from} and more',
  bandBetween: '{from} to under {to}',
} as const
