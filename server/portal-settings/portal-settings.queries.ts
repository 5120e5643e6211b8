import { messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import type { PortalSettings, PortalSettingsInput } from '../../contract/portal-settings.ts'
import type { Sql } from '../../database/connect.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'

const columns = [
  'portal_title',
  'portal_title_ckb',
  'portal_title_ar',
  'short_title',
  'short_title_ckb',
  'short_title_ar',
  'university_name',
  'university_name_ckb',
  'university_name_ar',
  'footer_credit',
  'footer_credit_ckb',
  'footer_credit_ar',
  'contact',
  'languages',
  'default_language',
] as const satisfies readonly (keyof PortalSettings)[]

/** Before the first save; as the table's own defaults. */
export const unsaved: PortalSettings = {
  portal_title: null,
  portal_title_ckb: null,
  portal_title_ar: null,
  short_title: null,
  short_title_ckb: null,
  short_title_ar: null,
  university_name: null,
  university_name_ckb: null,
  university_name_ar: null,
  footer_credit: null,
  footer_credit_ckb: null,
  footer_credit_ar: null,
  contact: null,
  languages: [...languages],
  default_language: 'en',
  version: 1,
}

export type StoredSettings = PortalSettings & {
  /** The SHA-256 of the uploaded logo; null where there is none. */
  logo_hash: string | null
}

export interface StoredLogo {
  image: Buffer
  type: string
}

/** What administrators saved about the portal itself. */
export function portalSettings(sql: Sql) {
  const shown = sql.identifiers([...columns, 'version'])

  return {
    async read(): Promise<StoredSettings> {
      // The row may be missing, and the logo is in another table: one row in any case, by one query.
      const [row] = await sql<[{ settings: PortalSettings | null; logo_hash: string | null }]>`
        select (select to_jsonb(s) from (select ${shown} from portal_settings) s) as settings,
          (select encode(content_hash, 'hex') from portal_logo) as logo_hash`
      return { ...(row.settings ?? unsaved), logo_hash: row.logo_hash }
    },

    /** A field that the request leaves out keeps its value. */
    async edit(input: PortalSettingsInput, by: number): Promise<PortalSettings> {
      const values = Object.fromEntries(
        columns.flatMap((column) => (input[column] === undefined ? [] : [[column, input[column]]])),
      )
      const version = input.version ?? null
      await sql`insert into portal_settings default values on conflict do nothing`
      const [edited] = await sql<PortalSettings[]>`
        update portal_settings set ${sql.set({ ...values, updated_by: by })}
        where ${version}::int is null or version = ${version} returning ${shown}`
      if (!edited) throw await conflictOrNotFound(sql, 'portal_settings', 1, messages.general.notFound)
      return edited
    },

    async logo(): Promise<StoredLogo | undefined> {
      const [logo] = await sql<StoredLogo[]>`select image, type from portal_logo`
      return logo
    },

    async setLogo({ image, type }: StoredLogo, by: number) {
      await sql`
        insert into portal_logo (image, type, updated_by) values (${image}, ${type}, ${by})
        on conflict (id) do update set image = excluded.image, type = excluded.type, updated_by = excluded.updated_by, updated_at = now()`
    },

    async removeLogo() {
      await sql`delete from portal_logo`
    },

    async ownAddress(userId: number): Promise<string | null> {
      const [user] = await sql<{ email: string | null }[]>`select email from users where id = ${userId}`
      return user?.email ?? null
    },

    async recordMailTest(details: Record<string, string>) {
      await sql`select write_audit('settings', 'mail tested', 1, null, null, null, ${sql.json(details)})`
    },
  }
}
