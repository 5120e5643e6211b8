/** Finds rows with the same key. The first two of each are enough to refer every row to another one. */
export class RepeatedRows<Key> {
  readonly #firstTwo = new Map<Key, readonly [number, number?]>()

  add(key: Key, row: number) {
    const known = this.#firstTwo.get(key)
    if (!known) this.#firstTwo.set(key, [row])
    else if (known[1] === undefined) this.#firstTwo.set(key, [known[0], row])
  }

  /** Another row with the same key: the first one, or the second for the first itself. */
  otherThan(row: number, key: Key): number | undefined {
    const [first, second] = this.#firstTwo.get(key) ?? []
    return first === row ? second : first
  }
}
