import { listOf, type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { SavedView, ViewContent } from '../../../contract/views.ts'
import { call } from '../../http/api.ts'
import { loadLaterWords } from '../../language/language.ts'
import { type Column, filterParamOf } from '../../ui/data-table-model.ts'
import { toast } from '../../ui/toast.tsx'
import { none } from '../members/filter-codes.ts'
import type { PanelView } from './panel-view.ts'
import { showContent } from './shown-content.ts'

const departmentParam = 'department_id'

/** The content as far as the list knows it: its columns, its filters, and the departments that there are. */
export function knownContent(
  { filters = {}, columns: order, sort, ...others }: ViewContent,
  columns: readonly Column<never>[],
  departments: ReadonlySet<string> | undefined,
): ViewContent {
  const params = new Set(columns.filter(({ filter }) => filter).map(filterParamOf))
  const ids = new Set(columns.flatMap(({ id, second }) => [id, ...(second ? [second.id] : [])]))
  const isKnown = (param: string, code: string) =>
    param !== departmentParam || code === none || !departments || departments.has(code)
  const known = Object.entries(filters)
    .filter(([param]) => params.has(param))
    .map(([param, codes]) => [param, codes.split(',').filter((code) => isKnown(param, code))] as const)
    .filter(([, codes]) => codes.length > 0)
  return {
    ...others,
    ...(sort !== undefined && ids.has(sort.replace('-', '')) ? { sort } : {}),
    ...(known.length > 0 ? { filters: Object.fromEntries(known.map(([param, codes]) => [param, codes.join(',')])) } : {}),
    ...(order ? { columns: order.filter((id) => ids.has(id)) } : {}),
  }
}

/** What of a view is not shown, in words. */
export function missingParts(saved: ViewContent, shown: ViewContent, columns: readonly Column<never>[]): Message[] {
  const { missingColumns, missingValues, missingFilters } = messages.savedViews
  const lostColumns = (saved.columns?.length ?? 0) - (shown.columns?.length ?? 0)
  const lost = Object.entries(saved.filters ?? {}).map(([param, codes]) => {
    const left = shown.filters?.[param]?.split(',') ?? []
    return {
      column: columns.find((column) => column.filter && filterParamOf(column) === param),
      count: codes.split(',').filter((code) => !left.includes(code)).length,
    }
  })
  const lostFilters = lost.filter(({ column }) => !column).length
  return [
    ...(lostColumns > 0 ? [missingColumns({ count: lostColumns })] : []),
    ...(lostFilters > 0 ? [missingFilters({ count: lostFilters })] : []),
    ...lost.flatMap(({ column, count }) =>
      column && count > 0 ? [missingValues({ count, filter: column.filterLabel ?? column.header })] : [],
    ),
  ]
}

/** The ids of all departments; undefined if they could not be read. */
async function readDepartments(): Promise<ReadonlySet<string> | undefined> {
  const reply = await call('GET /departments', { identityIn: 'headers' }).catch(() => undefined)
  return reply && new Set(reply.departments.map(({ id }) => String(id)))
}

/** Shows a view. What the list does not have any more is left out, and said. */
export async function openView(view: PanelView, { id, name, content: saved }: SavedView) {
  const departments = saved.filters?.[departmentParam] === undefined ? undefined : await readDepartments()
  const shown = await showContent(view, knownContent(saved, view.columns, departments), id)
  const missing = missingParts(saved, shown, view.columns)
  if (missing.length === 0) return
  await loadLaterWords()
  toast(messages.savedViews.missing({ name, parts: listOf(missing) }), { kind: 'bad', topic: 'view' })
}
