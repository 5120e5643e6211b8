/** The messages of closing a term: a part of messages.ts that is loaded with the dialog. */
export const closingMessages = {
  previewFailed: 'Failed to load what closing would keep. Please try again later.',
  unreviewed: (count: number) => `${count} ${count === 1 ? 'posting has' : 'postings have'} not been reviewed.`,
  returned: (count: number) =>
    `${count} ${count === 1 ? 'posting is returned and does' : 'postings are returned and do'} not count.`,
  /** For a term that was closed before. */
  againConsequence:
    'Every point and grade is kept as it is now. Members of the closing before keep the name, title and department they have in it. After that nothing can be posted or scored in this term.',
  differ: (count: number, day: string, who: string) =>
    `${count} ${count === 1 ? 'member differs' : 'members differ'} from the closing of ${day} by ${who}:`,
  nothingDiffers: (day: string, who: string) => `Nothing differs from the closing of ${day} by ${who}.`,
  notInItBefore: 'Not in it before',
} as const
