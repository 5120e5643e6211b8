import { CannotStart } from '../../database/cannot-start.ts'
import { connect } from '../../database/connect.ts'
import { listen } from '../main.ts'
import { readSettings } from '../settings.ts'
import { createLogger } from './logging.ts'

// This is one of several server processes, started by cluster.ts: the database is ready, and its address is in the settings.
const settings = readSettings(process.env)
const logger = createLogger(settings.LOG_LEVEL)
const database = connect(settings.DATABASE_URL ?? '', { timeZone: settings.TIME_ZONE })

try {
  const app = await listen(database, settings, logger)
  // Several signals may come: from the primary, and from a terminal or systemd, which signal all processes at once.
  let stopping: Promise<void> | undefined
  const stop = async () => {
    stopping ??= app.close().then(() => database.end())
    await stopping
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
} catch (error) {
  if (!(error instanceof CannotStart)) logger.error({ err: error }, 'could not start')
  const reason = error instanceof CannotStart ? error.message : 'A server process could not start: see the log.'
  process.send?.({ type: 'cannot start', reason }, () => process.exit(1))
}
