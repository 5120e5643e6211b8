import type { Language } from '../../contract/languages/languages.ts'
import { foldForSearch, foldSpelling, searchWords, spellingWords } from '../../contract/searching.ts'
import { compareNamesIn } from './name-order.ts'

/** The search, filters and sorting of a table. */
export type TableQuery = {
  search: string
  /** The chosen values of each filtered column: a row has one of them. */
  filters: Readonly<Record<string, readonly string[]>>
  sort: { id: string; isDescending: boolean } | undefined
}

type Value = string | number | null

export type ModelColumn<Row> = {
  id: string
  value: (row: Row) => Value
  sortBy: (row: Row) => Value
  /** The text to search in, if that is not the value. */
  searchBy?: ((row: Row) => string) | undefined
  /** The filter options that match, if that is not the value. */
  filterBy?: ((row: Row) => readonly string[]) | undefined
}

/** Rows with their search texts and sort keys, each computed once per list, when it is first needed. */
export class RowModel<Row> {
  readonly #rows: readonly Row[]
  readonly #columns: readonly ModelColumn<Row>[]
  readonly #textOf: (row: Row, fold: (text: string) => string) => string
  readonly #language: Language | undefined
  #texts: readonly string[] | undefined
  #spellings: readonly string[] | undefined
  readonly #sortKeys = new Map<string, readonly (number | null)[]>()

  constructor(
    rows: readonly Row[],
    columns: readonly ModelColumn<Row>[],
    searchText: ((row: Row) => string) | undefined,
    language?: Language,
  ) {
    this.#rows = rows
    this.#language = language
    this.#columns = columns
    this.#textOf = searchText
      ? (row, fold) => fold(searchText(row))
      : (row, fold) => columns.map(({ value, searchBy = value }) => fold(String(searchBy(row) ?? ''))).join(' ')
  }

  /** Whether nothing has the words of the search, so that the rows have them in another spelling. */
  isOtherSpelling(search: string): boolean {
    return this.#found(search).isOtherSpelling
  }

  #found(search: string): { indexes: number[]; isOtherSpelling: boolean } {
    const all = [...this.#rows.keys()]
    const words = searchWords(search)
    if (words.length === 0) return { indexes: all, isOtherSpelling: false }
    const having = (texts: readonly string[], wanted: readonly string[]) =>
      all.filter((index) => wanted.every((word) => texts[index]?.includes(word)))
    this.#texts ??= this.#rows.map((row) => this.#textOf(row, foldForSearch))
    const indexes = having(this.#texts, words)
    const spelling = indexes.length === 0 ? spellingWords(search) : []
    if (spelling.length === 0) return { indexes, isOtherSpelling: false }
    this.#spellings ??= this.#rows.map((row) => this.#textOf(row, foldSpelling))
    const respelt = having(this.#spellings, spelling)
    return { indexes: respelt, isOtherSpelling: respelt.length > 0 }
  }

  run({ search, filters, sort }: TableQuery): readonly Row[] {
    let { indexes } = this.#found(search)
    for (const [id, wanted] of Object.entries(filters)) {
      const column = this.#columns.find((one) => one.id === id)
      const optionsOf = column?.filterBy ?? ((row: Row) => [String(column?.value(row) ?? '')])
      if (column)
        indexes = indexes.filter((index) => optionsOf(this.#rows[index] as Row).some((option) => wanted.includes(option)))
    }
    const sortBy = this.#columns.find(({ id }) => id === sort?.id)?.sortBy
    if (sort && sortBy) {
      const keys = this.#sortKeys.get(sort.id) ?? sortKeysOf(this.#rows.map(sortBy), compareNamesIn(this.#language))
      this.#sortKeys.set(sort.id, keys)
      indexes.sort((left, right) => compareKeys(keys[left] ?? null, keys[right] ?? null, sort.isDescending))
    }
    return indexes.map((index) => this.#rows[index] as Row)
  }
}

/**
 * The position of each value in the order of all distinct values. Comparing names is slow and most columns repeat few values, so each
 * distinct value is compared once and rows are sorted by number.
 */
function sortKeysOf(values: readonly Value[], compareNames: (left: string, right: string) => number): (number | null)[] {
  const distinct = [...new Set(values)].filter((value) => value !== null)
  distinct.sort((left, right) =>
    typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right)),
  )
  const positions = new Map<Value, number>(distinct.map((value, position) => [value, position]))
  return values.map((value) => positions.get(value) ?? null)
}

/** Empty values come last in both directions. */
function compareKeys(left: number | null, right: number | null, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return isDescending ? right - left : left - right
}
