/** A posting that was begun or sent, and of which the server is not known to have it. */
export const unsent = {
  /** {details}: when, and how many photos. */
  continueNew: 'Continue the posting that you began, {details}',
  continueEdit: 'Continue the edit of {name} that you began, {details}',
  photos: { one: '{count} photo', other: '{count} photos' },
  files: { one: '{count} file', other: '{count} files' },
  discard: 'Discard',
  discardNew: 'Discard the posting that you began',
  discardEdit: 'Discard the edit of {name}',
  discardQuestion: 'Discard this unsent posting?',
  discardMeans: 'What you typed and chose for it is deleted from this device.',
  notStored: 'This device cannot store your input. It is lost if you close this page before it is sent.',
  logoutQuestion: 'You have an unsent posting.',
  logoutMeans: 'Logging out deletes it from this device, with its photos.',
  logOutAndDiscard: 'Log out and discard',
  stay: 'Stay',
  notKnown: 'It is not known whether it arrived.',
  findsOut: 'This page finds out as soon as the server can be reached. Your input stays here until then.',
  notArrived: 'It did not arrive. Your input is still here: send it again.',
  sendAgain: 'Send again',
  arrivedAsFirstSent: 'What you sent first had arrived, and is in the list. What you changed since is not in it: edit it there.',
} as const
