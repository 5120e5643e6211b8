/** On the login page, before its whole catalogue is loaded. */
export const passkeySignIn = {
  button: 'Sign in with a passkey',
  notUsed: 'The passkey was not used. Try again, or sign in with your password.',
} as const
