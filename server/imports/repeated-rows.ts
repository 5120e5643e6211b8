import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { excerpt, type RowError } from './checked-row.ts'

/** A value that only one row of a file, and one stored row, may have. */
export interface Unique {
  column: string | null
  /** The key: equal keys are the same value. Without a key there is nothing to compare. */
  key: string | number | null | undefined
  /** The value as it stands in the file. */
  value: string
  sameInRow: (values: { row: string }) => Message
  /** The id of the stored row that has the value now. */
  owner?: number | null | undefined
  taken?: Message
}

/** Finds rows with the same key. The first two of each are enough to refer every row to another one. */
export class RepeatedRows {
  readonly #firstTwo = new Map<string, readonly [number, number?]>()

  add(row: number, uniques: readonly Unique[]) {
    for (const { column, key } of uniques) {
      if (key === null || key === undefined) continue
      const known = this.#firstTwo.get(`${column} ${key}`)
      if (!known) this.#firstTwo.set(`${column} ${key}`, [row])
      else if (known[1] === undefined) this.#firstTwo.set(`${column} ${key}`, [known[0], row])
    }
  }

  /**
   * The errors of a row whose value another row or another stored one has. The database checks row by row, so its owner has it even if the
   * file changes that.
   */
  errorsOf(row: number, id: number | undefined, uniques: readonly Unique[]): RowError[] {
    return uniques.flatMap(({ column, key, value, sameInRow, owner, taken }) => {
      const [first, second] = this.#firstTwo.get(`${column} ${key}`) ?? []
      const other = first === row ? second : first
      const rule = other ? sameInRow({ row: String(other) }) : owner && owner !== id ? taken : undefined
      return rule ? [{ column, message: messages.imports.wrongValue({ value: excerpt(value), rule }) }] : []
    })
  }
}
