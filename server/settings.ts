import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { TimeZone } from '../contract/fields.ts'
import { isLanguage, type Language, languages, sourceLanguage } from '../contract/languages/languages.ts'
import { passwordMaxLength, passwordMinLength } from '../contract/limits.ts'
import { CannotStart } from '../database/cannot-start.ts'

/** The days of the week, in the order of ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** The push services of Chrome and most others, Firefox, Safari and Edge. */
const knownPushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The message completes a sentence: "PORT must be …". */
class BadValue extends Error {}

interface Setting<T> {
  about: string
  /** The default as docs/running.md shows it. */
  fallback: string
  parse: (text: string | undefined) => T
}

function setting<T>(about: string, fallback: string, parse: (text: string | undefined) => T): Setting<T> {
  return { about, fallback, parse }
}

function text(fallback: string, longest = 200) {
  return (value: string | undefined) => {
    const given = value?.trim() || fallback
    if (given.length > longest) throw new BadValue(`may have at most ${longest} characters`)
    return given
  }
}

/**
 * Undefined for a setting that is not set: what an administrator saved in the portal counts then, or else the default
 * (branding/branding.ts).
 */
function optionalText(longest = 200) {
  return (value: string | undefined) => text('', longest)(value) || undefined
}

/** A list of languages, such as en,ckb: at least one, in the portal's own order. */
function someLanguages(value: string | undefined): readonly Language[] | undefined {
  if (!value?.trim()) return undefined
  const codes = value.split(',').map((code) => code.trim())
  if (!codes.every(isLanguage)) throw new BadValue(`must list some of ${languages.join(', ')}, separated by commas`)
  return languages.filter((language) => codes.includes(language))
}

function wholeNumber(fallback: number, least: number, most: number) {
  return (value: string | undefined) => {
    if (value === undefined || value === '') return fallback
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new BadValue(`must be a whole number from ${least} to ${most}`)
    return number
  }
}

function optionallyOneOf<const T extends string>(choices: readonly T[]) {
  return (value: string | undefined): T | undefined => (value ? oneOf(choices, choices[0] as T)(value) : undefined)
}

function oneOf<const T extends string>(choices: readonly T[], fallback: T) {
  return (value: string | undefined): T => {
    if (value === undefined || value === '') return fallback
    const found = choices.find((choice) => choice === value)
    if (!found) throw new BadValue(`must be one of ${choices.join(', ')}`)
    return found
  }
}

function databaseAddress(value: string | undefined) {
  if (!value) return undefined
  if (namesSeveralHosts(value))
    throw new BadValue(
      "must name one host; for a cluster that is the HAProxy on the portal's own loopback address, see deploy/cluster/README.md",
    )
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new BadValue('must look like postgresql://user:password@host:5432/database')
  return value
}

/** Whether an address names several hosts: libpq takes them; the driver does not, and would report a wrong port or an unknown name. */
function namesSeveralHosts(address: string) {
  const [, authority = '', query = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(address) ?? []
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...new URLSearchParams(query).getAll('host')]
  return hosts.some((host) => host.includes(','))
}

function mailServer(value: string | undefined) {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new BadValue('must look like smtps://user:password@mail.example.edu')
  return value
}

/** Each e-mail has an id of its own between the name and the host: bounces+ID@host. */
function bounceAddress(value: string | undefined) {
  if (!value) return undefined
  if (!/^[\w.-]{1,30}@[\w-]+(\.[\w-]+)+$/.test(value))
    throw new BadValue('must be an address without a +, such as bounces@portal.example.edu')
  return value
}

function publicAddress(value: string | undefined) {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new BadValue('must be the address people type, such as https://portal.example.edu, without a path')
  return url.origin
}

function timeZone(value: string | undefined) {
  const zone = TimeZone.safeParse(value || 'UTC')
  // PostgreSQL would read +03:00 as three hours west of Greenwich.
  if (!zone.success || /^[+-]/.test(zone.data)) throw new BadValue('must be the name of a time zone, such as Asia/Baghdad')
  return zone.data
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function ssoIssuer(value: string | undefined) {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || url.search || url.hash || url.username || !['http:', 'https:'].includes(url.protocol))
    throw new BadValue('must be the issuer address of an OpenID Connect provider, such as https://accounts.google.com')
  if (url.protocol === 'http:' && !loopback.includes(url.hostname))
    throw new BadValue('must begin with https: http is for a provider on this machine only')
  // These issuers have accounts of every organisation in the world, with unverified addresses.
  if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)\b/.test(url.pathname))
    throw new BadValue('must name one tenant of Entra ID, as in https://login.microsoftonline.com/<tenant id>/v2.0')
  return value
}

function domains(value: string | undefined): readonly string[] {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase())
  const given = names.filter(Boolean)
  if (!/^[\x20-\x7e]*$/.test(value ?? '') || !given.every((name) => /^[^@\s/]+\.[^@\s/]+$/.test(name)))
    throw new BadValue('must list the domains of e-mail addresses, such as example.edu,staff.example.edu')
  return given
}

/** The hosts of push services; none where the portal sends nothing to devices. `*.` stands for all names below a domain. */
function pushServices(value: string | undefined): readonly string[] {
  if (!value?.trim()) return knownPushServices
  if (value.trim() === 'none') return []
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  if (!hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/.test(host)))
    throw new BadValue('must list the hosts of push services, such as fcm.googleapis.com,*.push.apple.com, or be none')
  return hosts
}

/** `true` is refused: it would let every visitor choose the address that attempt limits count. */
function trustedProxies(value: string | undefined): false | string[] {
  if (!value || value === 'false') return false
  const names = value.split(',').map((name) => name.trim())
  const isRange = (name: string) => {
    const [address = '', bits] = name.split('/')
    const version = isIP(address)
    return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  }
  if (!names.every((name) => ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isRange(name)))
    throw new BadValue('must list the addresses of the proxies in front (such as 127.0.0.1 or 10.0.0.0/8), or be loopback')
  return names
}

function adminPassword(value: string | undefined) {
  if (!value) return undefined
  const { length } = [...value]
  if (length < passwordMinLength || length > passwordMaxLength)
    throw new BadValue(`must have ${passwordMinLength} to ${passwordMaxLength} characters`)
  return value
}

function backupKey(value: string | undefined) {
  if (!value) return undefined
  if (value.length < 32) throw new BadValue('must have at least 32 characters, such as openssl rand -hex 32 prints')
  return value
}

function logoFile(value: string | undefined) {
  if (!value) return undefined
  const path = resolve(value)
  if (!/\.(svg|png|jpe?g|webp)$/i.test(path)) throw new BadValue('must name an .svg, .png, .jpg or .webp file')
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new BadValue(`names a file that is not there: ${path}`)
  return path
}

function keyFile(value: string | undefined) {
  if (!value) return undefined
  const path = resolve(value)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new BadValue(`names a file that is not there: ${path}`)
  return path
}

/** The default name of the portal. */
export const defaultTexts = {
  portal_title: 'Staff Activity and Performance Portal',
  university_name: 'Your University',
  footer_credit: 'Quality Assurance Office',
} as const

/** Every setting, in the order of the table in docs/running.md; a test holds the two together. */
export const settingsTable = {
  PORT: setting('the port to listen on', '3000', wholeNumber(3000, 0, 65_535)),
  HOST: setting('the address to listen on', '127.0.0.1', text('127.0.0.1')),
  DATA_DIR: setting('the folder of the embedded database', '`data` in the project', (value) =>
    value ? resolve(value) : undefined,
  ),
  DATABASE_URL: setting('a PostgreSQL (15 or newer) of your own instead of the embedded one', 'embedded', databaseAddress),
  DATABASE_OWNER_URL: setting(
    'the same database as the owner of the tables, for migrations; DATABASE_URL is then a role that cannot alter the audit trail',
    'as DATABASE_URL',
    databaseAddress,
  ),
  WEB_CONCURRENCY: setting('how many server processes share the port', '1', wholeNumber(1, 1, 64)),
  ADMIN_USERNAME: setting('the first administrator, on an empty database', 'admin', text('admin', 100)),
  ADMIN_PASSWORD: setting('and their password', 'random, printed once', adminPassword),
  PUBLIC_URL: setting(
    'the address people type, as statements and e-mails print it; https turns on Secure cookies',
    'as requested',
    publicAddress,
  ),
  TRUST_PROXY: setting('the addresses of the proxies in front (`loopback` for one on this machine)', 'none', trustedProxies),
  TIME_ZONE: setting(
    'where a day begins and ends, for last days, terms, e-mails and the times on documents, such as Asia/Baghdad',
    'UTC',
    timeZone,
  ),
  SESSION_IDLE_MINUTES: setting('sign out after so many minutes without use', '120', wholeNumber(120, 1, 10_080)),
  SESSION_MAX_HOURS: setting('sign out after so many hours in any case', '12', wholeNumber(12, 1, 720)),
  STAY_SIGNED_IN_DAYS: setting(
    'for how many days somebody may stay signed in on a device who chooses that at sign-in; 0 does not offer it',
    '30',
    wholeNumber(30, 0, 90),
  ),
  HEADS_MAY_SCORE: setting(
    'whether heads and deans set the scores of their members, until Settings say otherwise: no or yes',
    'no',
    oneOf(['no', 'yes'], 'no'),
  ),
  EVIDENCE_QUOTA_MB: setting(
    'how many megabytes the photos and PDF files of one member may take up in a term',
    '500',
    wholeNumber(500, 1, 1_000_000),
  ),
  OUTBOX_DAYS: setting(
    'how many days what was posted or asked without a network may wait on a phone and is still sent by itself',
    '14',
    wholeNumber(14, 1, 60),
  ),
  REQUIRE_SECOND_FACTOR: setting(
    'who must sign in with a second factor beside the password: none, admins, or rights (also heads, deans and delegates)',
    'none',
    oneOf(['none', 'admins', 'rights'], 'none'),
  ),
  SSO_ISSUER: setting(
    'sign-in with the university account: the issuer address of its OpenID Connect provider (docs/single-sign-on.md)',
    'none',
    ssoIssuer,
  ),
  SSO_CLIENT_ID: setting('the client that was registered for the portal at the provider', 'none', text('')),
  SSO_CLIENT_SECRET: setting('and its secret', 'none', text('', 1000)),
  SSO_NAME: setting('the name of the provider, as the login page shows it', 'University account', text('University account', 50)),
  SSO_DOMAINS: setting('whose addresses may be linked to members, such as example.edu,staff.example.edu', 'none', domains),
  SSO_PROVISION: setting(
    'somebody of these domains who is no member yet: off (refused) or staff (becomes a staff member)',
    'off',
    oneOf(['off', 'staff'], 'off'),
  ),
  SSO_PASSWORDS: setting(
    'who may still sign in with a password: everyone or admins',
    'everyone',
    oneOf(['everyone', 'admins'], 'everyone'),
  ),
  SMTP_URL: setting(
    'a mail server for notices and, with PUBLIC_URL, forgotten passwords, such as smtps://user:password@mail.example.edu',
    'none',
    mailServer,
  ),
  DIGEST: setting(
    'an e-mail once a week at 7 about what there is to do and what was decided, with SMTP_URL and PUBLIC_URL: weekly or off',
    'weekly',
    oneOf(['weekly', 'off'], 'weekly'),
  ),
  DIGEST_DAY: setting(`the day of that e-mail: ${weekdays.join(', ')}`, 'monday', oneOf(weekdays, 'monday')),
  PUSH_SERVICES: setting(
    'the push services through which notices go to devices, by their hosts, which the server must reach by https; none: no notices on devices',
    'those of Chrome, Firefox, Safari and Edge',
    pushServices,
  ),
  MAIL_FROM: setting('the sender of such e-mails', 'portal@ and the host of PUBLIC_URL', text('')),
  MAIL_BOUNCES: setting(
    'the address to which mail servers report what they could not deliver, such as bounces@portal.example.edu (see E-mails that come back)',
    'the sender, and the portal does not hear of it',
    bounceAddress,
  ),
  CONTACT: setting(
    'whom to ask for a new password: a name, an address, a phone number',
    'the office that runs the portal',
    optionalText(),
  ),
  BACKUP_KEY: setting('signs backups; one that was changed or not signed with it is refused', 'not signed', backupKey),
  ARCHIVE_KEY_FILE: setting(
    'an Ed25519 private key (PEM) that signs archives of closed terms',
    'one that the portal makes and keeps in the database',
    keyFile,
  ),
  PORTAL_TITLE: setting('the name of the portal', defaultTexts.portal_title, optionalText()),
  SHORT_TITLE: setting('its name in the header on phones', 'as PORTAL_TITLE', optionalText(40)),
  UNIVERSITY_NAME: setting('the name of the university', defaultTexts.university_name, optionalText()),
  FOOTER_CREDIT: setting('the line at the foot of the login page', defaultTexts.footer_credit, optionalText()),
  LOGO_FILE: setting('an .svg, .png, .jpg or .webp file', 'a drawn shield', logoFile),
  LANGUAGES: setting('the languages that the pages offer, such as en,ckb', languages.join(','), someLanguages),
  DEFAULT_LANGUAGE: setting(
    `for browsers that accept none of the languages of the portal, and for e-mails to members who have chosen none: ${languages.join(', ')}`,
    sourceLanguage,
    optionallyOneOf(languages),
  ),
  LOG_LEVEL: setting(`one of ${logLevels.join(', ')}; debug logs every request`, 'info', oneOf(logLevels, 'info')),
  API_DOCS: setting(
    'who may read /docs and /openapi.json: admins or everyone',
    'admins',
    oneOf(['admins', 'everyone'], 'admins'),
  ),
  METRICS: setting(
    'who may read /metrics and the version in /health: local (this machine only) or everyone',
    'local',
    oneOf(['local', 'everyone'], 'local'),
  ),
} as const

export type Settings = { readonly [Name in keyof typeof settingsTable]: ReturnType<(typeof settingsTable)[Name]['parse']> }

export function readSettings(given: Record<string, string | undefined>): Settings {
  // The time zone was a setting of the weekly digest alone before.
  const environment: typeof given = { ...given, TIME_ZONE: given['TIME_ZONE'] || given['DIGEST_TIME_ZONE'] }
  const entries = Object.entries(settingsTable).map(([name, { parse }]) => {
    try {
      return [name, parse(environment[name])]
    } catch (error) {
      if (error instanceof BadValue) throw new CannotStart(`${name} ${error.message}.`)
      throw error
    }
  })
  const settings = Object.fromEntries(entries) as Settings
  refuseHalfSso(settings)
  const { LANGUAGES, DEFAULT_LANGUAGE } = settings
  if (LANGUAGES && DEFAULT_LANGUAGE && !LANGUAGES.includes(DEFAULT_LANGUAGE))
    throw new CannotStart('DEFAULT_LANGUAGE must be one of LANGUAGES.')
  return settings
}

/** Incomplete SSO settings are refused: otherwise the first member who signs in would find out. */
function refuseHalfSso(settings: Settings) {
  const needed = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_DOMAINS'] as const
  const isGiven = (name: (typeof needed)[number]) => (settings[name]?.length ?? 0) > 0
  if (!needed.some(isGiven) && settings.SSO_PROVISION === 'off' && settings.SSO_PASSWORDS === 'everyone') return
  const missing = [...needed.filter((name) => !isGiven(name)), ...(settings.PUBLIC_URL ? [] : ['PUBLIC_URL'])]
  if (missing.length > 0) throw new CannotStart(`Sign-in with the university account also needs ${missing.join(', ')}.`)
}

type MailSettings = Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL'>
export type DigestSettings = MailSettings & Pick<Settings, 'DIGEST'>

/** A link needs the portal's address. The address of a request is whatever its sender says: e-mails would link to another site. */
export function sendsPasswordLinks({ SMTP_URL, PUBLIC_URL }: MailSettings): boolean {
  return SMTP_URL !== undefined && PUBLIC_URL !== undefined
}

export function sendsDigests(settings: DigestSettings): boolean {
  return settings.DIGEST === 'weekly' && sendsPasswordLinks(settings)
}
