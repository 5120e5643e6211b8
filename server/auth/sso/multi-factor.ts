import type { Claims } from './university-address.ts'

/**
 * The methods of RFC 8176 with more than one factor, a one-time code, a key in hardware or software, or a smart card. Not sms, which others
 * may read.
 */
const methods = ['mfa', 'otp', 'hwk', 'swk', 'pop', 'sc']

/** The profiles of REFEDS (universities), NIST and OpenID that ask for more than one factor. */
const classes = [
  'https://refeds.org/profile/mfa',
  'http://idmanagement.gov/ns/assurance/aal/2',
  'http://idmanagement.gov/ns/assurance/aal/3',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'phr',
  'phrh',
]

/** Whether the ID token says that the provider asked for a second factor. */
export function isMultiFactor({ amr, acr }: Claims): boolean {
  const used = Array.isArray(amr) ? amr : []
  return used.some((method) => methods.includes(method)) || classes.some((name) => name === acr)
}
