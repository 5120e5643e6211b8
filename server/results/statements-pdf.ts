import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { atATime } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { Database } from '../../database/connect.ts'
import type { Letterhead } from '../documents/blocks.ts'
import { streamDocument } from '../documents/render-document.ts'
import { sayIn } from '../http/language.ts'
import { statementPart } from '../statements/statement-pdf.ts'
import { batchesOf, readIssued } from '../statements/statements.actions.ts'

export interface StatementsDocument {
  /** The codes of statements that were issued, in the order of the pages. */
  codes: readonly string[]
  language: Language
  letterhead: Letterhead
  termName: string
  address: string | undefined
  zone: string
}

/** Statements as one PDF, each on pages of its own; its outline has the departments, and below them their members. */
export function statementsPdf(database: Database, { codes, language, letterhead, termName, address, zone }: StatementsDocument) {
  async function* pages() {
    for (const batch of batchesOf(codes, atATime.papers)) {
      const issued = await readIssued(database, batch, language)
      yield issued.map((one) => {
        const { member } = one.statement
        const group = localized(language, member, 'department_name') ?? sayIn(language)(messages.departments.unknown)
        return { outline: { group, name: member.name }, ...statementPart(language, { ...one, address, zone }) }
      })
    }
  }
  const title = messages.results.statementsTitle({ term: termName })
  const heading = messages.statements.title
  return streamDocument({ language, letterhead, title, heading, madeAt: new Date().toISOString() }, pages())
}
