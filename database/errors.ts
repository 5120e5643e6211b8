import { DatabaseError } from 'pg'

/** An error of PostgreSQL itself: `code` is its SQLSTATE, `constraint` the name of a violated one. */
export { DatabaseError }

/** The connection is gone, silent, or could not be opened. Whether a commit under way was done is unknown. */
class ConnectionLost extends Error {
  readonly code: string | undefined
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = 'code' in cause ? String(cause.code) : undefined
  }
}

/** The session of the actor ended before their transaction began. */
export class SessionEnded extends Error {}

/** An idempotency key came with another request than the first time. */
export class IdempotencyKeyReused extends Error {}

/** An error of PostgreSQL stays as it is; any other one of the driver is about the connection, except a mistake in the portal's code. */
export function fromDriver(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError || error instanceof TypeError) return error
  return new ConnectionLost(error)
}

/** Errors after which PostgreSQL closes the connection, a moment later: it must serve no request meanwhile. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return error instanceof DatabaseError && /^(08|57P|25P03|25P04)/.test(error.code ?? '')
}

/** A serialization failure, a deadlock, or a prepared statement that a migration outdated: the transaction may be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && ['40001', '40P01', '0A000'].includes(error.code ?? '')
}

/**
 * The database is unavailable now, but perhaps not in a moment: the connection is lost, the server is starting, stopping, full or still
 * read-only after a failover (25006), or a timeout ended the statement (57014), its wait for a lock (55P03) or its transaction (25P03,
 * 25P04).
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return error instanceof DatabaseError && /^(08|53|57P|57014|55P03|25P03|25P04|25006)/.test(error.code ?? '')
}
