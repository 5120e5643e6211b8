import { CannotStart } from '../database/cannot-start.ts'
import { connect } from '../database/connect.ts'
import { createLogger } from './logging.ts'
import { listen } from './main.ts'
import { readSettings } from './settings.ts'
import { answerGiven, workerTells } from './workers.ts'

// One of several server processes, started by workers.ts: the database is ready, and its address is in the settings.
const settings = readSettings(process.env)
const logger = createLogger(settings.LOG_LEVEL)
const database = connect(settings.DATABASE_URL ?? '')

try {
  // Connections are given to it. A port of its own, on this machine only, makes it a server in everything else: time limits, its end.
  const app = await listen(database, settings, logger, { HOST: '127.0.0.1', PORT: 0 })
  answerGiven(app.server)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await app.close()
    await database.end()
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  // Whoever started it is gone.
  process.on('disconnect', stop)
  workerTells.ready()
} catch (error) {
  if (!(error instanceof CannotStart)) logger.error({ err: error }, 'could not start')
  workerTells.cannotStart(error instanceof CannotStart ? error.message : 'A server process could not start: see the log.')
  process.disconnect()
  process.exitCode = 1
}
