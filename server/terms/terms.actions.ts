import { createHash } from 'node:crypto'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { database as limits } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { CloseInput, ClosingPreview, Term, TermInput } from '../../contract/terms.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict } from '../errors/errors.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'
import { closedTerm, conflictWith } from '../http/who-changed.queries.ts'
import { declarePolicy, type PolicySettings } from '../policy/policy.queries.ts'
import { closings } from './closings.queries.ts'
import { terms } from './terms.queries.ts'

/** Terms are changed one at a time: closing one while another becomes current would wait for each other in a circle. */
async function lock(sql: Sql, id: number) {
  await terms(sql).lockAll()
  return terms(sql).lock(id)
}

async function lockOpen(sql: Sql, id: number) {
  const term = await lock(sql, id)
  if (term.status === 'closed') throw await closedTerm(sql, id)
  return term
}

/** A constraint of the database refuses overlapping dates too, but does not know the name of the other term. */
async function refuseOverlap(sql: Sql, language: Language, input: TermInput, id?: number) {
  const other = await terms(sql).overlapping(input, id)
  if (other) throw new Conflict(messages.terms.overlapWith({ term: localized(language, other, 'name') }), 'start_date')
}

export async function addTerm(database: Database, language: Language, input: TermInput, actor: Actor): Promise<Term> {
  return auditedTransaction(database, actor, async (tx, by) => {
    await refuseOverlap(tx, language, input)
    return terms(tx).byId(await terms(tx).add(input, by))
  })
}

export async function editTerm(
  database: Database,
  language: Language,
  id: number,
  input: TermInput,
  actor: Actor,
): Promise<Term> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const before = await lockOpen(tx, id)
    if (input.version !== undefined && input.version !== before.version)
      throw await conflictOrNotFound(tx, 'terms', id, messages.terms.notFound)
    await refuseOverlap(tx, language, input, id)
    const outside = await terms(tx).postingsLeftOutside(id, input)
    if (outside > 0) throw new Conflict(messages.terms.postingsOutside({ count: outside }), 'start_date')
    await terms(tx).edit(id, input, by)
    return terms(tx).byId(id)
  })
}

export async function makeTermCurrent(database: Database, id: number, actor: Actor): Promise<Term> {
  return auditedTransaction(database, actor, async (tx, by) => {
    await lockOpen(tx, id)
    await terms(tx).makeCurrent(id, by)
    return terms(tx).byId(id)
  })
}

async function previewOf(sql: Sql, id: number): Promise<ClosingPreview> {
  const differences = await closings(sql).differences(id)
  const left_out = await closings(sql).leftOut(id)
  const seen = [...differences, ...left_out.map((person) => person.id)]
  return {
    ...(await closings(sql).counts(id)),
    last_closing: (await closings(sql).last(id)) ?? null,
    differences,
    left_out,
    fingerprint: createHash('sha256').update(JSON.stringify(seen)).digest('base64url'),
    open_questions: await closings(sql).openQuestions(id),
    not_released: await closings(sql).notReleased(id),
  }
}

/** A preview of what closing would freeze, and how that differs from the closing before. */
export async function previewClosing(database: Database, id: number): Promise<ClosingPreview> {
  const term = await terms(database).byId(id)
  if (term.status === 'closed') throw await closedTerm(database, id)
  return database.begin((tx) => previewOf(tx, id), {
    mode: 'isolation level repeatable read, read only',
    timeLimitMs: limits.long,
  })
}

/** Freezes what the Staff panel shows at this moment, grades included, and lets nothing into the term any more. */
export async function closeTerm(
  database: Database,
  settings: PolicySettings,
  id: number,
  { fingerprint }: CloseInput,
  actor: Actor,
): Promise<Term> {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      await lockOpen(tx, id)
      if (fingerprint !== undefined && fingerprint !== (await previewOf(tx, id)).fingerprint)
        throw new Conflict(messages.terms.changedSincePreview)
      await declarePolicy(tx, settings)
      await closings(tx).add(id, by)
      return terms(tx).byId(id)
    },
    { timeLimitMs: limits.long },
  )
}

/** Reopens a term. The closing stays on record. */
export async function reopenTerm(database: Database, id: number, reason: string, actor: Actor): Promise<Term> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const term = await lock(tx, id)
    if (term.status !== 'closed')
      throw await conflictWith(tx, { subject: 'term', id, kinds: ['reopened'] }, messages.terms.notClosed)
    await closings(tx).reopen(id, reason, by)
    return terms(tx).byId(id)
  })
}

export async function removeTerm(database: Database, id: number, actor: Actor) {
  await auditedTransaction(database, actor, async (tx) => {
    const term = await lockOpen(tx, id)
    if (term.is_current) throw new Conflict(messages.terms.isCurrent)
    if (!(await terms(tx).isEmpty(id))) throw new Conflict(messages.terms.notEmpty)
    if (await closings(tx).last(id)) throw new Conflict(messages.terms.wasClosed)
    await terms(tx).remove(id)
  })
}
