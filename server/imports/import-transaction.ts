import type { Database, Sql } from '../../database/connect.ts'
import type { Actor } from '../audit/audit.queries.ts'
import { changing } from '../audit/changing.ts'
import { imports } from './imports.queries.ts'

/** A statement of the largest file takes seconds, and an import waits for the one before it. */
const timeLimitMs = 30_000

/** Imports follow one another: what one of them decided still holds when it writes. */
export function importTransaction<T>(database: Database, actor: Actor, work: (tx: Sql, by: number) => Promise<T>): Promise<T> {
  const next = async (tx: Sql, by: number) => {
    await imports(tx).oneAtATime()
    return work(tx, by)
  }
  return changing(database, actor, next, { timeLimitMs })
}
