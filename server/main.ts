import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { every as howOften, processes } from '../contract/limits.ts'
import { CannotStart } from '../database/cannot-start.ts'
import { connect, type Database } from '../database/connect.ts'
import { defaultDataDir, openEmbedded } from '../database/embedded.ts'
import { idempotencyKeys } from '../database/idempotency-keys.ts'
import { migrate } from '../database/migrate.ts'
import { checkServerRole, roleOf } from '../database/server-role.ts'
import { accountMail } from './account-mails/account-mail.ts'
import { buildApp } from './app.ts'
import { accounts, sessions } from './auth/auth.queries.ts'
import { type FirstAdministrator, prepareFirstStart } from './auth/first-start.ts'
import { hashPassword } from './auth/passwords.ts'
import { pendingSignIns } from './auth/second-factor/second-factor.queries.ts'
import { signInLimits } from './auth/sign-in-limits.queries.ts'
import { ssoRequests } from './auth/sso/sso.queries.ts'
import { digests } from './digest/digest.queries.ts'
import { digestMail } from './digest/digest-mail.ts'
import { finishDueEvents } from './events/events.actions.ts'
import { passwordLinks } from './forgotten-password/forgotten-password.queries.ts'
import { takes } from './inbox/inbox.queries.ts'
import { accountMails } from './mail/account-mails.queries.ts'
import { bounceIds } from './mail/bounces.queries.ts'
import { mailChoices } from './mail-choices/mail-choices.queries.ts'
import { messageMail } from './messages/message-mail.ts'
import { noticeMail } from './notices/notice-mail.ts'
import { notices } from './notices/notices.queries.ts'
import { receivedFiles } from './posted-activities/received-files.queries.ts'
import { startCluster } from './process/cluster.ts'
import { createLogger } from './process/logging.ts'
import { pushDevices } from './push/push.queries.ts'
import { pushSender } from './push/push-sender.ts'
import { readSettings, type Settings } from './settings.ts'
import { closeTerm } from './terms/terms.actions.ts'

/** Runs a step of the start and prints it with its duration. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface ServeOptions {
  /** Fills an empty database with a fictional university. */
  demo?: boolean
}

/** The password in the data folder of `npm run demo` only, where all data is fictional. */
const demoPassword = 'made-up university'
const demoEnvironment = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: demoPassword }

function demoSettings({ demo }: ServeOptions): Record<string, string> {
  return demo ? demoEnvironment : {}
}

/** The folder of the built pages, beside the server in the build. Run from sources there are none: Vite serves the pages then. */
const builtPages = import.meta.url.endsWith('.js') ? fileURLToPath(new URL('../web/', import.meta.url)) : undefined

/** The project folder: above the folder of this file in the sources, and one further up in the build. */
function projectFolder() {
  const here = fileURLToPath(new URL('..', import.meta.url))
  return here.replace(/[\\/]dist[\\/]?$/, '')
}

async function openDatabase(settings: Settings, step: Step, dataName: string) {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url } = settings
  if (url && ownerUrl) return { url, ownerUrl, stop: async () => {} }
  const dataDir = settings.DATA_DIR ?? defaultDataDir(projectFolder(), dataName)
  const embedded = await step('Starting the database', () => openEmbedded({ dataDir }))
  return { url: embedded.serverUrl, ownerUrl: embedded.url, stop: embedded.stop }
}

/** Migrates as the owner of the tables, then checks the role that the server uses from here on. */
async function prepareTables(database: Database, ownerUrl: string, logger: Logger) {
  const isSeparate = ownerUrl !== database.address
  const owner = isSeparate ? connect(ownerUrl, { max: 1 }) : database
  try {
    await migrate(owner, isSeparate ? { serverRole: await roleOf(database) } : {})
    await checkServerRole(database, isSeparate, (text) => logger.warn(text))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // PostgreSQL has its own list of time zones.
    if (code === '22023' && /TimeZone/.test(String(error))) throw new CannotStart('TIME_ZONE is not known to PostgreSQL.')
    const isUnreachable = error instanceof Error && /^(E|CONNECT|28|3D)/.test(code)
    if (isUnreachable) throw new CannotStart(`The database cannot be reached: ${error.message}.`)
    throw error
  } finally {
    if (isSeparate) await owner.end()
  }
}

/** Fills the database as the owner: this uses a temporary table, which the server's role may not create. */
async function fillWithDemo(database: Database, ownerUrl: string, settings: Settings) {
  // The demo renders images, with a library that is otherwise not needed in memory.
  const { fillDemo, forgetPastNotices } = await import('../database/demo.ts')
  const owner = connect(ownerUrl, { max: 1, timeZone: settings.TIME_ZONE })
  const { pastTermIds } = await fillDemo(owner, await hashPassword(demoPassword)).finally(() => owner.end())
  const administrator = await accounts(database).byUsername(demoEnvironment.ADMIN_USERNAME)
  if (administrator)
    for (const id of pastTermIds) await closeTerm(database, settings, id, {}, { id: administrator.id, address: 'demo' })
  await forgetPastNotices(database)
}

function listenFailure(error: unknown, { HOST, PORT }: Settings) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const where = `${HOST}:${PORT}`
  if (code === 'EADDRINUSE')
    return new CannotStart(`Another program already listens on ${where}. Stop it, or set PORT to another number.`)
  if (code === 'EACCES') return new CannotStart(`This user may not listen on ${where}. Set PORT to a number above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new CannotStart(`HOST ${HOST} is not an address of this machine.`)
  return error
}

export async function listen(database: Database, settings: Settings, logger: Logger) {
  const app = await buildApp(database, settings, logger, builtPages)
  // Fastify would log its address between the steps of the start; the URL is printed after them.
  if (settings.LOG_LEVEL === 'info') logger.level = 'warn'
  try {
    await app.listen({ host: settings.HOST, port: settings.PORT })
  } catch (error) {
    await app.close()
    throw listenFailure(error, settings)
  } finally {
    logger.level = settings.LOG_LEVEL
  }
  return app
}

function printAddress(address: string, administrator: FirstAdministrator | undefined, options: ServeOptions) {
  const lines = ['', `  The portal is ready: ${address}`]
  if (options.demo)
    lines.push(
      `  Everything in it is made up. Sign in with the password "${demoPassword}" as`,
      '    admin      administrator',
      '    l.hassan   member of staff',
      '    r.mahmood  member of staff',
    )
  else if (administrator?.password)
    lines.push(
      `  Sign in as ${administrator.username} with the password ${administrator.password}`,
      '  It is shown this once. The portal asks for a new one after the sign-in.',
    )
  else if (administrator) lines.push(`  Sign in as ${administrator.username} with the password of ADMIN_PASSWORD.`)
  else lines.push('  Sign in with your account.')
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/** Starts everything, and ends everything on SIGINT or SIGTERM, also when they come while it is still starting. */
export async function serve(environment: NodeJS.ProcessEnv, step: Step, options: ServeOptions = {}) {
  const settings = readSettings({ ...demoSettings(options), ...environment })
  const logger = createLogger(settings.LOG_LEVEL)
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }

  const started = start(settings, step, options, logger, closers)
  stopOnSignal(logger, async () => {
    await started.catch(() => {})
    await close()
  })
  try {
    const { address, administrator } = await started
    printAddress(address, administrator, options)
  } catch (error) {
    await close().catch((closeError) => logger.error({ err: closeError }, 'could not stop cleanly'))
    throw error
  }
}

async function start(settings: Settings, step: Step, options: ServeOptions, logger: Logger, closers: (() => Promise<unknown>)[]) {
  const { url, ownerUrl, stop } = await openDatabase(settings, step, options.demo ? 'data-demo' : 'data')
  closers.push(stop)
  const database = connect(url, { timeZone: settings.TIME_ZONE })
  closers.push(() => database.end())

  const administrator = await step('Preparing the tables', async () => {
    await prepareTables(database, ownerUrl, logger)
    return prepareFirstStart(database, settings)
  })
  if (options.demo) await step('Making up a university', () => fillWithDemo(database, ownerUrl, settings))
  const origin = await step('Starting the server', async () => {
    if (settings.WEB_CONCURRENCY > 1) {
      const workers = await startCluster(
        settings.WEB_CONCURRENCY,
        // Workers do not need the owner's rights.
        { DATABASE_URL: url, DATABASE_OWNER_URL: '', ...demoSettings(options) },
        logger,
      )
      closers.push(workers.stop)
      return `http://${settings.HOST}:${settings.PORT}`
    }
    const app = await listen(database, settings, logger)
    closers.push(() => app.close())
    return app.listeningOrigin
  })
  if (settings.SMTP_URL && !settings.PUBLIC_URL)
    logger.warn('PUBLIC_URL is not set: nobody can get a link for a new password, or the weekly digest, by e-mail')
  const aboutNotices = noticeMail(database, settings, logger)
  const aboutAccounts = accountMail(database, settings, logger)
  const ofTheOffice = messageMail(database, settings, logger)
  const aboutTheWeek = digestMail(database, settings, logger)
  const toDevices = pushSender(database, settings, logger)
  const regularly = [
    every(howOften.cleanUp, logger, () =>
      Promise.all([
        sessions(database).forgetExpired(settings),
        signInLimits(database).forgetExpired(),
        pendingSignIns(database).forgetExpired(),
        ssoRequests(database).forgetOld(),
        notices(database).forgetOld(),
        idempotencyKeys(database).forgetOld(settings.OUTBOX_DAYS),
        receivedFiles(database).forgetOld(),
        passwordLinks(database).forgetExpired(),
        accountMails(database).forgetOld(),
        digests(database).forgetOld(),
        takes(database).forgetDone(),
        mailChoices(database).forgetOldLinks(),
        pushDevices(database).forgetOld(),
        bounceIds(database).forgetOld(),
        notices(database).warnOfEndingTerms(),
        notices(database).warnOfEndingPosting(),
        finishDueEvents(database),
      ]),
    ),
    ...(aboutNotices ? [every(howOften.mail, logger, aboutNotices.sendDue)] : []),
    ...(ofTheOffice ? [every(howOften.mail, logger, ofTheOffice.sendDue)] : []),
    ...(aboutAccounts ? [every(howOften.accountMail, logger, aboutAccounts.sendDue)] : []),
    ...(toDevices ? [every(howOften.push, logger, toDevices.sendDue)] : []),
    ...(aboutTheWeek ? [every(howOften.digest, logger, aboutTheWeek.sendDue)] : []),
  ]
  closers.push(async () => {
    for (const timer of regularly) clearInterval(timer)
    aboutNotices?.stop()
    aboutAccounts?.stop()
    await ofTheOffice?.stop()
    await aboutTheWeek?.stop()
    await toDevices?.stop()
  })
  return { address: settings.PUBLIC_URL ?? origin, administrator }
}

/** Runs the work periodically; a failure is logged, and the next run retries. */
function every(ms: number, logger: Logger, work: () => Promise<unknown>) {
  const attempt = () => void work().catch((error) => logger.warn({ err: error }, 'housekeeping failed'))
  attempt()
  return setInterval(attempt, ms)
}

function stopOnSignal(logger: Logger, stop: () => Promise<void>) {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), processes.stop).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
