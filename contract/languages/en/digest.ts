/** The weekly e-mail, and switching it off and on. */
export const digest = {
  name: 'Weekly e-mail',
  switchedOn: 'Weekly e-mail switched on',
  switchedOff: 'Weekly e-mail switched off',
  invalid: 'Say whether the weekly e-mail is on or off.',
  notSaved: 'The choice could not be saved. Please try again.',
  /** The e-mail. */
  subject: '{portal}: your week',
  toDo: 'To do in {term}:',
  /** {activities} are those to review. */
  reviewWithNew: '{activities}, {new} of them new since last week',
  lastWeek: 'Activities in the last seven days: {posted} posted, {verified} verified, {returned} returned.',
  standing: 'Your points in {term} without feedback: {points}. {name}: {grade}.',
  /** {standing} is the sentence above; here for the other grade, where it differs. */
  standingOfBoth: '{standing} {name}: {grade}.',
  standingWithoutGrade: 'Your points in {term} without feedback: {points}.',
  news: 'New since last week:',
  endsToday: '{term} ends today. What counts in it has to be posted by then.',
  endsIn: {
    one: '{term} ends tomorrow, on {day}. What counts in it has to be posted by then.',
    other: '{term} ends in {count} days, on {day}. What counts in it has to be posted by then.',
  },
  /** Links follow. */
  openPortal: 'Open the portal:',
  why: 'You get this e-mail on Mondays. You can switch it off here:',
  /** The page of that link. */
  offTitle: 'Switch off the weekly e-mail?',
  offText: 'You will no longer get the e-mail on Mondays. The other e-mails of the portal still arrive.',
  switchOff: 'Switch it off',
  offDone: 'The weekly e-mail is switched off',
  offDoneText: 'You can switch it on again in the portal, in the menu under your name.',
  badLink: 'This link is not valid any more',
  badLinkText: 'Sign in to the portal: the menu under your name has a switch for the weekly e-mail.',
  toPortal: 'To the portal',
} as const
