/** What waits to be done in a term: the cards of the Overview, the filters behind them and the weekly e-mail. */
export const toDo = {
  title: 'To do',
  review: 'To review',
  notScored: 'Not scored',
  noPassword: 'No password',
  questions: 'Questions',
  /** Below the number. */
  reviewNote: 'Posted, not decided yet',
  notScoredNote: 'Without T P. or F B.',
  noPasswordNote: 'Without one of their own',
  postedNothingNote: 'In this term',
  questionsNote: 'Open, for you to answer',
  /** Instead of a zero. */
  nothingToReview: 'Nothing to review',
  allScored: 'Everybody is scored',
  allHavePassword: 'Everybody has a password',
  allPosted: 'Everybody posted something',
  noQuestions: 'No questions to answer',
  reviewCount: { one: '{count} activity to review', other: '{count} activities to review' },
  notScoredCount: { one: '{count} member not scored', other: '{count} members not scored' },
  noPasswordCount: { one: '{count} user without a password', other: '{count} users without a password' },
} as const
