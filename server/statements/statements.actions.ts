import { randomInt } from 'node:crypto'
import { messages } from '../../contract/languages/catalogue.ts'
import { codeLength, codeSigns, type IssuedStatement, isCode, type Statement, StatementFacts } from '../../contract/statements.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, authorizedTransaction } from '../../database/transaction.ts'
import { NotFound } from '../http/errors.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { type StoredStatement, statements } from './statements.queries.ts'

function newCode() {
  return Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('')
}

/** The schema orders the fields, so that the same facts give the same text. */
function contentOf(statement: Statement): string {
  return JSON.stringify(StatementFacts.parse(statement))
}

function issued({ code, content, issued_at, checksum }: StoredStatement, isCurrent: boolean): IssuedStatement {
  const { member, term, with_feedback, without_feedback } = StatementFacts.parse(JSON.parse(content))
  return {
    code,
    name: member.name,
    term_name: term.name,
    total_score: with_feedback.points,
    grade: with_feedback.grade,
    grade_without_feedback: without_feedback.grade,
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
      const kept = await statements(tx).keep({ code: newCode(), user_id, term_id: statement.term.id, content }, by)
      return { statement, issued: issued(kept, true) }
    },
  )
}

/** Whether the same statement would be issued today. False if the member or the term was deleted. */
async function isCurrent(database: Database, { user_id, term_id, content }: StoredStatement) {
  try {
    return contentOf(await statements(database).of('the portal', user_id, term_id)) === content
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
