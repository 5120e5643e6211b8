/** What concerns a member, at the beginning of their first page. They come with its script. */
export const home = {
  home: {
    title: 'What concerns you',
    loadFailed: 'Failed to load what concerns you. Please try again later.',
    withFeedback: 'With feedback',
    returned: 'Returned: {name}',
    fix: 'Fix',
    fixNamed: 'Fix {name}',
    fixAdds: 'Fixed, it adds {points}.',
    /** Fixing it leads to the grade. */
    fixLeadsTo: 'Fixed, it adds {points}, and that makes {grade}.',
    fixAddsNothing: 'Fixed, it counts as 0 because of a limit.',
    moreReturned: { one: '{count} more was returned', other: '{count} more were returned' },
    nothingReturned: 'Nothing was returned to you',
    waiting: { one: '{count} posting waits for review', other: '{count} postings wait for review' },
    nothingWaits: 'Nothing of yours waits for review',
    suggestion: 'Next: {name}',
    /** The points and why: one of the next three. */
    suggestionBecause: '+{points}. {why}',
    enough: 'Enough for {grade}.',
    doneIn: 'You did this in {term}.',
    towards: 'On the way to {grade}.',
    nothingMore: 'Nothing new is left to post in {term}',
    highest: 'You have the highest grade',
    daysLeft: { one: '{term}: {count} day left to post', other: '{term}: {count} days left to post' },
    lastDay: '{term}: today is the last day to post',
    postingEnded: '{term}: posting ended on {day}',
    events: 'Coming events',
    /** {clock}: when it ends. */
    eventNow: 'now, until {clock}',
    eventBrings: 'brings {points}',
    eventBringsNothing: 'brings no more points',
    iCome: 'I come',
    iComeTo: 'I come: {name}',
    youCome: 'You come',
    full: 'All seats are taken',
    checkIn: 'Check in',
    checkInTo: 'Check in: {name}',
    checkedIn: 'You are checked in',
    answerFailed: 'This did not work. Please try again later.',
    /** The three sentences of a first visit. */
    firstVisit: {
      what: 'Here you post the activities you took part in; each one earns points.',
      how: 'Choose an activity and its date, and add a photo, a PDF or a link as evidence.',
      after: 'A reviewer checks it, and your points decide the grade.',
    },
  },
} as const
