/** The own name and e-mail address of an administrator. */
export const ownDetails = {
  title: 'Your details',
  description: 'Your name and e-mail address, as everybody sees them. Nobody else can edit them.',
  saved: 'Your details were saved successfully',
  saveFailed: 'Your details could not be saved. Please try again.',
  loadFailed: 'Your details could not be loaded. Please try again.',
} as const
