import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, filterParamOf } from './data-table-model.ts'
import type { TableQuery } from './row-model.ts'

type Sort = TableQuery['sort']

export type TableState = {
  search: string
  /** The chosen codes of each filter, by its name in the URL: a row has one of them. A filter without codes is not there. */
  filters: Readonly<Record<string, readonly string[]>>
  sort: Sort
  setSearch: (text: string) => void
  setFilter: (param: string, codes: readonly string[]) => void
  setSort: (sort: Sort) => void
  clear: () => void
  /** Called when typing is finished, so that the URL need not wait any longer. */
  onSearchEnd?: () => void
}

/** The state of a table in a dialog, which has no address. */
export function useTableState(): TableState {
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState<TableState['filters']>({})
  const [sort, setSort] = useState<Sort>()
  return {
    search,
    filters,
    sort,
    setSearch,
    setFilter: (param, codes) =>
      setFilters(({ [param]: _, ...others }) => (codes.length === 0 ? others : { ...others, [param]: codes })),
    setSort,
    clear: () => {
      setSearch('')
      setFilters({})
    },
  }
}

/** The pause in typing after which the URL is written: browsers limit how often a page may change it. */
const pauseMs = 300

/**
 * The search, sorting and filters in the URL, so that a reload, a bookmark or a shared link shows the same rows. Defaults are not written.
 * The history entry is replaced: Back leaves the panel.
 */
export function useTableInAddress<Row>(columns: readonly Column<Row>[]): TableState {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const params = columns.filter(({ filter }) => filter).map(filterParamOf)
  const { q: found, sort } = address
  const q = typeof found === 'string' ? found : ''

  const chosen = JSON.stringify(
    params.flatMap((param) => (address[param] === undefined ? [] : [[param, String(address[param]).split(',')]])),
  )
  const filters = useMemo(() => Object.fromEntries(JSON.parse(chosen)) as TableState['filters'], [chosen])

  const write = useCallback(
    (change: Readonly<Record<string, string | number | undefined>>) =>
      void navigate({
        to: '.',
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined),
          ) as typeof before,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )

  // The typed text is ahead of the URL. Only a change from elsewhere (Back, a link) replaces it.
  const [search, setSearch] = useState(q)
  const written = useRef(q)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setSearch(q)
  }, [q])
  useEffect(() => () => clearTimeout(pending.current), [])

  function writeSearch(text: string, others = {}) {
    clearTimeout(pending.current)
    pending.current = undefined
    // The URL has the text as the router validates it.
    written.current = text.slice(0, 200)
    write({ ...others, q: text || undefined })
  }

  return {
    search,
    filters,
    sort: useMemo(() => parseSort(sort), [sort]),
    setSearch: (text) => {
      setSearch(text)
      clearTimeout(pending.current)
      pending.current = setTimeout(() => writeSearch(text), pauseMs)
    },
    onSearchEnd: () => pending.current && writeSearch(search),
    setFilter: useCallback((param, codes) => write({ [param]: codesInAddress(codes) }), [write]),
    setSort: useCallback((next) => write({ sort: next && `${next.isDescending ? '-' : ''}${next.id}` }), [write]),
    clear: () => {
      setSearch('')
      writeSearch('', Object.fromEntries(params.map((param) => [param, undefined])))
    },
  }
}

/** The codes of a filter in the URL: one as it is, several between commas. A number is written without the quotation marks of a text of digits. */
export function codesInAddress(codes: readonly string[]): string | number | undefined {
  const [only] = codes
  return codes.length === 1 && only !== undefined && /^\d{1,15}$/.test(only) ? Number(only) : codes.join(',') || undefined
}

function parseSort(sort: unknown): Sort {
  if (typeof sort !== 'string') return undefined
  return sort.startsWith('-') ? { id: sort.slice(1), isDescending: true } : { id: sort, isDescending: false }
}
