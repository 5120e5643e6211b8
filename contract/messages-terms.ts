/** The sentences about postings that closing a term asks with: the page of messages.ts that is loaded with the question. */
export const closingMessages = {
  unreviewed: (count: number) => `${count} ${count === 1 ? 'posting has' : 'postings have'} not been reviewed.`,
  returned: (count: number) =>
    `${count} ${count === 1 ? 'posting is returned and does' : 'postings are returned and do'} not count.`,
} as const
