import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ImportPreview, ImportRow } from '../../../contract/imports.ts'
import { listOf, type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { TableExport } from '../../ui/export-menu.tsx'
import { formatWhole } from '../../ui/numbers.ts'
import { useIsSmallScreen } from '../../ui/page-size.ts'
import { reasonOf } from './wrong-rows.ts'

const looks = { new: 'good', changed: 'plain', same: undefined, wrong: 'bad' } as const
const order = ['wrong', 'new', 'changed', 'same'] as const

const delimiters: Readonly<Record<string, Message>> = {
  ',': messages.imports.delimiters.comma,
  ';': messages.imports.delimiters.semicolon,
  '\t': messages.imports.delimiters.tab,
}

type OnCorrect = ((row: ImportRow) => void) | undefined
type PreviewProps = {
  isOfPeople: boolean | undefined
  fileName: string
  preview: ImportPreview
  /** Opens the correction of a row; undefined if the server cannot correct. */
  onCorrect: OnCorrect
}

/** Every row of the file: rows with errors first, then the changes. */
export function ImportPreviewTable({ isOfPeople, fileName, preview, onCorrect }: PreviewProps) {
  const say = useSay()
  const { rows, counts, read, ignored } = preview
  // The rows are in file order, but errors come first so that they are not searched for.
  const sorted = useMemo(() => rows.toSorted((a, b) => Number(b.outcome === 'wrong') - Number(a.outcome === 'wrong')), [rows])
  const isSmall = useIsSmallScreen()
  // The handler is a new one at each rendering, and the columns are not.
  const latest = useRef(onCorrect)
  useEffect(() => {
    latest.current = onCorrect
  }, [onCorrect])
  const canCorrect = onCorrect !== undefined
  const columns = useMemo(() => {
    const correct: OnCorrect = canCorrect ? (row) => latest.current?.(row) : undefined
    return isSmall ? narrowColumns(say, correct) : wideColumns(say, isOfPeople, correct)
  }, [say, isSmall, isOfPeople, canCorrect])
  const searchText = useCallback((row: ImportRow) => `${row.who} ${row.name ?? ''} ${detailsOf(say, row)}`, [say])
  const table = useRef<DataTableHandle<ImportRow>>(null)
  const readAs =
    read.format === 'xlsx'
      ? messages.imports.readAs.xlsx
      : messages.imports.readAs.csv({ encoding: read.encoding ?? '', delimiter: delimiters[read.delimiter ?? ''] ?? '' })
  return (
    <>
      <ul aria-label={say(messages.imports.outcome)} className="flex flex-wrap gap-x-6 gap-y-1">
        {order.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <li key={outcome} className="flex items-baseline gap-2">
                <span className={`font-serif text-xl font-semibold ${outcome === 'wrong' ? 'text-bad' : ''}`}>
                  {formatWhole(counts[outcome])}
                </span>
                <span className="text-sm text-quiet">{say(messages.imports.counted[outcome]({ count: counts[outcome] }))}</span>
              </li>
            ),
        )}
      </ul>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm wrap-anywhere text-quiet">
          <bdi className="font-medium">{fileName}</bdi> · {say(readAs)}{' '}
          {ignored.length > 0 && say(messages.imports.ignored({ columns: listOf(ignored) }))}
        </p>
        {!isSmall && <TableExport small title={[say(messages.imports.rows)]} content={() => table.current?.exported()} />}
      </div>
      <div className="mt-3 flex min-h-56 flex-col sm:max-h-[50dvh]">
        <DataTable
          caption={say(messages.imports.rows)}
          // The row height differs on a small screen.
          key={String(isSmall)}
          columns={columns}
          rows={sorted}
          rowKey={({ row }) => row}
          emptyText={say(messages.imports.noRows)}
          searchLabel={say(messages.imports.searchRows)}
          searchText={searchText}
          {...(isSmall ? { rowHeight: 128 } : {})}
          handle={table}
        />
      </div>
    </>
  )
}

function detailsOf(say: Say, { changes, errors, outcome }: ImportRow): string {
  if (outcome === 'wrong') return reasonOf(say, { errors })
  const { labelled, change, factSeparator } = messages.general
  return changes
    .map(({ column, from, to }) => say(labelled({ label: column, value: from === null ? to : change({ from, to }) })))
    .join(say(factSeparator))
}

function Outcome({ outcome }: Pick<ImportRow, 'outcome'>) {
  const say = useSay()
  const look = looks[outcome]
  const name = say(messages.imports.outcomes[outcome])
  return look ? <Badge look={look}>{name}</Badge> : <span className="text-quiet">{name}</span>
}

function Details({ row, lines }: { row: ImportRow; lines: 'line-clamp-2' | 'line-clamp-4' }) {
  const say = useSay()
  const details = detailsOf(say, row)
  return (
    <div
      dir="auto"
      title={details}
      className={`${lines} text-as-around wrap-anywhere ${row.outcome === 'wrong' ? 'font-medium text-bad' : ''}`}
    >
      {details}
    </div>
  )
}

function CorrectButton({ row, onCorrect }: { row: ImportRow; onCorrect: OnCorrect }) {
  const say = useSay()
  if (!onCorrect || row.outcome !== 'wrong') return null
  return (
    <Button
      size="small"
      className="shrink-0"
      aria-label={say(messages.ownFiles.correctRow({ row: String(row.row) }))}
      onClick={() => onCorrect(row)}
    >
      {say(messages.ownFiles.correct)}
    </Button>
  )
}

function outcomeColumn(say: Say): Column<ImportRow> {
  const { outcome, allOutcomes, outcomes } = messages.imports
  return {
    id: 'outcome',
    header: say(outcome),
    value: (row) => say(outcomes[row.outcome]),
    cell: (row) => <Outcome outcome={row.outcome} />,
    width: 112,
    filter: say(allOutcomes),
    filterCode: (row) => row.outcome,
    filterOrder: order.map((code) => say(outcomes[code])),
  }
}

function wideColumns(say: Say, isOfPeople: boolean | undefined, onCorrect: OnCorrect): readonly Column<ImportRow>[] {
  return [
    { id: 'row', header: say(messages.imports.row), value: ({ row }) => row, width: 60, align: 'end' },
    {
      id: 'who',
      header: say(isOfPeople ? messages.imports.user : messages.fields.name),
      value: ({ who }) => who,
      ...(isOfPeople ? { second: { id: 'name', header: say(messages.fields.name), value: ({ name }) => name } } : {}),
      cell: ({ who, name }) => (
        <div title={`${who} ${name ?? ''}`}>
          <div dir="auto" className="text-as-around truncate font-medium">
            {who || '–'}
          </div>
          {name && (
            <div dir="auto" className="text-as-around truncate text-[0.8125rem] text-quiet">
              {name}
            </div>
          )}
        </div>
      ),
      width: 180,
      rowHeader: true,
    },
    outcomeColumn(say),
    {
      id: 'details',
      header: say(messages.imports.details),
      value: (row) => detailsOf(say, row),
      cell: (row) => (
        <div className="flex items-start justify-between gap-3">
          <Details row={row} lines="line-clamp-2" />
          <CorrectButton row={row} onCorrect={onCorrect} />
        </div>
      ),
      width: 460,
    },
  ]
}

/** On a phone one column shows everything, so that no error needs horizontal scrolling. */
function narrowColumns(say: Say, onCorrect: OnCorrect): readonly Column<ImportRow>[] {
  return [
    {
      ...outcomeColumn(say),
      cell: (row) => (
        <>
          <div className="mb-1 flex items-center gap-2">
            <span className="text-quiet">{row.row}</span>
            <span dir="auto" className="text-as-around min-w-0 grow truncate font-medium">
              {row.who || row.name}
            </span>
            <Outcome outcome={row.outcome} />
          </div>
          <div className="flex items-start justify-between gap-3">
            <Details row={row} lines="line-clamp-4" />
            <CorrectButton row={row} onCorrect={onCorrect} />
          </div>
        </>
      ),
      width: 260,
    },
  ]
}
