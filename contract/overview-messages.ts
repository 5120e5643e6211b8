/** The messages of the overview and of a member's path: a part of messages.ts, like those of statements. */
export const overviewMessages = {
  loadFailed: 'Failed to load the overview. Please try again later.',
  pathFailed: 'Failed to load your path. Please try again later.',
  addStaff: 'As soon as there are some, their grades and points stand here.',
  mostFrequent: (grade: string, count: string) => `The most frequent grade is ${grade}: ${count}.`,
  mostNothing: (count: string) => `Nothing is scored or posted yet for most: ${count}.`,
  postedNothing: (members: string, share: string) => `${members} (${share}) posted nothing yet.`,
  allPosted: 'Everybody posted something.',
  nobodyPosted: 'Nobody has posted anything yet.',
  pointsInAll: (points: string, average: string) => `${points} points in all, ${average} per member.`,
  noPoints: 'There are no points in this term yet.',
  changed: (how: 'rose' | 'fell', points: string, from: string, to: string) =>
    `The average total ${how} by ${points}, from ${from} to ${to}.`,
  unchanged: (average: string) => `The average total is ${average} in both terms.`,
  oneTermOnly: 'There is only one term yet. From the second one on they are compared here.',
  noTermBefore: 'There is no term before this one. Choose another to compare with.',
  pathBasis: 'Your points without feedback, and the grade they give you',
  pathBegins: 'Your path from term to term begins with your second one.',
} as const
