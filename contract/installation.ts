import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * What environment variables and the server decide, for Settings to show. Field by field and never the settings themselves: addresses with
 * passwords, secrets and keys are among those.
 */
const Installation = z.object({
  version: z.string(),
  second_factor: z.enum(['none', 'admins', 'rights']),
  heads_may_score: z.boolean(),
  /** Whether that was chosen in Settings. A server of the release before does not send it. */
  heads_may_score_chosen: z.boolean().optional(),
  session: z.object({
    idle_minutes: z.int(),
    most_hours: z.int(),
    /** How long somebody stays who chooses that; 0 where it is not offered. A server of the release before does not send this field. */
    stay_days: z.int().optional(),
  }),
  digest: z.object({
    mode: z.enum(['weekly', 'off']),
    /** The day of the week as in ISO 8601: 1 is Monday. */
    weekday: z.int(),
    /** Whether it is sent: it needs a mail server and a public address. */
    is_sent: z.boolean(),
  }),
  /** The sender of e-mails; null without a mail server. */
  mail_from: z.string().nullable(),
  sso: z
    .object({
      name: z.string(),
      domains: z.array(z.string()),
      /** Whether somebody of these domains who is no member yet becomes one. */
      provisions: z.boolean(),
      passwords: z.enum(['everyone', 'admins']),
    })
    .nullable(),
  /** Notices on devices. A server of the release before does not send it. */
  push: z
    .object({
      /** The hosts of the push services that the portal sends to; empty: it sends nothing to devices. */
      services: z.array(z.string()),
      devices: z.int(),
      /** Since when it has reached none of them; null if it reaches them, or has not tried. */
      unreachable_since: z.string().nullable(),
    })
    .optional(),
  time_zone: z.string(),
  public_address: z.string().nullable(),
  evidence_quota_mb: z.int(),
  server_processes: z.int(),
  database: z.object({ is_embedded: z.boolean(), version: z.string(), bytes: z.number() }),
  last_backup: z.object({ finished_at: z.string(), is_signed: z.boolean(), days: z.int() }).nullable(),
})
export type Installation = z.infer<typeof Installation>

export const readInstallation = endpoint({
  method: 'GET',
  path: '/settings/installation',
  access: 'admin',
  summary: 'How this portal is set: what environment variables decide, its version, its database and its last backup',
  replies: { 200: Installation },
})
