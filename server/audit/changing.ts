import type { Database, Sql, TransactionOptions } from '../../database/connect.ts'
import { isRetryable } from '../../database/errors.ts'
import { type Actor, audit } from './audit.queries.ts'

const mostTries = 4

/** For a statement that changes something by itself and says who acts: `changing` does the same for several. */
export async function startingOver<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt === mostTries) throw error
    }
  }
}

/** The way to change something: in a transaction that knows who acts, so that its records say it. */
export function changing<T>(
  database: Database,
  actor: Actor,
  work: (tx: Sql, by: number) => Promise<T>,
  options?: TransactionOptions,
) {
  return startingOver(() =>
    database.begin(async (tx) => {
      await audit(tx).actAs(actor)
      return work(tx, actor.id)
    }, options),
  )
}
