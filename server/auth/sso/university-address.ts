import { SsoRefusal } from './refusal.ts'

/** The claims of a provider about a person, in the ID token or at its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

const google = 'https://accounts.google.com'
/** The issuer of the university's own tenant: settings refuse the issuers of several tenants. */
const entra = /^https:\/\/login\.microsoftonline\.com\//

/**
 * The confirmed address of the university by which a member is found, or a refusal. An address that its owner only typed in would let
 * anyone take over an account.
 */
export function universityAddress(claims: Claims, issuer: string, domains: readonly string[]): string {
  const { email } = claims
  if (typeof email !== 'string' || email.length > 254 || !/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email))
    throw new SsoRefusal('noAddress', 'no e-mail address')
  if (!isAscii(email)) throw new SsoRefusal('noAddress', 'other letters in the e-mail address')
  if (!isConfirmed(claims, issuer)) throw new SsoRefusal('noAddress', 'the e-mail address is not confirmed')
  if (!isIn(domains, email.slice(email.lastIndexOf('@') + 1))) throw new SsoRefusal('noAddress', 'another domain')
  return email
}

/** Google lets everyone sign in, also with a private account that has an address of the university: `hd` is the organisation. */
export function refuseOtherOrganisation(claims: Claims, issuer: string, domains: readonly string[]) {
  if (issuer === google && !isIn(domains, claims['hd'])) throw new SsoRefusal('noAddress', 'another organisation')
}

function isConfirmed(claims: Claims, issuer: string): boolean {
  if (claims['email_verified'] === true) return true
  // Entra ID has no email_verified. This claim says that the owner of the domain is the tenant; it comes in any of these spellings.
  return entra.test(issuer) && [true, 1, '1', 'true'].some((value) => value === claims['xms_edov'])
}

/** Whether a text is ASCII. Lower case turns other letters into ASCII ones: the KELVIN SIGN becomes a k. */
function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text)
}

function isIn(domains: readonly string[], domain: unknown): boolean {
  return typeof domain === 'string' && isAscii(domain) && domains.includes(domain.toLowerCase())
}
