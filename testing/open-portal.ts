import { hash } from '@node-rs/argon2'
import { type ConnectOptions, connect } from '../database/connect.ts'
import { buildApp, type Limits } from '../server/app.ts'
import { sessions } from '../server/auth/auth.queries.ts'
import { hashToken, newToken, sessionCookie } from '../server/auth/session-cookie.ts'
import { createLogger } from '../server/process/logging.ts'
import { readSettings } from '../server/settings.ts'
import { factories, testPassword } from './factories.ts'
import type { TestDatabase } from './template.ts'

/**
 * The hash of the test password, as cheap as Argon2id allows: the hash says how much work its check is. In service that is a tenth of a
 * second.
 */
const testPasswordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

export interface PortalOptions {
  environment?: Record<string, string>
  /** Collects what the server logs. */
  log?: string[]
  /** A folder of built pages to serve. */
  pages?: string
  /** Limits that a test is about, or `usual` for those of service. Otherwise no time is limited: on a busy machine anything takes seconds. */
  limits?: (Limits & { database?: ConnectOptions['limits'] }) | 'usual'
}

const hour = 3_600_000
const unlimited = {
  // Node.js has no limit where the value is 0.
  socket: { request: 0, headers: 0, silence: 0 },
  body: { grace: hour, longestPublic: hour, longestJson: hour, longestForm: hour },
  wait: { paper: hour, record: hour, logo: hour, import: hour, longFile: hour, memory: hour, form: hour },
  job: { usual: hour },
  patience: { health: hour, branding: hour, provider: hour },
}

function withLimits(limits: Limits): Limits {
  const { socket, body, wait, job, patience } = unlimited
  return {
    ...limits,
    socket: { ...socket, ...limits.socket },
    body: { ...body, ...limits.body },
    wait: { ...wait, ...limits.wait },
    job: { ...job, ...limits.job },
    patience: { ...patience, ...limits.patience },
  }
}

/** The whole server on a database. Requests go through HTTP's own parser, without a port. */
export async function openPortal(database: TestDatabase, options: PortalOptions = {}) {
  const { environment = {}, log, pages, limits = {} } = options
  const settings = readSettings({ LOG_LEVEL: log ? 'debug' : 'silent', ...environment })
  const logger = createLogger(settings.LOG_LEVEL, { write: (line) => void log?.push(line) })
  // The server has fewer rights than the tests, as in service.
  const asServer = connect(database.serverUrl, {
    timeZone: settings.TIME_ZONE,
    ...(limits === 'usual' ? {} : { timeLimitMs: 0, ...(limits.database && { limits: limits.database }) }),
  })
  const app = await buildApp(asServer, settings, logger, pages, limits === 'usual' ? {} : withLimits(limits))
  const make = factories(database.sql, await testPasswordHash)

  return {
    app,
    /** The connection of the tests, as the owner of the tables. */
    sql: database.sql,
    /** The connection of the server. */
    database: asServer,
    url: database.url,
    make,

    /**
     * A new session, and the header that it is sent with. It needs no password, which Argon2id makes slow: signing in has its own tests.
     */
    async startSession(user: { username: string }) {
      const [found] = await database.sql<{ id: number }[]>`
        select id from users where username = ${user.username} and removed_at is null`
      if (!found) throw new Error(`there is no user ${user.username}`)
      const token = newToken()
      await sessions(database.sql).start(found.id, hashToken(token), { method: 'password', secondFactor: false, device: null })
      await sessions(database.sql).rememberFirst(found.id)
      return { cookie: `${sessionCookie(settings).name}=${token}` }
    },

    /** Signs in with the password, as the login page does, and returns the header of the session. */
    async signIn(user: { username: string }, password = testPassword) {
      const reply = await app.inject({ method: 'POST', url: '/auth/login', payload: { username: user.username, password } })
      if (reply.statusCode !== 200) throw new Error(`cannot sign in as ${user.username}: ${reply.body}`)
      const cookie = reply.cookies[0]
      if (!cookie) throw new Error('the server set no cookie')
      return { cookie: `${cookie.name}=${cookie.value}` }
    },

    /** A caller with a session of a user: `await as(admin)('PUT', '/departments/1', { name: 'Physics' })`. */
    async as(user: { username: string } | null) {
      const headers = user ? await this.startSession(user) : {}
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
    another: (limits: Limits = {}) => buildApp(asServer, settings, logger, undefined, withLimits(limits)),

    async stop() {
      await app.close()
      await asServer.end()
      await database.drop()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/** The caller that `portal.as(...)` returns. */
export type Caller = Awaited<ReturnType<Portal['as']>>
