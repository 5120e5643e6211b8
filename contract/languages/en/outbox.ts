/**
 * The outbox of a member: what was posted or asked without a network. Loaded with the outbox itself (web/outbox/words.ts), and stored with it for
 * use without a network.
 */
export const outbox = {
  outbox: {
    title: 'Outbox',
    hint: 'On this phone only. Sent once, by itself, as soon as there is a network and this page is open.',
    /** In browsers that send it by themselves (Background Sync). */
    hintWhenClosed: 'On this phone only. Sent once, by itself, as soon as there is a network, even when the portal is closed.',
    /** Beside the button, while there is no network. */
    willWait: 'There is no network. This goes into the outbox on this phone, and is sent when the network is back.',
    stored: 'Stored in the outbox on this phone. It is sent when the network is back.',
    full: 'This phone has no room for it. Nothing was stored, and everything is still in the form.',
    refusedByBrowser: 'This browser cannot store it. Nothing was stored, and everything is still in the form.',
    newPosting: 'New posting: {name}, {day}',
    edit: 'Edit of {name}, {day}',
    question: 'Question about {line}',
    missingQuestion: 'Question about something that is missing',
    postingMessage: 'Message about {name}, {day}',
    questionMessage: 'Message to your question about {line}',
    missingMessage: 'Message to your question about something that is missing',
    stage: 'Stage',
    stages: {
      waiting: 'On this phone',
      sending: 'Being sent',
      sent: 'Sent',
      seen: 'Seen',
      verified: 'Verified',
    },
    /** {moment} is when it was stored. */
    since: 'since {moment}',
    sendingMeans:
      'It has left this phone. Until it is known whether it arrived, it cannot be changed, and it is sent again, once.',
    refused: 'Not accepted',
    tooOld: 'It has waited longer than {days} days and is not sent by itself any more. Open it, check it and send it again.',
    lostTrack: 'It has left this phone, and it was never known whether it arrived. Check the list before you send it again.',
    open: 'Open',
    openNamed: 'Open {entry}',
    discard: 'Discard',
    discardNamed: 'Discard {entry}',
    discardQuestion: 'Discard this, without sending it?',
    discardMeans: 'What you wrote and chose is deleted from this phone.',
    replaceQuestion: 'The form holds something else that you began. Replace it?',
    replaceMeans: 'What you began there is deleted from this phone.',
    replace: 'Replace',
    /** In the form to which an entry went back. */
    takenBack: 'Taken out of the outbox: it is not sent until you send this form.',
    leaving: 'This is being sent right now. Try again in a moment.',
    sentNow: { one: 'Sent from the outbox', other: '{count} sent from the outbox' },
    refusedNow: 'Something in your outbox was not accepted. Your Activity says why.',
    logoutQuestion: {
      one: '{count} entry in your outbox has not been sent.',
      other: '{count} entries in your outbox have not been sent.',
    },
    logoutMeans: 'Signing out deletes it from this phone, with its photos.',
    otherAccount: 'This was written by another account. Nothing was saved.',
  },
} as const
