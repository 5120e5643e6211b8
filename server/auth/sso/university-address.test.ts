import { describe, expect, test } from 'vitest'
import { type Claims, refuseOtherOrganisation, universityAddress } from './university-address.ts'

const domains = ['uni.example', 'staff.uni.example']
const google = 'https://accounts.google.com'
const entra = 'https://login.microsoftonline.com/3f2504e0-4f89-11d3-9a0c-0305e82c3301/v2.0'
const keycloak = 'https://login.uni.example/realms/staff'
const email = 'dean@uni.example'

const addressAt = (issuer: string) => (claims: Claims) => {
  refuseOtherOrganisation(claims, issuer, domains)
  return universityAddress(claims, issuer, domains)
}

describe('Google', () => {
  const address = addressAt(google)
  test('an account of the organisation', () => {
    expect(address({ email, email_verified: true, hd: 'uni.example' })).toBe(email)
  })
  test.each([undefined, 'elsewhere.example', '', true, ['uni.example']])(
    'an account of another organisation (hd %j) is refused',
    (hd) => {
      expect(() => address({ email, email_verified: true, hd })).toThrow('another organisation')
    },
  )
})

describe('Entra ID', () => {
  const address = addressAt(entra)
  test.each([true, 1, '1', 'true'])('an address whose domain belongs to the tenant (xms_edov %j)', (xms_edov) => {
    expect(address({ email, xms_edov })).toBe(email)
  })
  test.each([undefined, false, 0, '0', 'false', {}])('any other address (xms_edov %j) is refused', (xms_edov) => {
    expect(() => address({ email, xms_edov })).toThrow('not confirmed')
  })
})

describe('any other provider', () => {
  const address = addressAt(keycloak)
  test('a confirmed address of one of the domains, in any spelling', () => {
    expect(address({ email: 'Dean@Staff.UNI.example', email_verified: true })).toBe('Dean@Staff.UNI.example')
  })
  test.each([
    ['KELVIN SIGN in the name', '\u212Aurt@uni.example'],
    ['KELVIN SIGN in the domain', 'kurt@sta\u212Aff.uni.example'],
    ['an umlaut', 'jürgen@uni.example'],
    ['a Cyrillic letter in the domain', 'dean@uni.ех\u0430mple'],
    ['dotless i', 'd\u0131n@uni.example'],
  ])('%s is refused: only ASCII letters are folded', (_, other) => {
    expect(() => address({ email: other, email_verified: true })).toThrow('other letters')
  })
  test('an organisation in other letters is another one', () => {
    const claims = { email: 'dean@uk.example', email_verified: true }
    expect(() => refuseOtherOrganisation({ ...claims, hd: 'u\u212A.example' }, google, ['uk.example'])).toThrow()
    expect(() => refuseOtherOrganisation({ ...claims, hd: 'UK.example' }, google, ['uk.example'])).not.toThrow()
  })
  test('what Entra ID says does not count, also where the address only looks like it', () => {
    expect(() => address({ email, xms_edov: true })).toThrow('not confirmed')
    const fake = addressAt('https://login.microsoftonline.com.evil.example/3f2504e0/v2.0')
    expect(() => fake({ email, xms_edov: true })).toThrow('not confirmed')
  })
})
