export const passwordMail = {
  linkSubject: '{portal}: a link to choose a new password',
  link: 'A new password was requested for your account with the username {username}. Open this link to choose it:',
  linkValid: 'The link works once, within 30 minutes.',
  linkIgnore: 'If you did not request it, ignore this message. Your password stays as it is.',
  changedSubject: '{portal}: your password was changed',
  changed:
    'The password of your account with the username {username} was changed with a link that was sent to this address. All devices were signed out.',
  helpContact: 'If it was not you, ask for help at once: {contact}',
  helpOffice: 'If it was not you, tell the office that runs the portal at once.',
} as const
