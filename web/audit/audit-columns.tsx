import { accountName } from '../../contract/account-names.ts'
import type { AuditRecord } from '../../contract/audit.ts'
import { type AuditRow, auditHeaders, auditRows } from '../../contract/audit-table.ts'
import type { Names } from '../../contract/audit-values.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useSay } from '../language/language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'
import { CutLine } from './whole-numbers.tsx'

type OnOpen = (record: AuditRecord) => void

/** No column sorts or filters in the browser: only the server has all records. */
export function auditColumns(say: Say, names: Names, onOpen: OnOpen): readonly Column<AuditRecord>[] {
  const rowOf = auditRows(say, names, (moment) => formatMoment(say, moment, 'seconds'))
  return [
    {
      id: 'when',
      header: say(auditHeaders.when),
      cell: (record) => <When at={record.at} text={rowOf(record).when} />,
      width: 172,
    },
    { id: 'who', header: say(auditHeaders.who), cell: (record) => <Who record={record} text={rowOf(record).who} />, width: 150 },
    {
      id: 'what',
      header: say(auditHeaders.what),
      cell: (record) => <What row={rowOf(record)} person={personOf(say, names, record)} onOpen={() => onOpen(record)} />,
      width: 430,
    },
    { id: 'from', header: say(auditHeaders.from), cell: (record) => <From text={rowOf(record).from} />, width: 130 },
  ]
}

/** On a phone one column shows everything, so that no sentence needs horizontal scrolling. */
export function narrowAuditColumns(say: Say, names: Names, onOpen: OnOpen): readonly Column<AuditRecord>[] {
  const rowOf = auditRows(say, names, (moment) => formatMoment(say, moment, 'seconds'))
  return [
    {
      id: 'what',
      header: say(messages.audit.whatWhoAndWhen),
      cell: (record) => {
        const row = rowOf(record)
        return (
          <>
            <What row={row} person={personOf(say, names, record)} onOpen={() => onOpen(record)} />
            <div className="mt-1 text-[0.8125rem] text-quiet">
              <div dir="auto" className="flex gap-2 text-as-around">
                <span className="truncate">
                  <PersonLink id={record.actor_id}>{row.who}</PersonLink>
                </span>
                {record.address && <span className="shrink-0">{record.address}</span>}
              </div>
              <When at={record.at} text={row.when} />
            </div>
          </>
        )
      },
      width: 280,
    },
  ]
}

function When({ at, text }: { at: string; text: string }) {
  return (
    // The date may wrap before the time: the months of some languages are long.
    <time dateTime={at} title={at}>
      <bdi>{text}</bdi>
    </time>
  )
}

/** The person whom a record concerns, by the name that stands in its texts. */
function personOf(say: Say, names: Names, { person_id, subject_name }: AuditRecord) {
  if (person_id === null) return undefined
  const name = names['user']?.[person_id] ?? subject_name
  return name ? { id: person_id, name: accountName(say, name) } : undefined
}

function Who({ record, text }: { record: AuditRecord; text: string }) {
  return (
    <div dir="auto" className="text-as-around line-clamp-2 wrap-anywhere" title={text}>
      <PersonLink id={record.actor_id}>{text}</PersonLink>
    </div>
  )
}

/** An address of version 6 is three times as long as its column is wide, and half of it is another one. */
function From({ text }: { text: string }) {
  return (
    <div dir="auto" className={`text-as-around wrap-anywhere ${text.length > 20 ? 'text-[0.6875rem] leading-3.5' : ''}`}>
      {text}
    </div>
  )
}

type WhatProps = { row: AuditRow; person: ReturnType<typeof personOf>; onOpen: () => void }

/**
 * The cell of the sentence, and its details below. Both are cut where they are too long, though never at a number; the dialog shows the full
 * text. They are words of the page and have its direction, also if the first one is a name in the other script.
 */
function What({ row: { what, note, changes }, person, onOpen }: WhatProps) {
  const say = useSay()
  return (
    <>
      <div className="font-medium" title={what}>
        <CutLine text={what} person={person} lines={note || changes ? 1 : 2} />
      </div>
      {(note || changes) && (
        <div className="flex gap-2 text-[0.8125rem] text-quiet">
          {note && (
            <div className={changes ? 'max-w-3/5 shrink-0' : 'min-w-0'}>
              <CutLine text={note} person={person} />
            </div>
          )}
          {changes && (
            <button
              type="button"
              title={changes}
              onClick={onOpen}
              className="min-w-0 cursor-pointer border-b border-dotted border-edge text-start hover:text-ink focus-visible:-outline-offset-2"
            >
              <CutLine text={changes} isList={changes.includes(say(messages.general.factSeparator))} />
            </button>
          )}
        </div>
      )}
    </>
  )
}
