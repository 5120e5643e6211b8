import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, audit } from './audit.queries.ts'

/** The one way to change something: in a transaction that knows who acts, so that its records say it. */
export function changing<T>(database: Database, actor: Actor, work: (tx: Sql, by: number) => Promise<T>) {
  return database.begin(async (tx) => {
    await audit(tx).actAs(actor)
    return work(tx, actor.id)
  })
}
