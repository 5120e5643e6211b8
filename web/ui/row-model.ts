import { compareNames } from './name-order.ts'

/** What is asked of the rows of a table. */
export type Question = {
  search: string
  /** The chosen value of each filtered column. */
  filters: Readonly<Record<string, string>>
  sort: { id: string; isDescending: boolean } | undefined
}

type Value = string | number | null

export type ModelColumn<Row> = {
  id: string
  value: (row: Row) => Value
  sortBy: (row: Row) => Value
}

/** Letters as people search for them: "ozturk" finds Öztürk. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Work that can be interrupted between any two of its steps. */
type Work<Result> = Generator<undefined, Result, undefined>

const stepRows = 256

/**
 * Rows and what was found out about them: their texts for the search box, their order by a column. Everything is found out once, when
 * it is first asked for, and in small steps: ten thousand names take longer to put in order than a page may stand still.
 */
export class RowModel<Row> {
  readonly #rows: readonly Row[]
  readonly #columns: readonly ModelColumn<Row>[]
  readonly #textOf: (row: Row) => string
  #texts: string[] | undefined
  readonly #orders = new Map<string, Uint32Array>()

  constructor(rows: readonly Row[], columns: readonly ModelColumn<Row>[], searchText: ((row: Row) => string) | undefined) {
    this.#rows = rows
    this.#columns = columns
    this.#textOf = searchText ?? ((row) => columns.map(({ value }) => value(row) ?? '').join(' '))
  }

  *answer({ search, filters, sort }: Question): Work<readonly Row[]> {
    const words = plain(search).split(/\s+/).filter(Boolean)
    const chosen = Object.entries(filters).flatMap(([id, wanted]) => {
      const column = this.#columns.find((one) => one.id === id)
      return column ? [{ column, wanted }] : []
    })
    if (words.length === 0 && chosen.length === 0 && !sort) return this.#rows
    const texts = words.length > 0 ? yield* this.#readTexts() : undefined
    const order = sort ? yield* this.#readOrder(sort) : undefined

    const found: Row[] = []
    for (let position = 0; position < this.#rows.length; position += 1) {
      if (position % stepRows === 0) yield
      const index = order ? (order[position] as number) : position
      const row = this.#rows[index] as Row
      const text = texts?.[index] ?? ''
      const isFound =
        words.every((word) => text.includes(word)) &&
        chosen.every(({ column, wanted }) => String(column.value(row) ?? '') === wanted)
      if (isFound) found.push(row)
    }
    return found
  }

  *#readTexts(): Work<string[]> {
    if (this.#texts) return this.#texts
    const texts: string[] = []
    for (const [index, row] of this.#rows.entries()) {
      if (index % stepRows === 0) yield
      texts.push(plain(this.#textOf(row)))
    }
    this.#texts = texts
    return texts
  }

  *#readOrder({ id, isDescending }: NonNullable<Question['sort']>): Work<Uint32Array> {
    const key = `${id} ${isDescending}`
    const known = this.#orders.get(key)
    if (known) return known
    const sortBy = this.#columns.find((column) => column.id === id)?.sortBy
    const order = sortBy ? yield* mergeSort(this.#rows.map(sortBy), isDescending) : Uint32Array.from(this.#rows.keys())
    this.#orders.set(key, order)
    return order
  }
}

/** What is nothing stands last, whichever way a column is sorted; what is equal stays as it stood. */
function compare(left: Value, right: Value, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const ascending =
    typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right))
  return isDescending ? -ascending : ascending
}

function* mergeSort(keys: readonly Value[], isDescending: boolean): Work<Uint32Array> {
  const before = (a: number, b: number) => compare(keys[a] as Value, keys[b] as Value, isDescending)
  let order = Uint32Array.from(keys.keys())
  for (let start = 0; start < order.length; start += stepRows) {
    yield
    order.subarray(start, start + stepRows).sort(before)
  }
  for (let size = stepRows; size < order.length; size *= 2) {
    const merged = new Uint32Array(order.length)
    for (let start = 0; start < order.length; start += 2 * size) {
      let left = start
      let right = Math.min(start + size, order.length)
      const [leftEnd, rightEnd] = [right, Math.min(start + 2 * size, order.length)]
      for (let position = start; position < rightEnd; position += 1) {
        if (position % stepRows === 0) yield
        const takesLeft = left < leftEnd && (right >= rightEnd || before(order[left] as number, order[right] as number) <= 0)
        merged[position] = order[takesLeft ? left++ : right++] as number
      }
    }
    order = merged
  }
  return order
}

/** To the end at once. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const sliceMs = 8

/** A few milliseconds at a time; what the person does meanwhile comes first. Returns how to give it up. */
export function finishInSlices<Result>(work: Work<Result>, onDone: (result: Result) => void): () => void {
  let isGivenUp = false
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    if (isGivenUp) return
    const until = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done) {
        port1.close()
        return onDone(step.value)
      }
    } while (performance.now() < until)
    port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
  return () => {
    isGivenUp = true
    port1.close()
  }
}
