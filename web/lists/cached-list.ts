import type { QueryClient } from '@tanstack/react-query'
import { compareNamesIn } from '../ui/name-order.ts'

/** A list that is fetched once and updated in the cache after each change, so that nothing flickers during a refetch. */

type Named = { id: number; name: string }

/**
 * Puts a saved row into the cached list in the order of the server, the English one in every language: a row that jumped after the refetch
 * would be lost from view. People are sorted without their academic titles.
 */
export function cacheRow<Row extends Named>(
  queryClient: QueryClient,
  key: readonly string[],
  row: Row,
  sortKeyOf: (name: string) => string = (name) => name,
) {
  changeList<Row>(queryClient, key, (rows) => {
    const before = rows.find(({ id }) => id === row.id)
    if (before?.name === row.name) return rows.map((other) => (other === before ? row : other))
    const compareNames = compareNamesIn('en')
    return [...rows.filter((other) => other !== before), row].sort(
      (a, b) => compareNames(sortKeyOf(a.name), sortKeyOf(b.name)) || a.id - b.id,
    )
  })
}

export function dropRow(queryClient: QueryClient, key: readonly string[], gone: number) {
  changeList<Named>(queryClient, key, (rows) => rows.filter(({ id }) => id !== gone))
}

function changeList<Row>(queryClient: QueryClient, key: readonly string[], change: (rows: Row[]) => Row[]) {
  queryClient.setQueryData<Row[]>(key, (rows) => rows && change(rows))
  // The data of all lists is fetched again: other panels show the same people, departments and activities.
  void queryClient.invalidateQueries()
}
