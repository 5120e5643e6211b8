import { messages } from '../../contract/messages.ts'
import type { TermInput } from '../../contract/terms.ts'
import type { Database, Sql } from '../../database/connect.ts'
import type { Actor } from '../audit/audit.queries.ts'
import { changing } from '../audit/changing.ts'
import { Conflict } from '../errors.ts'
import { whyNotSaved } from '../last-save.queries.ts'
import { terms } from './terms.queries.ts'

/** One change of the terms at a time: closing one while another becomes current would wait for each other in a circle. */
async function lock(sql: Sql, id: number) {
  await terms(sql).lockAll()
  return terms(sql).lock(id)
}

async function lockOpen(sql: Sql, id: number) {
  const term = await lock(sql, id)
  if (term.status === 'closed') throw new Conflict(messages.terms.closed)
  return term
}

export async function editTerm(database: Database, id: number, input: TermInput, actor: Actor) {
  await changing(database, actor, async (tx, by) => {
    const before = await lockOpen(tx, id)
    if (input.version !== undefined && input.version !== before.version)
      throw await whyNotSaved(tx, 'terms', id, messages.terms.notFound)
    const outside = await terms(tx).postingsLeftOutside(id, input)
    if (outside > 0) throw new Conflict(messages.terms.postingsOutside(outside), 'start_date')
    await terms(tx).edit(id, input, by)
  })
}

export async function makeTermCurrent(database: Database, id: number, actor: Actor) {
  await changing(database, actor, async (tx, by) => {
    await lockOpen(tx, id)
    await terms(tx).makeCurrent(id, by)
  })
}

/** Keeps what the Staff panel shows at this moment, grades included, and lets nothing into the term any more. */
export async function closeTerm(database: Database, id: number, actor: Actor) {
  await changing(database, actor, async (tx, by) => {
    await lockOpen(tx, id)
    await terms(tx).freeze(id, by)
  })
}

export async function reopenTerm(database: Database, id: number, reason: string, actor: Actor) {
  await changing(database, actor, async (tx, by) => {
    const term = await lock(tx, id)
    if (term.status !== 'closed') throw new Conflict(messages.terms.notClosed)
    await terms(tx).thaw(id, reason, by)
  })
}

export async function removeTerm(database: Database, id: number, actor: Actor) {
  await changing(database, actor, async (tx) => {
    const term = await lockOpen(tx, id)
    if (term.is_current) throw new Conflict(messages.terms.isCurrent)
    if (!(await terms(tx).isEmpty(id))) throw new Conflict(messages.terms.notEmpty)
    await terms(tx).remove(id)
  })
}
