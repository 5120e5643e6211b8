import { randomInt } from 'node:crypto'
import { messages } from '../../contract/languages/catalogue.ts'
import { type Language, sourceLanguage } from '../../contract/languages/languages.ts'
import { atATime, database as limits } from '../../contract/limits.ts'
import {
  codeLength,
  codeSigns,
  FormerStatementFacts,
  type IssuedStatement,
  isCode,
  type Statement,
  StatementFacts,
} from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction, authorizedTransaction } from '../../database/transaction.ts'
import { NotFound } from '../errors/errors.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { type StoredStatement, statements } from './statements.queries.ts'

function newCode() {
  return Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('')
}

/** The schema orders the fields, so that the same facts give the same text. */
function contentOf(statement: Statement): string {
  const { questions, ...facts } = StatementFacts.parse(statement)
  return JSON.stringify(questions?.length ? { ...facts, questions } : facts)
}

function formerContentOf(statement: Statement): string {
  const { questions, ...facts } = FormerStatementFacts.parse(statement)
  return JSON.stringify(facts)
}

/** Whether the content says what the statement says: a former one names no version of the rules, and means the first. */
function isSame(content: string, statement: Statement): boolean {
  if (content === contentOf(statement)) return true
  return statement.rules.number === 1 && statement.questions.length === 0 && content === formerContentOf(statement)
}

function factsOf(content: string) {
  const stored: unknown = JSON.parse(content)
  const { success, data } = StatementFacts.safeParse(stored)
  return success ? data : { ...FormerStatementFacts.parse(stored), rules: null }
}

function issued({ code, content, issued_at, checksum, term_names }: StoredStatement, isCurrent: boolean): IssuedStatement {
  const { member, term, rules, with_feedback, without_feedback } = factsOf(content)
  return {
    code,
    name: member.name,
    other_name: member.other_name,
    term_name: term.name,
    term_names,
    total_score: with_feedback.points,
    grade: with_feedback.grade,
    grade_without_feedback: without_feedback.grade,
    rules,
    issued_at,
    checksum,
    is_current: isCurrent,
  }
}

/** Stores the content of the PDF, and the code by which it can be confirmed. */
export async function issueStatement(
  database: Database,
  settings: PolicySettings,
  actor: Actor,
  { user_id, term_id }: { user_id: number; term_id?: number | undefined },
) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).lock(actor.id),
    async (tx, by, viewer) => {
      const statement = await statements(tx).of(viewer, user_id, term_id)
      const content = contentOf(statement)
      const [kept] = await statements(tx).keep(statement.term.id, [{ code: newCode(), user_id, content }], by)
      if (!kept) throw new Error(`the statement of member ${user_id} was not stored`)
      return { statement, issued: issued(kept, true) }
    },
  )
}

export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/**
 * Issues the statements of all members of a term, or of one department in it: all from one snapshot. Returns their codes, by department and
 * name. What they say is then read by code, at any pace: it does not change any more.
 */
export async function issueStatements(
  database: Database,
  actor: Actor,
  { term_id, department_id }: { term_id: number; department_id?: number | undefined },
): Promise<string[]> {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      const codes: string[] = []
      const members = await statements(tx).membersOf(term_id, department_id)
      for (const batch of batchesOf(members, atATime.papers)) {
        const found = await statements(tx).ofMany(batch, term_id)
        const rows = found.map((statement) => ({ code: newCode(), user_id: statement.member.id, content: contentOf(statement) }))
        codes.push(...(await statements(tx).keep(term_id, rows, by)).map(({ code }) => code))
      }
      return codes
    },
    { mode: 'isolation level repeatable read', timeLimitMs: limits.long },
  )
}

/** Statements that were issued a moment ago, as they are printed: with the names in the language of the reader. */
export async function readIssued(database: Database, codes: readonly string[], language: Language) {
  const found = await statements(database).byCodes(codes)
  const [first] = found
  if (!first) return []
  const userIds = found.map(({ user_id }) => user_id)
  const names = language === sourceLanguage ? [] : await statements(database).translatedNames(userIds, first.term_id)
  const usernames = new Map((await statements(database).usernames(userIds)).map(({ id, username }) => [id, username]))
  const key = (userId: number, of: string, name: string | null) => `${userId} ${of} ${name}`
  const translations = new Map(names.map((row) => [key(row.user_id, row.of, row.name), row.names]))
  return found.map((row) => {
    const facts = StatementFacts.parse(JSON.parse(row.content))
    const inOthers = (of: 'department' | 'activity' | 'term' | 'reason' | 'event', name: string | null) =>
      translations.get(key(row.user_id, of, name)) ?? {}
    const translated = <Line extends { activity_name: string | null }>(line: Line) => ({
      ...line,
      activity_names: inOthers('activity', line.activity_name),
    })
    const translatedPosting = <
      Line extends {
        activity_name: string | null
        returned_reason: string | null
        event?: { name: string; place: string } | undefined
      },
    >({
      event,
      ...line
    }: Line) => ({
      ...translated(line),
      returned_reasons: inOthers('reason', line.returned_reason),
      ...(event && { event: { ...event, names: inOthers('event', event.name) } }),
    })
    const statement: Statement = {
      ...facts,
      member: {
        ...facts.member,
        username: usernames.get(row.user_id),
        department_names: inOthers('department', facts.member.department_name),
      },
      term: { ...facts.term, names: inOthers('term', facts.term.name) },
      lines: facts.lines.map(translatedPosting),
      over_limit: facts.over_limit.map(translatedPosting),
      returned: facts.returned.map(translatedPosting),
      questions: (facts.questions ?? []).map(translated),
    }
    return { statement, issued: issued(row, true) }
  })
}

/** Whether the same statement would be issued today. False if the member or the term was deleted. */
async function isCurrent(database: Database, { user_id, term_id, content }: StoredStatement) {
  try {
    return isSame(content, await statements(database).of('the portal', user_id, term_id))
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

/** The content of the PDF with this code. */
export async function confirmStatement(database: Database, code: string): Promise<IssuedStatement> {
  const stored = isCode(code) ? await statements(database).byCode(code) : undefined
  if (!stored) throw new NotFound(messages.statements.unknownCode)
  return issued(stored, await isCurrent(database, stored))
}
