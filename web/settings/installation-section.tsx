import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Installation } from '../../contract/installation.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { oldBackupDays } from '../../contract/limits.ts'
import { sizeOf } from '../entities/evidence/file-preview.ts'
import { call, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { formatMoment } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { timeAgo } from '../ui/time-ago.ts'

const words = messages.installation

/** What is decided outside of the portal, read only, each with where to change it. */
export function InstallationSection() {
  const say = useSay()
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['installation'],
    queryFn: () => call('GET /settings/installation'),
  })
  return (
    <section aria-labelledby={id} className="shrink-0 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <h2 id={id} className="text-lg">
        {say(words.title)}
      </h2>
      <p className="mt-0.5 text-sm text-quiet">
        <bdi>{say(words.about)}</bdi>
      </p>
      <div className="mt-4">
        {data ? (
          <Facts installation={data} />
        ) : error ? (
          <LoadFailure isPlain message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
        ) : (
          <p role="status" className="flex min-h-96 items-center gap-3 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
    </section>
  )
}

interface Fact {
  label: Message
  value: Message | string
  where: Message
}

function Facts({ installation }: { installation: Installation }) {
  const say = useSay()
  const { last_backup: backup } = installation
  const warning = !backup
    ? words.backupMissing
    : backup.days >= oldBackupDays
      ? words.backupOld({ days: words.backupDays({ count: backup.days }) })
      : undefined
  return (
    <div className="space-y-4">
      {warning && (
        <Banner kind="bad">
          <bdi>{say(warning)}</bdi>
        </Banner>
      )}
      <dl className="divide-y divide-line border-y border-line">
        {[...backupFacts(installation), ...settingFacts(installation, say), ...serverFacts(installation)].map(
          ({ label, value, where }) => (
            <div key={label.key} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[11rem_1fr]">
              <dt className="text-quiet">{say(label)}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{typeof value === 'string' ? value : say(value)}</bdi>
                <Where>{say(where)}</Where>
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )

  function backupFacts({ last_backup }: Installation): Fact[] {
    const where = words.command({ command: 'npm run backup' })
    if (!last_backup) return [{ label: words.backup, value: words.backupNone, where }]
    const { finished_at, is_signed } = last_backup
    const [moment, ago] = [formatMoment(say, finished_at), timeAgo(say, finished_at, Date.now())]
    // After a week, the words for the age are the moment itself.
    const value = ago === moment ? moment : words.backupAt({ moment, ago })
    return [{ label: words.backup, value: is_signed ? words.backupSigned({ backup: value }) : value, where }]
  }
}

/** The muted line below a value. */
function Where({ children }: { children: ReactNode }) {
  return (
    <span className="block text-sm text-quiet">
      <bdi>{children}</bdi>
    </span>
  )
}

const days = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd0'] as const

const by = (variable: string) => words.variable({ variable })

/** What environment variables decide. */
function settingFacts(installation: Installation, say: Say): Fact[] {
  const { second_factor, heads_may_score, heads_may_score_chosen, session, digest, mail_from, sso, time_zone, public_address } =
    installation
  const times = {
    idle: words.minutes({ count: session.idle_minutes }),
    most: words.hours({ count: session.most_hours }),
  }
  const weekday = messages.dates.weekdays[days[digest.weekday - 1] ?? 'd1']
  const digestValue =
    digest.mode === 'off' ? words.digestOff : digest.is_sent ? words.digestOn({ day: weekday }) : words.digestNotSent
  return [
    {
      label: words.secondFactor,
      value:
        second_factor === 'rights'
          ? words.secondFactorRights
          : second_factor === 'admins'
            ? words.secondFactorAdmins
            : words.secondFactorNone,
      where: by('REQUIRE_SECOND_FACTOR'),
    },
    {
      label: words.headsMayScore,
      value: heads_may_score ? messages.general.yes : messages.general.no,
      where: heads_may_score_chosen ? words.chosenAbove : by('HEADS_MAY_SCORE'),
    },
    {
      label: words.session,
      value: words.sessionTimes(times),
      where: words.variables({ variables: 'SESSION_IDLE_MINUTES, SESSION_MAX_HOURS' }),
    },
    {
      label: words.staying,
      value: session.stay_days ? words.stayingFor({ days: words.backupDays({ count: session.stay_days }) }) : words.stayingOff,
      where: by('STAY_SIGNED_IN_DAYS'),
    },
    { label: words.digest, value: digestValue, where: words.variables({ variables: 'DIGEST, DIGEST_DAY' }) },
    {
      label: words.mail,
      value: mail_from === null ? words.mailNone : words.mailFrom({ address: mail_from }),
      where: words.variables({ variables: 'SMTP_URL, MAIL_FROM' }),
    },
    {
      label: words.sso,
      value: ssoValue(sso),
      where: words.variables({ variables: 'SSO_ISSUER, SSO_DOMAINS, SSO_PASSWORDS, …' }),
    },
    ...(installation.push ? [{ label: words.push, value: pushValue(installation.push, say), where: by('PUSH_SERVICES') }] : []),
    { label: words.timeZone, value: time_zone, where: by('TIME_ZONE') },
    { label: words.address, value: public_address ?? words.addressNone, where: by('PUBLIC_URL') },
    {
      label: words.quota,
      value: words.quotaSize({ size: sizeOf({ size: installation.evidence_quota_mb * 1024 * 1024 }) }),
      where: by('EVIDENCE_QUOTA_MB'),
    },
  ]
}

function ssoValue(sso: Installation['sso']): Message {
  if (!sso) return words.ssoNone
  const on = words.ssoOn({ name: sso.name, domains: sso.domains.join(', ') })
  const provisioned = sso.provisions ? words.ssoProvisions({ sso: on }) : on
  return sso.passwords === 'admins' ? words.ssoOnlyAdmins({ sso: provisioned }) : provisioned
}

function pushValue({ services, devices, unreachable_since }: NonNullable<Installation['push']>, say: Say): Message {
  if (services.length === 0) return words.pushOff
  const on = words.pushOn({ count: devices, services: services.join(', ') })
  return unreachable_since ? words.pushOutage({ push: on, moment: formatMoment(say, unreachable_since) }) : on
}

/** What the server is. */
function serverFacts({ version, server_processes, database }: Installation): Fact[] {
  return [
    { label: words.version, value: version, where: words.onStart },
    { label: words.servers, value: String(server_processes), where: by('WEB_CONCURRENCY') },
    {
      label: words.database,
      value: (database.is_embedded ? words.databaseEmbedded : words.databaseOwn)({ version: database.version }),
      where: by('DATABASE_URL'),
    },
    { label: words.size, value: sizeOf({ size: database.bytes }), where: words.nowhere },
  ]
}
