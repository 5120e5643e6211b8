import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useMemo } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import { removalTopic } from '../../http/alerts.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { formatMoment } from '../../ui/dates.ts'
import { isDoubleClick } from '../../ui/double-click.ts'
import { noSummaryYet, PanelHeader } from '../../ui/panel.tsx'
import { useColumnsForScreen } from '../../ui/small-screen.ts'
import { useTableInAddress } from '../../ui/table-state.ts'
import { toast } from '../../ui/toast.tsx'
import { useRights } from '../accounts/rights.ts'
import { BackFromRemoved } from './removed-button.tsx'

export type Removed = { id: number; removed_at: string; removed_by: string | null }

export type ListProps<Row> = {
  tab: string
  panel: Message
  list: () => Promise<Row[]>
  restore: (id: number) => Promise<unknown>
  restored: Message
  nameOf: (row: Row) => string
  /** The columns, memoised. Between them and the button stand the time of the removal and the name of its author. */
  columns: readonly Column<Row>[]
}

/** The removed rows of a panel, the latest first, each with a button that restores it by the rules of Undo; readers have no buttons. */
export function RemovedList<Row extends Removed>({ tab, panel, list, restore, restored, nameOf, columns }: ListProps<Row>) {
  const say = useSay()
  const { isAdmin } = useRights()
  const key = useMemo(() => [tab, 'removed'], [tab])
  const { data: rows, error, isFetching, refetch } = useQuery({ queryKey: key, queryFn: list })
  const all = useMemo(
    () => [...columns, ...removalColumns<Row>(say), ...(isAdmin ? [restoreColumn({ say, key, restore, restored, nameOf })] : [])],
    [columns, say, key, restore, restored, nameOf, isAdmin],
  )
  const title = say(messages.removed.title({ panel }))
  return (
    <>
      <PanelHeader title={title} summary={rows ? say(messages.removed.count({ count: rows.length })) : noSummaryYet}>
        <BackFromRemoved tab={tab} panel={panel} />
      </PanelHeader>
      <p className="max-w-prose text-quiet">{say(messages.removed.hint)}</p>
      <DataTable
        caption={title}
        columns={useColumnsForScreen(all)}
        rows={rows}
        rowKey={rowKey}
        error={error && !rows && !isFetching ? say(messages.removed.loadFailed) : undefined}
        onRetry={refetch}
        emptyText={say(messages.removed.empty)}
        searchLabel={say(messages.removed.search)}
        state={useTableInAddress(all)}
      />
    </>
  )
}

function rowKey({ id }: Removed) {
  return id
}

function removalColumns<Row extends Removed>(say: Say): Column<Row>[] {
  return [
    {
      id: 'removed_at',
      header: say(messages.removed.removedAt),
      value: ({ removed_at }) => formatMoment(say, removed_at),
      sortBy: ({ removed_at }) => removed_at,
      width: 150,
    },
    {
      id: 'removed_by',
      header: say(messages.removed.removedBy),
      value: ({ removed_by }) => removed_by && accountName(say, removed_by),
      width: 140,
    },
  ]
}

type RestoreProps<Row> = Pick<ListProps<Row>, 'restore' | 'restored' | 'nameOf'> & { key: readonly string[] }

function restoreColumn<Row extends Removed>({ say, ...props }: RestoreProps<Row> & { say: Say }): Column<Row> {
  const { key: queryKey, ...rest } = props
  return {
    id: 'actions',
    header: say(messages.fields.actions),
    cell: (row) => <RestoreCell row={row} queryKey={queryKey} {...rest} />,
    width: 200,
    align: 'end',
    pinned: 'sm',
    fits: true,
  }
}

type CellProps<Row> = Pick<ListProps<Row>, 'restore' | 'restored' | 'nameOf'> & { row: Row; queryKey: readonly string[] }

/** The button that restores a row. A refusal stays beside its row: the name may be free again after another change. */
function RestoreCell<Row extends Removed>({ row, queryKey, restore, restored, nameOf }: CellProps<Row>) {
  const say = useSay()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => restore(row.id),
    onSuccess: () => {
      queryClient.setQueryData<Row[]>(queryKey, (rows) => rows?.filter(({ id }) => id !== row.id))
      // The data of all lists is fetched again: other panels show the same people, departments and activities.
      void queryClient.invalidateQueries()
      // This toast replaces the one that offered Undo for the row.
      toast(restored, { about: nameOf(row), topic: removalTopic(restored, row.id) })
    },
  })
  const isSessionEnd = error instanceof ApiError && error.status === 401
  const refusal = error && !isSessionEnd ? say(refusalOf(error) ?? messages.removed.restoreFailed) : undefined

  function press(event: MouseEvent<HTMLElement>) {
    // React disables the button after the second click of a fast double click.
    if (isDoubleClick(event)) return
    // The row unmounts with this focused button, so focus moves to the list.
    event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    mutate()
  }

  return (
    <div className="flex items-center justify-end gap-2.5">
      <p
        role="alert"
        title={refusal}
        className="line-clamp-3 text-start in-data-[density=compact]:line-clamp-2 text-[0.8125rem] leading-4 font-medium text-bad empty:hidden"
      >
        {refusal}
      </p>
      <Button
        size="small"
        busy={isPending}
        aria-label={say(messages.removed.restoreNamed({ name: nameOf(row) }))}
        onClick={press}
      >
        {say(messages.removed.restore)}
      </Button>
    </div>
  )
}
