import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '../contract/languages/languages.ts'
import { readSettings, settingsTable } from './settings.ts'

test('everything has a default', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATABASE_URL: undefined,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: undefined,
    TRUST_PROXY: false,
    SESSION_IDLE_MINUTES: 120,
    SESSION_MAX_HOURS: 12,
    STAY_SIGNED_IN_DAYS: 30,
    LOG_LEVEL: 'info',
    API_DOCS: 'admins',
  })
})

test.each([
  ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must look like postgresql://user:password@host:5432/database.'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have 8 to 128 characters.'],
  [
    'PUBLIC_URL',
    'portal.example.edu',
    'PUBLIC_URL must be the address people type, such as https://portal.example.edu, without a path.',
  ],
  [
    'PUBLIC_URL',
    'https://example.edu/portal',
    'PUBLIC_URL must be the address people type, such as https://portal.example.edu, without a path.',
  ],
  [
    'TRUST_PROXY',
    'true',
    'TRUST_PROXY must list the addresses of the proxies in front (such as 127.0.0.1 or 10.0.0.0/8), or be loopback.',
  ],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    'TRUST_PROXY must list the addresses of the proxies in front (such as 127.0.0.1 or 10.0.0.0/8), or be loopback.',
  ],
  ['TIME_ZONE', 'Mars/Base', 'TIME_ZONE must be the name of a time zone, such as Asia/Baghdad.'],
  ['TIME_ZONE', '+03:00', 'TIME_ZONE must be the name of a time zone, such as Asia/Baghdad.'],
  ['DIGEST_DAY', 'Sunday', 'DIGEST_DAY must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday.'],
  ['SESSION_IDLE_MINUTES', '0', 'SESSION_IDLE_MINUTES must be a whole number from 1 to 10080.'],
  ['SESSION_MAX_HOURS', '1.5', 'SESSION_MAX_HOURS must be a whole number from 1 to 720.'],
  ['STAY_SIGNED_IN_DAYS', '91', 'STAY_SIGNED_IN_DAYS must be a whole number from 0 to 90.'],
  [
    'PUSH_SERVICES',
    'https://fcm.googleapis.com',
    'PUSH_SERVICES must list the hosts of push services, such as fcm.googleapis.com,*.push.apple.com, or be none.',
  ],
  [
    'PUSH_SERVICES',
    '*.com',
    'PUSH_SERVICES must list the hosts of push services, such as fcm.googleapis.com,*.push.apple.com, or be none.',
  ],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ['LOGO_FILE', 'logo.exe', 'LOGO_FILE must name an .svg, .png, .jpg or .webp file.'],
  ['PORTAL_TITLE', 'x'.repeat(201), 'PORTAL_TITLE may have at most 200 characters.'],
  ['SHORT_TITLE', 'x'.repeat(41), 'SHORT_TITLE may have at most 40 characters.'],
  ['LANGUAGES', 'en,fr', `LANGUAGES must list some of ${languages.join(', ')}, separated by commas.`],
  ['DEFAULT_LANGUAGE', 'fr', `DEFAULT_LANGUAGE must be one of ${languages.join(', ')}.`],
  ['API_DOCS', 'nobody', 'API_DOCS must be one of admins, everyone.'],
])('an invalid %s (%s) is reported with one message', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(expect.objectContaining({ name: 'CannotStart', message: sentence }))
})

test.each([
  [{}, 'UTC'],
  [{ TIME_ZONE: 'asia/baghdad' }, 'Asia/Baghdad'],
  [{ DIGEST_TIME_ZONE: 'Asia/Baghdad' }, 'Asia/Baghdad'],
  [{ TIME_ZONE: 'Asia/Baghdad', DIGEST_TIME_ZONE: 'Europe/Berlin' }, 'Asia/Baghdad'],
])('with the settings %j the time zone is %s: DIGEST_TIME_ZONE is its former name', (environment, zone) => {
  expect(readSettings(environment as Record<string, string>).TIME_ZONE).toBe(zone)
})

describe.each(['DATABASE_URL', 'DATABASE_OWNER_URL'])('%s', (name) => {
  test.each([
    'postgresql://a:1,b:2/portal',
    'postgresql://a,b/portal',
    'postgres://portal:secret@a:5432,b:5432,c:5432/portal?target_session_attrs=read-write',
    'postgresql:///portal?host=a,b',
    'postgresql://portal:secret@a/portal?sslmode=require&host=a%2Cb',
  ])('with several hosts (%s) is refused, and the message names the way', (address) => {
    expect(() => readSettings({ [name]: address })).toThrow(
      expect.objectContaining({
        name: 'CannotStart',
        message:
          `${name} must name one host; for a cluster that is the HAProxy on the portal's own loopback address, ` +
          'see deploy/cluster/README.md.',
      }),
    )
  })

  test.each([
    'postgresql://portal:a,b@127.0.0.1:5432/portal',
    'postgresql://127.0.0.1/portal,archive?application_name=a,b',
    'postgresql://portal@%2Fvar%2Frun%2Fpostgresql/portal',
    'postgresql://[::1]:5432/portal',
  ])('with one host and commas elsewhere, or none (%s), is accepted', (address) => {
    expect(readSettings({ [name]: address })).toMatchObject({ [name]: address })
  })
})

test.each([
  ['TRUST_PROXY', 'loopback', ['loopback']],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['PUBLIC_URL', 'https://portal.example.edu/', 'https://portal.example.edu'],
  ['PORT', '', 3000],
  ['PUSH_SERVICES', 'none', []],
  ['PUSH_SERVICES', 'Push.test.example:8443, *.push.test.example', ['push.test.example:8443', '*.push.test.example']],
])('a valid %s (%s) is accepted', (name, value, parsed) => {
  expect(readSettings({ [name]: value })).toMatchObject({ [name]: parsed })
})

test('the default language must be one of those offered', () => {
  expect(() => readSettings({ LANGUAGES: 'en,ar', DEFAULT_LANGUAGE: 'ckb' })).toThrow(
    'DEFAULT_LANGUAGE must be one of LANGUAGES.',
  )
})

describe('sign-in with the university account', () => {
  const complete = {
    SSO_ISSUER: 'https://login.example.edu/realms/staff',
    SSO_CLIENT_ID: 'portal',
    SSO_CLIENT_SECRET: 'secret',
    SSO_DOMAINS: 'Example.edu, staff.example.edu,',
    PUBLIC_URL: 'https://portal.example.edu',
  }

  test('needs an issuer, a client, domains and the public address', () => {
    expect(readSettings(complete)).toMatchObject({
      SSO_ISSUER: 'https://login.example.edu/realms/staff',
      SSO_DOMAINS: ['example.edu', 'staff.example.edu'],
      SSO_NAME: 'University account',
      SSO_PROVISION: 'off',
      SSO_PASSWORDS: 'everyone',
    })
  })

  test.each(Object.keys(complete))('is refused without %s', (name) => {
    const sentence = `Sign-in with the university account also needs ${name}.`
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(
      expect.objectContaining({ name: 'CannotStart', message: sentence }),
    )
  })

  test('is refused where only its rules are given: nobody but administrators could sign in', () => {
    expect(() => readSettings({ SSO_PASSWORDS: 'admins' })).toThrow(
      'Sign-in with the university account also needs SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET, SSO_DOMAINS, PUBLIC_URL.',
    )
  })

  const noIssuer = 'SSO_ISSUER must be the issuer address of an OpenID Connect provider, such as https://accounts.google.com.'
  const notHttps = 'SSO_ISSUER must begin with https: http is for a provider on this machine only.'
  const noTenant = 'SSO_ISSUER must name one tenant of Entra ID, as in https://login.microsoftonline.com/<tenant id>/v2.0.'
  test.each([
    ['SSO_ISSUER', 'login.example.edu', noIssuer],
    ['SSO_ISSUER', 'https://login.example.edu/?tenant=1', noIssuer],
    ['SSO_ISSUER', 'http://login.example.edu', notHttps],
    ['SSO_ISSUER', 'http://localhost.example.edu', notHttps],
    ['SSO_ISSUER', 'https://login.microsoftonline.com/common/v2.0', noTenant],
    ['SSO_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0', noTenant],
    [
      'SSO_DOMAINS',
      'dean@example.edu',
      'SSO_DOMAINS must list the domains of e-mail addresses, such as example.edu,staff.example.edu.',
    ],
    [
      'SSO_DOMAINS',
      'u\u212A.example',
      'SSO_DOMAINS must list the domains of e-mail addresses, such as example.edu,staff.example.edu.',
    ],
    ['SSO_PROVISION', 'admin', 'SSO_PROVISION must be one of off, staff.'],
    ['SSO_PASSWORDS', 'nobody', 'SSO_PASSWORDS must be one of everyone, admins.'],
  ])('an invalid %s (%s) is reported with one message', (name, value, sentence) => {
    expect(() => readSettings({ ...complete, [name]: value })).toThrow(
      expect.objectContaining({ name: 'CannotStart', message: sentence }),
    )
  })

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'a provider on this machine (%s) may speak http',
    (issuer) => {
      expect(readSettings({ ...complete, SSO_ISSUER: issuer })).toMatchObject({ SSO_ISSUER: issuer })
    },
  )
})

test('docs/running.md lists every setting with its default, and no other', () => {
  const readme = readFileSync(new URL('../docs/running.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, name, fallback, about]) => ({
    name,
    fallback,
    about,
  }))
  expect(rows).toEqual(Object.entries(settingsTable).map(([name, { fallback, about }]) => ({ name, fallback, about })))
})
