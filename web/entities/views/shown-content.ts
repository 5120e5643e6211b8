import type { ViewContent } from '../../../contract/views.ts'
import { codesInAddress } from '../../ui/table-state.ts'
import { columnsIn, noColumns } from './columns-in-address.ts'
import type { Address, PanelView } from './panel-view.ts'

/** What an address says about a list. */
export function contentIn(address: Address, params: readonly string[], columns: readonly string[] | undefined): ViewContent {
  const filters = Object.fromEntries(
    params.flatMap((param) => (address[param] === undefined ? [] : [[param, String(address[param])]])),
  )
  const { q, sort } = address
  return {
    ...(typeof q === 'string' ? { search: q } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(columns ? { columns: [...columns] } : {}),
  }
}

/** The parameters of an address that shows this content; undefined for those that it must not have. */
export function addressOf(
  { search, filters = {}, sort, columns }: ViewContent,
  params: readonly string[],
): Record<string, string | number | undefined> {
  return {
    q: search,
    sort,
    columns: columns && (columns.join(',') || noColumns),
    ...Object.fromEntries(params.map((param) => [param, codesInAddress(filters[param]?.split(',') ?? [])])),
  }
}

/** What the list shows now. */
export function shownContent({ address, params, order }: PanelView): ViewContent {
  return contentIn(address, params, order)
}

/** Shows this content, of a view or of none. Returns what is shown: the router leaves out what is not valid. */
export async function showContent({ router, params }: PanelView, content: ViewContent, viewId?: number): Promise<ViewContent> {
  await router.navigate({
    to: '.',
    search: (before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...addressOf(content, params), view: viewId }).filter(([, value]) => value !== undefined),
      ) as typeof before,
    replace: true,
    resetScroll: false,
  })
  const shown: Address = router.state.matches.at(-1)?.search ?? {}
  return contentIn(shown, params, columnsIn(shown['columns']))
}

export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder({ search, filters = {}, sort, columns }: ViewContent) {
  return [search, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)), sort, columns]
}
