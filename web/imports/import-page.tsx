import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { accountName } from '../../contract/account-names.ts'
import type { ImportBatch, ImportedRow } from '../../contract/import-batches.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useImport } from './import-batches.api.ts'
import { changedBy, changesOf, kindOf, nameOf, reasonOf, resultOf } from './import-words.ts'
import { UndoButton } from './undo-button.tsx'
import { UndoneBy } from './undone-by.tsx'

/** One import: what each row changed, and which rows an undo would leave as they are, or did. */
export function ImportPage({ id }: { id: number }) {
  const say = useSay()
  const { data, isLoadingError, error, refetch } = useImport(id)
  const isSmall = useIsSmallScreen()
  const isUndone = Boolean(data?.import.undone)
  const columns = useMemo(() => (isSmall ? narrowColumns : wideColumns)(say, isUndone), [say, isSmall, isUndone])
  const table = useRef<DataTableHandle<ImportedRow>>(null)
  return (
    <>
      <PanelHeader
        title={data?.import.file_name ?? say(messages.panels.imports)}
        summary={data ? summaryOf(say, data.import) : noSummaryYet}
      >
        <Link to={pages.adminDashboard} search={{ tab: 'imports' }} className={buttonLook('plain', 'medium')}>
          {say(messages.importBatches.all)}
        </Link>
        {data && <TableExport title={[data.import.file_name]} content={() => table.current?.exported()} />}
        {data && !isUndone && <UndoButton batch={data.import} rows={data.rows} />}
      </PanelHeader>
      {data?.import.undone && (
        <p className="rounded-md border border-line bg-sunk px-4 py-3 text-sm">
          <UndoneBy undone={data.import.undone} />
          {say(messages.general.factSeparator)}
          {say(messages.importBatches.undone({ count: data.import.undone.restored }))}
        </p>
      )}
      <DataTable
        // The row height differs on a small screen.
        key={String(isSmall)}
        caption={say(messages.importBatches.rows)}
        columns={columns}
        rows={data?.rows}
        rowKey={keyOf}
        error={isLoadingError ? say(refusalOf(error) ?? messages.importBatches.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(messages.importBatches.empty)}
        searchLabel={say(messages.importBatches.searchRows)}
        {...(isSmall ? { rowHeight: 144 } : {})}
        handle={table}
      />
    </>
  )
}

const keyOf = ({ subject, subject_id }: ImportedRow) => `${subject} ${subject_id}`

function summaryOf(say: Say, batch: ImportBatch): string {
  const by = messages.importBatches.importedBy({
    name: nameOf(say, batch.created_by),
    moment: formatMoment(say, batch.created_at),
  })
  return [kindOf(batch), resultOf(batch), by].map(say).join(say(messages.general.factSeparator))
}

/** What an undo would do with a row, or did: the words of the filter. */
function fateOf(say: Say, { exception }: ImportedRow, isUndone: boolean): string {
  const { staysAsItIs, putBack, canBeUndone } = messages.importBatches
  return say(exception ? staysAsItIs : isUndone ? putBack : canBeUndone)
}

function Fate({ row, isUndone }: { row: ImportedRow; isUndone: boolean }) {
  const say = useSay()
  if (!row.exception) return <span className="text-quiet">{fateOf(say, row, isUndone)}</span>
  const reason = reasonOf(say, row.exception)
  const { by, by_id } = row.exception
  const sentence = changedBy(say, row.exception)
  return (
    <div title={reason} className="line-clamp-2 wrap-anywhere">
      {sentence ? <SentenceOfPeople people={[{ id: by_id, name: accountName(say, by ?? '') }]} sentence={sentence} /> : reason}
    </div>
  )
}

function Outcome({ outcome }: Pick<ImportedRow, 'outcome'>) {
  const say = useSay()
  return <Badge look={outcome === 'new' ? 'good' : 'plain'}>{say(messages.imports.outcomes[outcome])}</Badge>
}

/** The person of the row; null for a row of another kind. The id of a score is that of its member. */
function personOf({ subject, subject_id }: ImportedRow): number | null {
  return subject === 'user' || subject === 'score' ? subject_id : null
}

function Who({ row }: { row: ImportedRow }) {
  const { who, name } = row
  return (
    <div title={`${who} ${name ?? ''}`}>
      <div dir="auto" className="text-as-around truncate font-medium">
        <PersonLink id={personOf(row)}>{who}</PersonLink>
      </div>
      {name && (
        <div dir="auto" className="text-as-around truncate text-[0.8125rem] text-quiet">
          {name}
        </div>
      )}
    </div>
  )
}

function wideColumns(say: Say, isUndone: boolean): readonly Column<ImportedRow>[] {
  const { importBatches, imports } = messages
  return [
    { id: 'row', header: say(importBatches.row), value: ({ row }) => row, width: 64, align: 'end' },
    {
      id: 'who',
      header: say(importBatches.name),
      value: ({ who }) => who,
      searchBy: ({ who, name }) => `${who} ${name ?? ''}`,
      cell: (row) => <Who row={row} />,
      width: 170,
      rowHeader: true,
    },
    {
      id: 'outcome',
      header: say(imports.outcome),
      value: ({ outcome }) => say(imports.outcomes[outcome]),
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
      width: 110,
    },
    {
      id: 'changes',
      header: say(importBatches.changes),
      value: (row) => changesOf(say, row),
      cell: (row) => <Changes row={row} />,
      width: 340,
    },
    undoColumn(say, isUndone),
  ]
}

function undoColumn(say: Say, isUndone: boolean): Column<ImportedRow> {
  const fate = (row: ImportedRow) => fateOf(say, row, isUndone)
  return {
    id: 'undo',
    header: say(messages.importBatches.columns.undo),
    value: (row) => (row.exception ? reasonOf(say, row.exception) : fate(row)),
    cell: (row) => <Fate row={row} isUndone={isUndone} />,
    filter: say(messages.importBatches.allRows),
    filterBy: (row) => [{ code: row.exception ? 'stays' : 'back', label: fate(row) }],
    width: 220,
  }
}

/** On a phone one column shows everything. */
function narrowColumns(say: Say, isUndone: boolean): readonly Column<ImportedRow>[] {
  return [
    {
      ...undoColumn(say, isUndone),
      cell: (row) => (
        <>
          <div className="mb-1 flex items-center gap-2">
            <span className="text-quiet">{row.row}</span>
            <span dir="auto" className="text-as-around min-w-0 grow truncate font-medium">
              <PersonLink id={personOf(row)}>{row.name ?? row.who}</PersonLink>
            </span>
            <Outcome outcome={row.outcome} />
          </div>
          <Changes row={row} />
          <div className="mt-1 text-[0.8125rem] text-quiet">
            <Fate row={row} isUndone={isUndone} />
          </div>
        </>
      ),
      searchBy: (row) => `${row.who} ${row.name ?? ''} ${changesOf(say, row)}`,
      width: 260,
    },
  ]
}

function Changes({ row }: { row: ImportedRow }) {
  const say = useSay()
  const changes = changesOf(say, row)
  return (
    <div title={changes} className="line-clamp-2 wrap-anywhere">
      {changes}
    </div>
  )
}
