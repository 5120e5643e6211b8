export const grading = {
  /** The two grades: these are their names everywhere. */
  current: 'Current grade (without feedback)',
  withFeedback: 'Grade with feedback',
  whyTwo:
    'There are two grades because Your Scores leaves feedback out and the Staff table, reports and archives count it; both come from the same lines and the same bands.',
  /** A grade and the points that it comes from. */
  from: '{grade}, from {points}',
  pointsTo: '{points} to {grade}',
  highest: 'The highest grade',
  unknownTitle: 'No grade without a title',
  nothingYet: 'Nothing scored yet',
  scaleTitle: 'Grade scale',
  scaleRule: 'A grade begins at the points written below it.',
  /** Members with nothing scored and nothing posted, as a group. */
  nothingYetName: 'Nothing yet',
  you: 'You',
  youAt: 'You, {points}',
  scaleWithYou: 'Grade scale. You, {position}',
  /** The position of a member: {counted} is points or `countedIn`, {name} the name of the current grade, {next} `pointsTo` or `isHighest`. */
  position: '{title}: {counted}, {name} {grade}, {next}',
  positionUntitled: '{counted}, no grade without a title',
  countedIn: '{points} in {term}',
  /** Where the other grade differs: {position} is one of those above. */
  positionOfBoth: '{position}. {name}: {grade}',
  isHighest: 'the highest grade',
  bandFrom: '{from} and more',
  bandBetween: '{from} to under {to}',
} as const
