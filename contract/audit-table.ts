import type { AuditRecord } from './audit.ts'
import { actorOf, explain } from './audit-sentence.ts'
import { type Names, valuesOf } from './audit-values.ts'
import { type Message, messages, type Say } from './languages/catalogue.ts'

/** The columns of the panel and of its files. The text below a sentence of the panel has two separate columns in a file. */
export const auditHeaders = messages.audit.columns satisfies Readonly<Record<string, Message>>

export type AuditRow = Record<keyof typeof auditHeaders, string>

/** The texts of a record, on the screen and in a file, each with its own way to write a time. */
export function auditRows(say: Say, names: Names, when: (moment: string) => string): (record: AuditRecord) => AuditRow {
  return (record) => {
    const { sentence, note = '', changes } = explain(say, record, names)
    return {
      when: when(record.at),
      who: actorOf(say, record),
      what: sentence,
      from: record.address ?? '–',
      note,
      changes: changes
        .map((change) => say(messages.general.labelled({ label: change.label, value: valuesOf(say, change) })))
        .join(say(messages.general.factSeparator)),
    }
  }
}
