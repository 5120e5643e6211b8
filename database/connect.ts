import { Pool, type PoolClient, types } from 'pg'
import { database as timeLimits } from '../contract/limits.ts'
import { DatabaseError, endsConnection, fromDriver } from './errors.ts'
import { bindTo, compile, type Fragment, type Row, Script, type Sql } from './sql.ts'

export type { Sql } from './sql.ts'

/** A pool: each query takes a connection of its own, a transaction keeps one until its end. */
export interface Database extends Sql {
  readonly address: string
  begin<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
  end(): Promise<void>
}

export interface TransactionOptions {
  mode?: 'isolation level repeatable read' | 'isolation level repeatable read, read only'
  /** The timeout in milliseconds for each of its statements and locks, where the pool's own are too short; 0 for none. */
  timeLimitMs?: number
}

/** Options for work that no request waits for. */
export const noTimeLimit: TransactionOptions = { timeLimitMs: 0 }

export interface ConnectOptions {
  max?: number
  applicationName?: string
  /** The time zone of current_date and of days that become moments; UTC for tools and tests. What is stored does not depend on it. */
  timeZone?: string
  /** The timeout in milliseconds for each statement and lock, instead of that of a request; 0 for none. For tools and tests. */
  timeLimitMs?: number
  /** Single timeouts, instead of the usual ones and of `timeLimitMs`. */
  limits?: Partial<Pick<typeof timeLimits, 'connect' | 'lock'>>
  /** A listener for PostgreSQL's NOTICE messages. */
  onNotice?: (text: string) => void
}

/**
 * While a table is locked by another session, each request for it keeps a connection until its lock limit; the others need what is left.
 * Twenty connections and a second and a half allow thirteen such requests a second, about as many as 2,000 members make in all. PostgreSQL's default
 * of 100 connections is enough for four processes.
 */
const poolSize = timeLimits.connections

const oids = { date: 1082, numeric: 1700 }
/** Dates stay the text that was typed, whatever the time zone. Points have at most two decimals, which a number shows exactly. */
const parsers: Record<number, (text: string) => unknown> = { [oids.date]: String, [oids.numeric]: Number }

/** The configuration of every connection. */
export function clientConfig(address: string, applicationName: string, timeZone = 'UTC') {
  return {
    connectionString: address,
    application_name: applicationName,
    options: `-c TimeZone=${timeZone}`,
    connectionTimeoutMillis: timeLimits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeLimits.keepAlive,
  }
}

/** Names for prepared statements, one per text. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #count = 0

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    // Texts are few. Only an insert of many rows has another text for each number of rows, and is not worth preparing.
    if (known !== undefined || text.length > timeLimits.longestPrepared || this.#names.size >= timeLimits.prepared) return known
    this.#count += 1
    const name = `s${this.#count}`
    this.#names.set(text, name)
    return name
  }

  forget() {
    this.#names.clear()
  }
}

/** Opens a pool on a PostgreSQL address. */
export function connect(address: string, options: ConnectOptions = {}): Database {
  const { max = poolSize, applicationName = 'staff-portal', timeZone, limits = {}, onNotice } = options
  const statementMs = options.timeLimitMs ?? timeLimits.statement
  const usualConnectMs = options.timeLimitMs === 0 ? timeLimits.connectTool : timeLimits.connect
  const pool = new Pool({
    ...clientConfig(address, applicationName, timeZone),
    connectionTimeoutMillis: limits.connect ?? usualConnectMs,
    max,
    idleTimeoutMillis: timeLimits.idle,
    statement_timeout: statementMs,
    lock_timeout: limits.lock ?? options.timeLimitMs ?? timeLimits.lock,
    idle_in_transaction_session_timeout: options.timeLimitMs ?? timeLimits.idleInTransaction,
    types: { getTypeParser: (oid, format) => parsers[oid] ?? types.getTypeParser(oid, format) },
  })
  const names = new StatementNames()
  // An idle connection was lost: the next query opens another one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The query that waits on the connection rejects, too; without a listener the event would end the process. It stays for the whole life
    // of the connection: PostgreSQL may end it in the packet that says it is ready, before the caller of pool.connect() could add a listener.
    client.on('error', () => {})
    if (onNotice) client.on('notice', ({ message = '' }) => onNotice(message))
  })

  async function send(client: PoolClient, fragment: Fragment, limitMs = statementMs) {
    const { text, values } = compile(fragment)
    const name = names.of(text)
    const query = fragment instanceof Script ? { text } : { text, values, ...(name ? { name } : {}) }
    try {
      return await client.query<Row>({ ...query, ...(limitMs ? { query_timeout: limitMs + timeLimits.silence } : {}) })
    } catch (error) {
      // A migration changed what a prepared statement returns: all are prepared again under new names.
      if (error instanceof DatabaseError && error.code === '0A000') names.forget()
      throw fromDriver(error)
    }
  }

  /** A connection for the time of some work. One that is lost does not go back to the pool. */
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error) => {
      throw fromDriver(error)
    })
    let isLost = false
    try {
      return await work(client)
    } catch (error) {
      isLost = endsConnection(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }

  async function transaction<T>(client: PoolClient, work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { mode = '', timeLimitMs } = options
    const control = bindTo(async (fragment) => {
      const { command } = await send(client, fragment)
      return [{ command }]
    })
    let hasEnded = false
    const tx = bindTo(async (fragment) => {
      if (hasEnded) throw new TypeError('the transaction of this query has ended')
      return (await send(client, fragment, timeLimitMs)).rows
    })
    await control.unsafe(`begin ${mode}`)
    try {
      if (timeLimitMs !== undefined)
        await tx.unsafe(`set local statement_timeout = ${timeLimitMs}; set local lock_timeout = ${timeLimitMs}`)
      const result = await work(tx)
      hasEnded = true
      const [ended] = await control.unsafe('commit')
      // PostgreSQL answers COMMIT with ROLLBACK if a statement failed before and its error was caught.
      if (ended?.['command'] === 'ROLLBACK') throw new Error('the transaction was rolled back: one of its statements had failed')
      return result
    } catch (error) {
      hasEnded = true
      if (!endsConnection(error)) await control.unsafe('rollback')
      throw error
    }
  }

  async function query(client: PoolClient, fragment: Fragment): Promise<Row[]> {
    try {
      return (await send(client, fragment)).rows
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === '0A000')) throw error
      return (await send(client, fragment)).rows
    }
  }

  return Object.assign(
    bindTo((fragment) => withClient((client) => query(client, fragment))),
    {
      address,
      begin: <T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions = {}) =>
        withClient((client) => transaction(client, work, options)),
      end: () => pool.end(),
    },
  )
}
