import type { FastifyPluginAsync } from 'fastify'
import { readInstallation } from '../../contract/installation.ts'
import type { Database } from '../../database/connect.ts'
import { storedBranding } from '../branding/branding.queries.ts'
import { handle } from '../http/handle.ts'
import { senderOf } from '../mail/mailer.ts'
import { release } from '../process/release.ts'
import { countDevices, outageSince } from '../push/push.queries.ts'
import { type Settings, sendsDigests, weekdays } from '../settings.ts'
import { installation } from './installation.queries.ts'

export function installationRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  return async (app) => {
    handle(app, readInstallation, async () => {
      const { last_backup, version, bytes } = await installation(database).database()
      const { heads_may_score } = await storedBranding(database).read()
      return {
        version: release,
        second_factor: settings.REQUIRE_SECOND_FACTOR,
        heads_may_score: heads_may_score ?? settings.HEADS_MAY_SCORE === 'yes',
        heads_may_score_chosen: heads_may_score !== null,
        session: {
          idle_minutes: settings.SESSION_IDLE_MINUTES,
          most_hours: settings.SESSION_MAX_HOURS,
          stay_days: settings.STAY_SIGNED_IN_DAYS,
        },
        digest: {
          mode: settings.DIGEST,
          weekday: weekdays.indexOf(settings.DIGEST_DAY) + 1,
          is_sent: sendsDigests(settings),
        },
        mail_from: settings.SMTP_URL === undefined ? null : senderOf(settings),
        sso: settings.SSO_ISSUER
          ? {
              name: settings.SSO_NAME,
              domains: [...settings.SSO_DOMAINS],
              provisions: settings.SSO_PROVISION === 'staff',
              passwords: settings.SSO_PASSWORDS,
            }
          : null,
        push: {
          services: [...settings.PUSH_SERVICES],
          devices: await countDevices(database),
          unreachable_since: await outageSince(database),
        },
        time_zone: settings.TIME_ZONE,
        public_address: settings.PUBLIC_URL ?? null,
        evidence_quota_mb: settings.EVIDENCE_QUOTA_MB,
        server_processes: settings.WEB_CONCURRENCY,
        database: { is_embedded: settings.DATABASE_URL === undefined, version, bytes },
        last_backup,
      }
    })
  }
}
