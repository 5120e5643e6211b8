import type { AuditRecord } from './audit.ts'
import { actorOf, tell } from './audit-sentence.ts'
import { type Names, valuesOf } from './audit-values.ts'
import { momentsIn } from './dates.ts'

/** The columns of the panel and of its files. The text below a sentence of the panel has two separate columns in a file. */
export const auditHeaders = { when: 'When', who: 'Who', what: 'What', from: 'From', note: 'Note', changes: 'Changes' } as const

export type AuditRow = Record<keyof typeof auditHeaders, string>

/** The texts of a record, on the screen and in a file. */
export function auditRows(names: Names, zone?: string): (record: AuditRecord) => AuditRow {
  const when = exactMomentsIn(zone)
  return (record) => {
    const { sentence, note = '', rest } = tell(record, names)
    return {
      when: when(record.at),
      who: actorOf(record),
      what: sentence,
      from: record.address ?? '–',
      note,
      changes: rest.map((change) => `${change.label}: ${valuesOf(change)}`).join(' · '),
    }
  }
}

/** 15 Nov 2026, 14:02:31: with seconds, to order changes within a minute. */
export function exactMomentsIn(zone?: string): (moment: string) => string {
  const moments = momentsIn(zone)
  return (moment) => `${moments(moment)}:${String(new Date(moment).getUTCSeconds()).padStart(2, '0')}`
}
