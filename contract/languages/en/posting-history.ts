export const postingHistory = {
  title: 'History',
  /** After the title, for screen readers: of which posting. */
  of: 'of {name}',
  posted: 'Posted by {who}',
  edited: 'Edited by {who}',
  verified: 'Verified by {who}',
  returned: 'Returned by {who}',
  takenBack: 'Review taken back by {who}',
  loadFailed: 'Failed to load the history. Please try again later.',
} as const
