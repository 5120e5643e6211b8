import type { AuditRecord } from '../../contract/audit.ts'
import { type AuditRow, auditHeaders, auditRows } from '../../contract/audit-table.ts'
import type { Names } from '../../contract/audit-values.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'

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
    { id: 'who', header: say(auditHeaders.who), cell: (record) => <Line text={rowOf(record).who} />, width: 150 },
    {
      id: 'what',
      header: say(auditHeaders.what),
      cell: (record) => <What row={rowOf(record)} onOpen={() => onOpen(record)} />,
      width: 430,
    },
    { id: 'from', header: say(auditHeaders.from), cell: (record) => <Line text={rowOf(record).from} />, width: 130 },
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
            <What row={row} onOpen={() => onOpen(record)} />
            <div className="mt-1 text-[0.8125rem] text-quiet">
              <div dir="auto" className="truncate text-as-around">
                {row.who}
                {record.address && ` · ${record.address}`}
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

function Line({ text }: { text: string }) {
  return (
    <div dir="auto" className="text-as-around line-clamp-2 wrap-anywhere" title={text}>
      {text}
    </div>
  )
}

/**
 * The cell of the sentence, and its details below. Both are truncated; the dialog shows the full text. They are words of the page and have
 * its direction, also if the first one is a name in the other script.
 */
function What({ row: { what, note, changes }, onOpen }: { row: AuditRow; onOpen: () => void }) {
  return (
    <>
      <div className={`font-medium wrap-anywhere ${note || changes ? 'line-clamp-1' : 'line-clamp-2'}`} title={what}>
        {what}
      </div>
      {(note || changes) && (
        <div className="flex gap-2 text-[0.8125rem] text-quiet">
          {note && <span className={changes ? 'max-w-3/5 shrink-0 truncate' : 'truncate'}>{note}</span>}
          {changes && (
            <button
              type="button"
              title={changes}
              onClick={onOpen}
              className="min-w-0 cursor-pointer truncate rounded-sm text-start underline decoration-edge decoration-dotted underline-offset-3 hover:text-ink focus-visible:-outline-offset-2"
            >
              {changes}
            </button>
          )}
        </div>
      )}
    </>
  )
}
