import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Column, filterParamOf } from './data-table-model.ts'
import type { TableQuery } from './row-model.ts'

type Sort = TableQuery['sort']

export type TableState = {
  search: string
  /** The chosen code of each filter, by its name in the URL. */
  filters: Readonly<Record<string, string>>
  sort: Sort
  setSearch: (text: string) => void
  setFilter: (param: string, code: string | undefined) => void
  setSort: (sort: Sort) => void
  clear: () => void
  /** Typing is finished, so that the URL need not wait any longer. */
  onSearchEnd?: () => void
}

/** For a table in a dialog, which has no address. */
export function useTableState(): TableState {
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState<TableState['filters']>({})
  const [sort, setSort] = useState<Sort>()
  return {
    search,
    filters,
    sort,
    setSearch,
    setFilter: (param, code) =>
      setFilters(({ [param]: _, ...others }) => (code === undefined ? others : { ...others, [param]: code })),
    setSort,
    clear: () => {
      setSearch('')
      setFilters({})
    },
  }
}

/** Browsers limit how often a page may change its URL, so it is written when typing pauses. */
const pauseMs = 300

/**
 * Search, sorting and filters in the URL, so that a reload, a bookmark or a shared link shows the same rows. Defaults are not written.
 * The history entry is replaced: Back leaves the panel.
 */
export function useTableInAddress<Row>(columns: readonly Column<Row>[]): TableState {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const params = columns.filter(({ filter }) => filter).map(filterParamOf)
  const { q: found, sort } = address
  const q = typeof found === 'string' ? found : ''

  const chosen = JSON.stringify(
    params.flatMap((param) => (address[param] === undefined ? [] : [[param, String(address[param])]])),
  )
  const filters = useMemo(() => Object.fromEntries(JSON.parse(chosen)) as TableState['filters'], [chosen])

  function write(change: Readonly<Record<string, string | number | undefined>>) {
    void navigate({
      to: '.',
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)) as typeof before,
      replace: true,
      resetScroll: false,
    })
  }

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
    // The URL holds it as the router validates it.
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
    // A number is written as one, without the quotation marks of a string of digits.
    setFilter: (param, code) => write({ [param]: code && /^\d{1,15}$/.test(code) ? Number(code) : code }),
    setSort: (next) => write({ sort: next && `${next.isDescending ? '-' : ''}${next.id}` }),
    clear: () => {
      setSearch('')
      writeSearch('', Object.fromEntries(params.map((param) => [param, undefined])))
    },
  }
}

function parseSort(sort: unknown): Sort {
  if (typeof sort !== 'string') return undefined
  return sort.startsWith('-') ? { id: sort.slice(1), isDescending: true } : { id: sort, isDescending: false }
}
