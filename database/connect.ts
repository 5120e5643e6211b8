import postgres from 'postgres'

/** A pool of connections, or one of them inside a transaction: queries are bound to either. */
export type Sql = postgres.ISql
/** The pool itself, which can begin transactions and be ended. */
export type Database = postgres.Sql

export interface ConnectOptions {
  max?: number
  applicationName?: string
  /** What PostgreSQL says beside its answers; nobody listens where nothing is said. */
  onNotice?: (text: string) => void
}

/**
 * Opens a pool on a PostgreSQL address. A `host` parameter that is a folder (`?host=/run/db`, as libpq writes it) means the
 * Unix socket there: the driver itself does not read it from the address.
 */
export function connect(address: string, options: ConnectOptions = {}): Database {
  const url = new URL(address)
  const socketFolder = url.searchParams.get('host')
  url.searchParams.delete('host')
  return postgres(url.href, {
    ...(socketFolder ? { host: socketFolder, port: Number(url.port || 5432) } : {}),
    max: options.max ?? 10,
    connect_timeout: 3,
    // By itself the driver would wait longer and longer, up to twenty seconds, for a database that may be back already.
    backoff: (tries: number) => Math.min(3 ** tries / 100, 0.5),
    // Asked for behind our back, this fails unheard, and ends the process, when the connection closes just then.
    fetch_types: false,
    onnotice: ({ message = '' }) => options.onNotice?.(message),
    connection: { application_name: options.applicationName ?? 'staff-portal', TimeZone: 'UTC' },
    types: {
      // Dates are dates: what was typed comes back, whatever the time zone of the machine.
      date: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (value: string) => value },
      // Points are exact in the database (numeric) and have at most two decimals, which a number holds exactly enough to show.
      numeric: { to: 1700, from: [1700], serialize: (value: number) => String(value), parse: (value: string) => Number(value) },
    },
  })
}
