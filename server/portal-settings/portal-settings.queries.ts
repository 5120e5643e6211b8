import { messages } from '../../contract/languages/catalogue.ts'
import type { PortalSettings, PortalSettingsInput } from '../../contract/portal-settings.ts'
import type { Sql } from '../../database/connect.ts'
import { changedTranslations } from '../../database/translations.ts'
import { type StoredLogo, settingsColumns, settingsTranslations, unsaved } from '../branding/branding.queries.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'

/** The settings that administrators saved about the portal itself. */
export function portalSettings(sql: Sql) {
  const shown = sql.identifiers([...settingsColumns, ...settingsTranslations, 'version'])

  return {
    /** A field that the request leaves out keeps its value. */
    async edit(input: PortalSettingsInput, by: number): Promise<PortalSettings> {
      const values = Object.fromEntries(
        settingsColumns.flatMap((column) => (input[column] === undefined ? [] : [[column, input[column]]])),
      )
      const translations = Object.fromEntries(
        settingsTranslations.flatMap((column) => {
          const given = input[column]
          return given === undefined ? [] : [[column, changedTranslations(sql, column, given)]]
        }),
      )
      const version = input.version ?? null
      await sql`insert into portal_settings (languages) values (${unsaved.languages}) on conflict do nothing`
      const [edited] = await sql<PortalSettings[]>`
        update portal_settings set ${sql.set({ ...values, ...translations, updated_by: by })}
        where ${version}::int is null or version = ${version} returning ${shown}`
      if (!edited) throw await conflictOrNotFound(sql, 'portal_settings', 1, messages.general.notFound)
      return edited
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
