import { useMemo } from 'react'
import type { ImportBatch } from '../../contract/import-batches.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { formatMoment } from '../ui/dates.ts'
import { NextStep } from '../ui/empty-state.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { PanelHeader } from '../ui/panel.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { useImports } from './import-batches.api.ts'
import { kindOf, nameOf, resultOf } from './import-words.ts'
import { UndoneBy } from './undone-by.tsx'

export function ImportsList() {
  const say = useSay()
  const { imports, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useImports()
  const isSmall = useIsSmallScreen()
  const columns = useMemo(() => (isSmall ? narrowColumns : wideColumns)(say), [say, isSmall])
  return (
    <>
      <PanelHeader title={say(messages.panels.imports)} summary={say(messages.importBatches.summary)} />
      <DataTable
        // The row height differs on a small screen.
        key={String(isSmall)}
        caption={say(messages.panels.imports)}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        error={isLoadingError ? say(refusalOf(error) ?? messages.importBatches.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(messages.importBatches.empty)}
        emptyHint={<NextStep text={say(messages.importBatches.emptyHint)} />}
        {...(isSmall ? { rowHeight: 116 } : {})}
      />
      {hasNextPage && (
        <Button size="small" className="self-end print:hidden" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say(messages.actions.showMore)}
        </Button>
      )}
    </>
  )
}

function FileLink({ batch }: { batch: ImportBatch }) {
  return (
    <div className="font-medium">
      <RowLink link={{ to: pages.adminDashboard, search: { tab: 'imports', import: batch.id } }} whole={batch.file_name}>
        {batch.file_name}
      </RowLink>
    </div>
  )
}

/** Neither sorted nor searched: only the server has all imports. */
function wideColumns(say: Say): readonly Column<ImportBatch>[] {
  const { columns } = messages.importBatches
  return [
    { id: 'file', header: say(columns.file), cell: (batch) => <FileLink batch={batch} />, width: 190, rowHeader: true },
    { id: 'kind', header: say(columns.kind), cell: (batch) => say(kindOf(batch)), width: 140 },
    { id: 'when', header: say(columns.when), cell: (batch) => <When at={batch.created_at} />, width: 140 },
    {
      id: 'who',
      header: say(columns.who),
      cell: (batch) => <PersonLink id={batch.created_by.id}>{nameOf(say, batch.created_by)}</PersonLink>,
      width: 130,
    },
    { id: 'result', header: say(columns.result), cell: (batch) => say(resultOf(batch)), width: 170 },
    { id: 'undo', header: say(columns.undo), cell: ({ undone }) => (undone ? <UndoneBy undone={undone} /> : '–'), width: 190 },
  ]
}

function narrowColumns(say: Say): readonly Column<ImportBatch>[] {
  return [
    {
      id: 'file',
      header: say(messages.importBatches.columns.file),
      cell: (batch) => (
        <>
          <FileLink batch={batch} />
          <div className="text-[0.8125rem] text-quiet">
            <div className="truncate">{[say(kindOf(batch)), say(resultOf(batch))].join(say(messages.general.factSeparator))}</div>
            <div className="truncate">
              <bdi>
                <PersonLink id={batch.created_by.id}>{nameOf(say, batch.created_by)}</PersonLink>
              </bdi>{' '}
              · <When at={batch.created_at} />
            </div>
            {batch.undone && (
              <div className="truncate">
                <UndoneBy undone={batch.undone} />
              </div>
            )}
          </div>
        </>
      ),
      width: 260,
      rowHeader: true,
    },
  ]
}

function When({ at }: { at: string }) {
  const say = useSay()
  return (
    <time dateTime={at}>
      <bdi>{formatMoment(say, at)}</bdi>
    </time>
  )
}
