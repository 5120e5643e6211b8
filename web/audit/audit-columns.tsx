import type { AuditRecord } from '../../contract/audit.ts'
import type { Column } from '../ui/data-table-model.ts'
import { actorOf, type Told, tell } from './audit-sentence.ts'
import { type Names, valuesOf } from './audit-values.ts'
import { formatExactMoment } from './exact-moment.ts'

type OnOpen = (record: AuditRecord) => void

/** None of them sorts or filters by itself: only the server knows all records. */
export function auditColumns(names: Names, onOpen: OnOpen): readonly Column<AuditRecord>[] {
  return [
    { id: 'when', header: 'When', cell: (record) => <When record={record} />, width: 172 },
    { id: 'who', header: 'Who', cell: (record) => <Line text={actorOf(record)} />, width: 150 },
    {
      id: 'what',
      header: 'What',
      cell: (record) => <What record={record} told={tell(record, names)} onOpen={onOpen} />,
      width: 430,
    },
    { id: 'from', header: 'From', cell: ({ address }) => <Line text={address ?? '–'} />, width: 130 },
  ]
}

/** On a phone one column holds them all: a sentence must not be read by scrolling sideways. */
export function narrowAuditColumns(names: Names, onOpen: OnOpen): readonly Column<AuditRecord>[] {
  return [
    {
      id: 'what',
      header: 'What, who and when',
      cell: (record) => (
        <>
          <What record={record} told={tell(record, names)} onOpen={onOpen} />
          <div className="mt-1 text-[0.8125rem] text-quiet">
            <div className="truncate">
              <bdi>{actorOf(record)}</bdi>
              {record.address && ` · ${record.address}`}
            </div>
            <When record={record} />
          </div>
        </>
      ),
      width: 280,
    },
  ]
}

function When({ record: { at } }: { record: AuditRecord }) {
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {formatExactMoment(at)}
    </time>
  )
}

function Line({ text }: { text: string }) {
  return (
    <div className="line-clamp-2 wrap-anywhere" title={text}>
      <bdi>{text}</bdi>
    </div>
  )
}

type WhatProps = { record: AuditRecord; told: Told; onOpen: OnOpen }

/** Two lines in every row: the sentence, and below it what it leaves out. Cut where it is too long; the dialog has the whole. */
function What({ record, told: { sentence, note, rest }, onOpen }: WhatProps) {
  const details = rest.map((change) => `${change.label}: ${valuesOf(change)}`).join(' · ')
  return (
    <>
      <div className={`font-medium wrap-anywhere ${note || details ? 'line-clamp-1' : 'line-clamp-2'}`} title={sentence}>
        <bdi>{sentence}</bdi>
      </div>
      {(note || details) && (
        <div className="flex gap-2 text-[0.8125rem] text-quiet">
          {note && (
            <span className="truncate">
              <bdi>{note}</bdi>
            </span>
          )}
          {details && (
            <button
              type="button"
              title={details}
              onClick={() => onOpen(record)}
              className="min-w-0 cursor-pointer truncate rounded-sm text-start underline decoration-edge decoration-dotted underline-offset-3 hover:text-ink focus-visible:-outline-offset-2"
            >
              <bdi>{details}</bdi>
            </button>
          )}
        </div>
      )}
    </>
  )
}
