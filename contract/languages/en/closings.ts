export const closings = {
  previewFailed: 'Failed to load what closing would keep. Please try again later.',
  /** Followed by their names. */
  leftOut: {
    one: '{count} person has points or activities in this term, and would not be in its results:',
    other: '{count} people have points or activities in this term, and would not be in its results:',
  },
  leftOutWay: 'An administrator is in the results only if they are Staff at the moment of closing.',
  leftOutNames: 'Not in the results',
  isAdministrator: 'administrator now',
  isRemoved: 'removed',
  /** {activities} and {points} are counted. */
  leftOutPerson: '{name}: {points}, {activities} ({reason})',
  /** Members without teacher points or without feedback. */
  notScored: {
    one: '{count} member has no T P. or no F B.: what is not set counts as 0.',
    other: '{count} members have no T P. or no F B.: what is not set counts as 0.',
  },
  joinedSince: {
    one: '{count} member joined since the closing before, has nothing in this term, and is not in its results.',
    other: '{count} members joined since the closing before, have nothing in this term, and are not in its results.',
  },
  unreviewed: {
    one: '{count} posting has not been reviewed. It counts in full, as a verified one does.',
    other: '{count} postings have not been reviewed. They count in full, as verified ones do.',
  },
  returned: {
    one: '{count} posting is returned and does not count.',
    other: '{count} postings are returned and do not count.',
  },
  /** For a term that was closed before. */
  againConsequence:
    'Every point and grade is kept as it is now. Members of the closing before keep the name, title and department they have in it. After that nothing can be posted or scored in this term.',
  differ: {
    one: '{count} member differs from the closing of {day} by {who}:',
    other: '{count} members differ from the closing of {day} by {who}:',
  },
  nothingDiffers: 'Nothing differs from the closing of {day} by {who}.',
  notInItBefore: 'Not in it before',
  summary: '{members} · {postings}',
  postingCount: { one: '{count} posted activity', other: '{count} posted activities' },
  differences: 'Differences',
  member: 'Member',
  whatChanged: 'What changed',
  /** Between an old value and the new one, in place of the arrow. */
  to: 'to',
} as const
