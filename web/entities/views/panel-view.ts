import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { SavedView, ViewPanel } from '../../../contract/views.ts'
import { type Column, filterParamOf, labelOfCode } from '../../ui/data-table-model.ts'
import { columnsIn } from './columns-in-address.ts'
import { type PanelViews, useViews } from './views.api.ts'

export type Address = Readonly<Record<string, unknown>>

export type PanelView = {
  panel: ViewPanel
  /** All columns of the list, and the names of its filters in the address. */
  columns: readonly Column<never>[]
  params: readonly string[]
  /** The label of a code of a filter. */
  labelOf: (param: string, code: string) => string
  /** The ids of the shown columns, in their order; undefined for those of the specification. */
  order: readonly string[] | undefined
  /** Whether it is not known yet what the list shows. */
  isWaiting: boolean
  /** The views and preferences; undefined while they are loading, or without a server that has them. */
  views: PanelViews | undefined
  /** The view that was opened last. */
  current: SavedView | undefined
  address: Address
  router: ReturnType<typeof useRouter>
}

/** What an address has that says itself what the list shows: its own state, or a link to a row. */
const names = ['q', 'sort', 'columns', 'view', 'found', 'member', 'posting']

/**
 * What a list shows, all of it in the address: search, filters, sorting, and the columns of an opened view. Without a view the columns are
 * those that the user chose last. A list that is opened without any of these opens with the view that the user chose for it. What changes
 * it is loaded later (shown-content.ts).
 */
export function usePanelView<Row>(
  panel: ViewPanel,
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): PanelView {
  const address: Address = useSearch({ strict: false })
  const router = useRouter()
  const { data: views, isLoading } = useViews(panel)
  const params = useMemo(() => columns.filter(({ filter }) => filter).map(filterParamOf), [columns])
  // Changed without a render: nothing looks different when the list was opened.
  const [opening] = useState({ isOver: false })
  const [hasFailed, setHasFailed] = useState(false)
  const isBare = [...names, ...params].every((name) => address[name] === undefined)
  const opens = opening.isOver || hasFailed || !isBare ? undefined : views?.views.find(({ id }) => id === views.opens_with)
  const isWaiting = isLoading || opens !== undefined

  const inAddress = address['columns']
  const chosen = address['view'] === undefined ? views?.columns : undefined
  const order = useMemo(() => columnsIn(inAddress) ?? chosen ?? undefined, [inAddress, chosen])

  // The same object while nothing changes: the button of the views is not rendered with each row that arrives.
  const view: PanelView = useMemo(
    () => ({
      panel,
      columns,
      params,
      labelOf: (param, code) => {
        const column = columns.find((one) => one.filter && filterParamOf(one) === param)
        return column ? labelOfCode(code, column, rows ?? []) : code
      },
      order,
      isWaiting,
      views,
      current: views?.views.find(({ id }) => id === address['view']),
      address,
      router,
    }),
    [panel, columns, params, order, rows, address, isWaiting, views, router],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views are there.
  useEffect(() => {
    if (!views) return
    if (!opens) {
      opening.isOver = true
      return
    }
    // A script that cannot be loaded leaves the list as the specification has it.
    import('./open-view.ts').then(({ openView }) => openView(view, opens)).catch(() => setHasFailed(true))
  }, [views === undefined, opens === undefined])

  return view
}
