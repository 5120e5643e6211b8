import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Branding } from '../../contract/branding.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { patience } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { EnvironmentField } from '../../contract/portal-settings.ts'
import type { Database } from '../../database/connect.ts'
import { defaultTexts, type Settings, sendsPasswordLinks } from '../settings.ts'
import { type StoredLogo, type StoredSettings, storedBranding, unsaved } from './branding.queries.ts'

/** The branding as this release sends it. */
export type ZonedBranding = Branding & { time_zone: string }

/** The branding in effect: an environment variable, or else what an administrator saved, or else the default. */
interface CurrentBranding {
  /** The languages that the pages offer. */
  languages: readonly Language[]
  defaultLanguage: Language
  /** The language of a user, if it is offered; or else the default one. */
  languageFor: (chosen: Language | null | undefined) => Language
  in: (language: Language) => ZonedBranding
}

const logoTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** The address of the logo has a fingerprint, so that a browser may cache it for ever. */
function logoUrl(hash: string) {
  return `/branding/logo?v=${hash.slice(0, 12)}`
}

function readLogoFile(path: string) {
  const image = readFileSync(path)
  return {
    image,
    type: logoTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
    hash: createHash('sha256').update(image).digest('hex'),
  }
}

/** The environment variables that are set, by the field that each of them decides. */
export function environmentOf(settings: Settings): { field: EnvironmentField; variable: string; value: string }[] {
  const variables = {
    portal_title: 'PORTAL_TITLE',
    short_title: 'SHORT_TITLE',
    university_name: 'UNIVERSITY_NAME',
    footer_credit: 'FOOTER_CREDIT',
    contact: 'CONTACT',
    logo: 'LOGO_FILE',
    languages: 'LANGUAGES',
    default_language: 'DEFAULT_LANGUAGE',
  } as const satisfies Record<EnvironmentField, keyof Settings>
  return Object.entries(variables).flatMap(([field, variable]) => {
    const value = settings[variable]
    // The path of a file on the server is not shown.
    const shown = variable === 'LOGO_FILE' ? '' : [value].flat().join(' ')
    return value === undefined ? [] : [{ field: field as EnvironmentField, variable, value: shown }]
  })
}

function currentOf(settings: Settings, stored: StoredSettings, logoFile: { hash: string } | undefined): CurrentBranding {
  const languages = settings.LANGUAGES ?? stored.languages
  const wanted = settings.DEFAULT_LANGUAGE ?? stored.default_language
  // Each of the two languages may be set by an environment variable without the other.
  const defaultLanguage = languages.includes(wanted) ? wanted : (languages[0] ?? 'en')
  const logoHash = logoFile?.hash ?? stored.logo_hash
  return {
    languages,
    defaultLanguage,
    languageFor: (chosen) => (chosen && languages.includes(chosen) ? chosen : defaultLanguage),
    in: (language) => {
      const portal_title = settings.PORTAL_TITLE ?? localized(language, stored, 'portal_title') ?? defaultTexts.portal_title
      return {
        portal_title,
        short_title: settings.SHORT_TITLE ?? localized(language, stored, 'short_title') ?? portal_title,
        university_name:
          settings.UNIVERSITY_NAME ?? localized(language, stored, 'university_name') ?? defaultTexts.university_name,
        footer_credit: settings.FOOTER_CREDIT ?? localized(language, stored, 'footer_credit') ?? defaultTexts.footer_credit,
        logo_url: logoHash ? logoUrl(logoHash) : '/logo.svg',
        contact: settings.CONTACT ?? stored.contact ?? '',
        forgotten_password: sendsPasswordLinks(settings) ? 'email' : 'ask',
        sso_name: settings.SSO_ISSUER ? settings.SSO_NAME : '',
        passwords: settings.SSO_PASSWORDS,
        stay_signed_in_days: settings.STAY_SIGNED_IN_DAYS,
        languages: [...languages],
        time_zone: settings.TIME_ZONE,
      }
    },
  }
}

/** The branding is read with every request: what an administrator saved is in effect at once, on every server. It is one row. */
export function brandings(database: Database, settings: Settings, patienceMs = patience.branding) {
  const logoFile = settings.LOGO_FILE ? readLogoFile(settings.LOGO_FILE) : undefined
  let lastKnown = currentOf(settings, { ...unsaved, logo_hash: null }, logoFile)

  async function read(): Promise<CurrentBranding> {
    lastKnown = currentOf(settings, await storedBranding(database).read(), logoFile)
    return lastKnown
  }

  return {
    read,

    /** The branding for the pages, which open also while the database is unavailable. */
    async readOrLastKnown(): Promise<CurrentBranding> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs)
      })
      try {
        return (await Promise.race([read().catch(() => undefined), late])) ?? lastKnown
      } finally {
        clearTimeout(timer)
      }
    },

    /** The logo; without one, the pages show the portal's own shield. */
    async logo(): Promise<StoredLogo | undefined> {
      return logoFile ?? storedBranding(database).logo()
    },
  }
}

export type Brandings = ReturnType<typeof brandings>
