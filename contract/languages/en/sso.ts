/** Sign-in with the university's account. {name} is the name of the provider. */
export const sso = {
  continueWith: 'Continue with {name}',
  /** Between that button and the form. */
  or: 'or',
  alsoSignOut: 'Also sign out of {name}',
  signingIn: 'Signing in',
  goOn: 'Continue',
  /** How a sign-in or a link ended, where it did not lead into the portal. */
  outcomes: {
    linked: 'Your account is linked with {name}.',
    unavailable: '{name} is not available right now. Please try again in a moment.',
    expired: 'This sign-in with {name} took too long, or was begun in another browser. Please try again.',
    cancelled: 'The sign-in with {name} was cancelled.',
    refused: 'The sign-in with {name} did not succeed. Please try again.',
    noAddress: 'Your account at {name} has no confirmed e-mail address of the university. Ask an administrator.',
    notMember: 'Your account at {name} belongs to no member of the portal. Ask an administrator.',
    administrator: 'Administrators sign in with their password first, and link {name} in the menu under their name.',
    otherIdentity: 'Another account at {name} is linked to this member. Ask an administrator.',
    otherMember: 'This account at {name} is linked to another member.',
    sessionEnded: 'Your session has ended, so {name} was not linked. Please login again.',
    tooMany: 'Too many sign-ins with {name} were begun from this network. Try again in a few minutes.',
  },
  passwordsOff: 'Only administrators sign in with a password. Continue with {name}.',
  link: 'Link {name}',
  linkHint: 'You can then sign in with {name}, too. Your password confirms that it is you.',
  linkFailed: 'The account could not be linked. Please try again.',
  loadFailed: 'Failed to load the linked account. Please try again.',
  linkedAs: 'Linked with {name} as {account}.',
  unlink: 'Unlink',
  unlinkNamed: '{member} signs in with {name} as {account}: unlink',
  unlinkQuestion: 'Unlink {account} from {member}?',
  unlinkConsequence:
    'Whoever signed in with {name} is signed out. Staff are linked again when they sign in with a confirmed address.',
  unlinked: 'Account unlinked successfully',
  unlinkFailed: 'An error occurred while unlinking the account',
  /** In place of a password that a member does not have. */
  withoutPassword: 'They sign in with {name}.',
  invalidLogoutToken: 'This logout token is not valid.',
} as const
