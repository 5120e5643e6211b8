import { useMemo, useRef } from 'react'
import type { ImportPreview, ImportRow } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { Badge } from '../ui/badge.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { reasonOf } from './wrong-rows.ts'

const outcomes = {
  new: { name: 'New', counted: 'new', look: 'good' },
  changed: { name: 'Changed', counted: 'changed', look: 'plain' },
  same: { name: 'Unchanged', counted: 'unchanged', look: undefined },
  wrong: { name: 'Error', counted: 'with errors', look: 'bad' },
} as const
const order = ['wrong', 'new', 'changed', 'same'] as const

const delimiters: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

/** Every row of the file: rows with errors first, then the changes. */
export function ImportPreviewTable({ fileName, preview }: { fileName: string; preview: ImportPreview }) {
  const { rows, counts, read, ignored } = preview
  // In file order, but errors come first so that they are not searched for.
  const sorted = useMemo(() => rows.toSorted((a, b) => Number(b.outcome === 'wrong') - Number(a.outcome === 'wrong')), [rows])
  const isSmall = useIsSmallScreen()
  const table = useRef<DataTableHandle<ImportRow>>(null)
  const readAs =
    read.format === 'xlsx'
      ? messages.imports.readAs.xlsx
      : messages.imports.readAs.csv(read.encoding ?? '', delimiters[read.delimiter ?? ''] ?? '')
  return (
    <>
      <ul aria-label="Outcome" className="flex flex-wrap gap-x-6 gap-y-1">
        {order.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <li key={outcome} className="flex items-baseline gap-2">
                <span className={`font-serif text-xl font-semibold ${outcome === 'wrong' ? 'text-bad' : ''}`}>
                  {formatWhole(counts[outcome])}
                </span>
                <span className="text-sm text-quiet">{outcomes[outcome].counted}</span>
              </li>
            ),
        )}
      </ul>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm wrap-anywhere text-quiet">
          <bdi className="font-medium">{fileName}</bdi> · {readAs}{' '}
          {ignored.length > 0 && messages.imports.ignored(ignored.join(', '))}
        </p>
        {!isSmall && <TableExport small title={['Rows of the file']} content={() => table.current?.exported()} />}
      </div>
      <div className="mt-3 flex max-h-[50dvh] min-h-56 flex-col">
        <DataTable
          caption="Rows of the file"
          // The row height differs.
          key={String(isSmall)}
          columns={isSmall ? narrowColumns : columns}
          rows={sorted}
          rowKey={({ row }) => row}
          emptyText={messages.imports.noRows}
          searchLabel="Search rows"
          searchText={searchText}
          {...(isSmall ? { rowHeight: 128 } : {})}
          handle={table}
        />
      </div>
    </>
  )
}

function detailsOf({ changes, errors, outcome }: ImportRow): string {
  if (outcome === 'wrong') return reasonOf({ errors })
  return changes.map(({ column, from, to }) => `${column}: ${from === null ? '' : `${from} → `}${to}`).join(' · ')
}

function searchText(row: ImportRow): string {
  return `${row.who} ${row.name ?? ''} ${detailsOf(row)}`
}

function Outcome({ outcome }: Pick<ImportRow, 'outcome'>) {
  const { name, look } = outcomes[outcome]
  return look ? <Badge look={look}>{name}</Badge> : <span className="text-quiet">{name}</span>
}

function Details({ row, lines }: { row: ImportRow; lines: 'line-clamp-2' | 'line-clamp-4' }) {
  const details = detailsOf(row)
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

const outcomeColumn: Column<ImportRow> = {
  id: 'outcome',
  header: 'Outcome',
  value: ({ outcome }) => outcomes[outcome].name,
  cell: ({ outcome }) => <Outcome outcome={outcome} />,
  width: 112,
  filter: 'All outcomes',
  filterOrder: order.map((outcome) => outcomes[outcome].name),
}

const columns: readonly Column<ImportRow>[] = [
  { id: 'row', header: 'Row', value: ({ row }) => row, width: 60, align: 'end' },
  {
    id: 'who',
    header: 'User',
    value: ({ who }) => who,
    second: { id: 'name', header: 'Name', value: ({ name }) => name },
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
  outcomeColumn,
  { id: 'details', header: 'Details', value: detailsOf, cell: (row) => <Details row={row} lines="line-clamp-2" />, width: 460 },
]

/** On a phone one column shows everything, so that no error needs horizontal scrolling. */
const narrowColumns: readonly Column<ImportRow>[] = [
  {
    ...outcomeColumn,
    cell: (row) => (
      <>
        <div className="mb-1 flex items-center gap-2">
          <span className="text-quiet">{row.row}</span>
          <span dir="auto" className="text-as-around min-w-0 grow truncate font-medium">
            {row.who || row.name}
          </span>
          <Outcome outcome={row.outcome} />
        </div>
        <Details row={row} lines="line-clamp-4" />
      </>
    ),
    width: 260,
  },
]
