import { useSyncExternalStore } from 'react'

/**
 * The selected rows of a table, by id. They are outside React's state, so that selecting one row renders its checkbox and the bar, and not
 * the whole table: new columns would reset it.
 */
export class RowSelection {
  #ids: ReadonlySet<number> = new Set()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The ids of the selected rows: the same set until it changes. */
  readonly ids = () => this.#ids

  set(ids: readonly number[], isSelected: boolean) {
    const next = new Set(this.#ids)
    for (const id of ids) isSelected ? next.add(id) : next.delete(id)
    this.#change(next)
  }

  clear() {
    if (this.#ids.size > 0) this.#change(new Set())
  }

  #change(ids: ReadonlySet<number>) {
    this.#ids = ids
    for (const listener of this.#listeners) listener()
  }
}

export function useSelectedIds({ subscribe, ids }: RowSelection): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, ids)
}

/** Whether a row is selected. It renders again only when this row is selected or unselected. */
export function useIsSelected({ subscribe, ids }: RowSelection, id: number): boolean {
  return useSyncExternalStore(subscribe, () => ids().has(id))
}
