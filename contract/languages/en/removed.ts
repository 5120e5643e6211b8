/** The removed rows of Users, Departments and Activity. */
export const removed = {
  show: 'Removed',
  back: 'Back to {panel}',
  title: '{panel}: removed',
  count: { one: '{count} removed', other: '{count} removed' },
  hint: 'Nothing is lost here: points, postings and closed terms stay as they are. Restore brings a row back as it was.',
  empty: 'Nothing is removed here',
  search: 'Search removed',
  removedAt: 'Removed on',
  removedBy: 'Removed by',
  formerMembers: 'Members',
  restore: 'Restore',
  restoreNamed: 'Restore {name}',
  restoreFailed: 'This could not be restored. Please try again.',
  loadFailed: 'What was removed could not be loaded. Please try again.',
} as const
