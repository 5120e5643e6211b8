import type { AuditRecord } from './audit.ts'
import { actorOf, tell } from './audit-sentence.ts'
import { type Names, valuesOf } from './audit-values.ts'
import { formatDay, isoMomentsIn } from './dates.ts'
import { type Message, messages, type Say } from './languages/catalogue.ts'

/** The columns of the panel and of its files. The text below a sentence of the panel has two separate columns in a file. */
export const auditHeaders = messages.audit.columns satisfies Readonly<Record<string, Message>>

export type AuditRow = Record<keyof typeof auditHeaders, string>

/** The texts of a record, on the screen and in a file. */
export function auditRows(say: Say, names: Names, zone?: string): (record: AuditRecord) => AuditRow {
  const when = exactMomentsIn(say, zone)
  return (record) => {
    const { sentence, note = '', rest } = tell(say, record, names)
    return {
      when: when(record.at),
      who: actorOf(say, record),
      what: sentence,
      from: record.address ?? '–',
      note,
      changes: rest
        .map((change) => say(messages.general.labelled({ label: change.label, value: valuesOf(say, change) })))
        .join(say(messages.general.factSeparator)),
    }
  }
}

/** 15 Nov 2026, 14:02:31: with seconds, to order changes within a minute. */
export function exactMomentsIn(say: Say, zone?: string): (moment: string) => string {
  const parts = isoMomentsIn(zone)
  return (moment) => {
    const [day = '', time = ''] = parts(moment).split(' ')
    return say(messages.dates.moment({ date: formatDay(say, day), time }))
  }
}
