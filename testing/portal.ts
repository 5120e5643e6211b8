import { connect } from '../database/connect.ts'
import { buildApp } from '../server/app.ts'
import { hashPassword } from '../server/auth/passwords.ts'
import { createLogger } from '../server/process/logging.ts'
import { readSettings } from '../server/settings.ts'
import { createTestDatabase } from './database.ts'
import { factories } from './factories.ts'

/** Everybody's password in the tests; hashing it once per worker keeps them fast. */
export const testPassword = 'a long test sentence'
const testPasswordHash = hashPassword(testPassword)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

export interface PortalOptions {
  environment?: Record<string, string>
  /** Collects what the server logs. */
  log?: string[]
  /** A folder of built pages to serve. */
  pages?: string
}

/** The whole server on a database of its own. Requests go through HTTP's own parser, without a port. */
export async function startPortal({ environment = {}, log, pages }: PortalOptions = {}) {
  const database = await createTestDatabase()
  const settings = readSettings({ LOG_LEVEL: log ? 'debug' : 'silent', ...environment })
  const logger = createLogger(settings.LOG_LEVEL, { write: (line) => void log?.push(line) })
  // As in service: the server has fewer rights than the tests have.
  const asServer = connect(database.serverUrl)
  const app = await buildApp(asServer, settings, logger, pages)
  const make = factories(database.sql, await testPasswordHash)

  return {
    app,
    /** For the tests, as the owner of the tables. */
    sql: database.sql,
    /** The server's own. */
    database: asServer,
    url: database.url,
    make,

    /** Signs in and returns the header that says so. */
    async signIn(user: { username: string }, password = testPassword) {
      const reply = await app.inject({ method: 'POST', url: '/auth/login', payload: { username: user.username, password } })
      if (reply.statusCode !== 200) throw new Error(`cannot sign in as ${user.username}: ${reply.body}`)
      const cookie = reply.cookies[0]
      if (!cookie) throw new Error('the server set no cookie')
      return { cookie: `${cookie.name}=${cookie.value}` }
    },

    /** A caller with the session of a user: `await as(admin)('PUT', '/departments/1', { name: 'Physics' })`. */
    async as(user: { username: string } | null) {
      const headers = user ? await this.signIn(user) : {}
      return async (method: Method, url: string, payload?: unknown, more: Record<string, string> = {}) => {
        const isEndless = url.endsWith('/stream')
        const reply = await app.inject({
          method,
          url,
          headers: { ...headers, ...more },
          ...(payload === undefined ? {} : { payload: payload as object }),
          payloadAsStream: isEndless,
        })
        if (isEndless) reply.stream().destroy()
        return reply
      }
    },

    /** A second server on the same database, as several processes behind one port are. */
    another: () => buildApp(asServer, settings, logger),

    async stop() {
      await app.close()
      await asServer.end()
      await database.drop()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof startPortal>>

/** What `portal.as(...)` gives. */
export type Caller = Awaited<ReturnType<Portal['as']>>
