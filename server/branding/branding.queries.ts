import { languages, sourceLanguage } from '../../contract/languages/languages.ts'
import type { PortalSettings } from '../../contract/portal-settings.ts'
import type { Sql } from '../../database/connect.ts'

const texts = ['portal_title', 'short_title', 'university_name', 'footer_credit'] as const

export const settingsColumns = [
  ...texts,
  'contact',
  'languages',
  'default_language',
  'hold_scores',
  'heads_may_score',
  'confirm_administrators',
] as const satisfies readonly (keyof PortalSettings)[]

export const settingsTranslations = texts.map((text) => `${text}s` as const) satisfies readonly (keyof PortalSettings)[]

/** The settings before the first save, which are the table's own defaults. */
export const unsaved: PortalSettings = {
  portal_title: null,
  portal_titles: {},
  short_title: null,
  short_titles: {},
  university_name: null,
  university_names: {},
  footer_credit: null,
  footer_credits: {},
  contact: null,
  languages: [...languages],
  default_language: sourceLanguage,
  hold_scores: false,
  heads_may_score: null,
  confirm_administrators: false,
  version: 1,
}

export type StoredSettings = PortalSettings & {
  /** The SHA-256 of the uploaded logo; null without one. */
  logo_hash: string | null
}

export interface StoredLogo {
  image: Buffer
  type: string
}

/** The settings that administrators saved about the portal itself, as every page needs them. */
export function storedBranding(sql: Sql) {
  const shown = sql.identifiers([...settingsColumns, ...settingsTranslations, 'version'])

  return {
    async read(): Promise<StoredSettings> {
      // The row may be missing, and the logo is in another table: the query returns one row in any case.
      const [row] = await sql<[{ settings: PortalSettings | null; logo_hash: string | null }]>`
        select (select to_jsonb(s) from (select ${shown} from portal_settings) s) as settings,
          (select encode(content_hash, 'hex') from portal_logo) as logo_hash`
      return { ...(row.settings ?? unsaved), logo_hash: row.logo_hash }
    },

    async logo(): Promise<StoredLogo | undefined> {
      const [logo] = await sql<StoredLogo[]>`select image, type from portal_logo`
      return logo
    },
  }
}
